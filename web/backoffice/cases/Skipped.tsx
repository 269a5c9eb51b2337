import { Link } from '@tanstack/react-router';
import type { Case, Skipped as SkippedCase } from '#domain/cases/staff';
import { shortId } from '#domain/ids';
import { href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { SkippedRows } from '../table/selection';

export type SkippedCases = {
  skipped: readonly SkippedCase[];
  cases: readonly Case[];
};

export function Skipped({ skipped, cases }: SkippedCases) {
  const nameOf = (id: string) => cases.find(({ applicationId }) => applicationId === id)?.contactName;
  return (
    <SkippedRows
      title={
        skipped.length === 1 ? '1 Vorgang wurde ausgelassen' : `${skipped.length} Vorgänge wurden ausgelassen`
      }
      rows={skipped.map(({ id, reason }) => ({
        id,
        reason,
        name: (
          <Link to={href(pages.backofficeApplication, { id })} className={`font-semibold ${linkClass}`}>
            {nameOf(id) ?? shortId(id)}
          </Link>
        ),
      }))}
    />
  );
}
