import { Link } from '@tanstack/react-router';
import type { Case, Skipped as SkippedCase } from '#domain/backoffice/cases';
import { shortId } from '#domain/ids';
import { href, pages } from '#domain/urls';
import { Alert } from '../../ui/alert';
import { linkClass } from '../../ui/link';

export type SkippedCases = {
  skipped: readonly SkippedCase[];
  /** For the names. */
  cases: readonly Case[];
};

/** What a bulk change left out, with the reasons; nothing if it left nothing out. */
export function Skipped({ skipped, cases }: SkippedCases) {
  if (skipped.length === 0) return null;
  const nameOf = (id: string) => cases.find(({ applicationId }) => applicationId === id)?.contactName;
  return (
    <Alert
      tone="warning"
      title={
        skipped.length === 1 ? '1 Vorgang wurde ausgelassen' : `${skipped.length} Vorgänge wurden ausgelassen`
      }
    >
      <ul className="mt-1 space-y-0.5">
        {skipped.map(({ id, reason }) => (
          <li key={id} className="wrap-anywhere">
            <Link to={href(pages.backofficeApplication, { id })} className={`font-semibold ${linkClass}`}>
              {nameOf(id) ?? shortId(id)}
            </Link>
            {`: ${reason}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
