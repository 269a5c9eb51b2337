import { Link } from '@tanstack/react-router';
import type { CaseCounts, CaseView } from '#domain/cases/staff';
import { pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { NextCaseButton } from '../cases/NextCaseButton';
import { useCaseCounts } from '../cases/queries';

export function CaseLine() {
  const counts = useCaseCounts();
  return (
    <section
      aria-label="Vorgänge"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-green-200 bg-green-50 px-4 py-4 sm:px-6"
    >
      <p className="min-w-0">
        <span className="block font-serif text-xl font-semibold text-green-900">
          {counts ? headline(counts) : 'Ihre Arbeit'}
        </span>
        {counts ? (
          <span className="mt-1 flex flex-wrap gap-x-4 gap-y-2 text-[0.9375rem]">
            <ViewLink view="mine">{`${counts.mine.toLocaleString('de-DE')} bei Ihnen`}</ViewLink>
            <ViewLink view="unassigned">{`${counts.unassigned.toLocaleString('de-DE')} noch bei niemandem`}</ViewLink>
            <ViewLink view="due">{`${counts.due.toLocaleString('de-DE')} fällig im Team`}</ViewLink>
          </span>
        ) : null}
      </p>
      <NextCaseButton size="regular" />
    </section>
  );
}

function headline({ due, unassigned, open }: CaseCounts): string {
  if (due > 0)
    return due === 1 ? 'Ein Vorgang wartet heute' : `${due.toLocaleString('de-DE')} Vorgänge warten heute`;
  if (unassigned > 0) return 'Nichts ist fällig, Neues ist da';
  return open > 0 ? 'Heute ist nichts fällig' : 'Alles ist erledigt';
}

function ViewLink({ view, children }: { view: CaseView; children: string }) {
  return (
    <Link to={pages.backofficeCases} search={{ view }} className={linkClass}>
      {children}
    </Link>
  );
}
