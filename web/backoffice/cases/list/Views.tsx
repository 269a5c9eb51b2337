import { Link } from '@tanstack/react-router';
import type { CaseView } from '#domain/cases/staff';
import { pages } from '#domain/urls';
import { useCaseCounts } from '../queries';

const views: readonly { view: CaseView; label: string }[] = [
  { view: 'mine', label: 'Meine' },
  { view: 'unassigned', label: 'Nicht zugewiesen' },
  { view: 'due', label: 'Fällig' },
  { view: 'open', label: 'Alle offenen' },
  { view: 'done', label: 'Erledigt' },
];
/** Reached by a search that finds nothing elsewhere. */
const everything = { view: 'all', label: 'Alle Vorgänge' } as const;

export const usualView: CaseView = 'open';

/** Links to the views with their counts. The search stays, the page does not. */
export function Views({ active, q }: { active: CaseView; q: string | undefined }) {
  const counts = useCaseCounts();
  const shown = active === everything.view ? [...views, everything] : views;
  return (
    <nav aria-label="Ansichten" className="mb-4 print:hidden">
      <ul className="inline-flex max-w-full flex-wrap gap-1 rounded-control border border-line bg-paper-deep p-1">
        {shown.map(({ view, label }) => (
          <li key={view}>
            <Link
              to={pages.backofficeCases}
              search={{ view: view === usualView ? undefined : view, q }}
              // the router marks a link to exactly this address only, which another page of the view is not
              activeOptions={{ exact: true }}
              aria-current={view === active ? 'page' : undefined}
              className={`inline-flex min-h-9 items-center gap-2 rounded-md px-3 text-[0.9375rem] font-semibold sm:px-4 ${view === active ? 'bg-white text-green-900 shadow-sm' : 'text-ink-soft hover:text-green-900'}`}
            >
              <span>{label}</span>
              {counts ? <Count count={counts[view]} urgent={view === 'due'} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ count, urgent }: { count: number; urgent: boolean }) {
  const look = urgent && count > 0 ? 'rounded-full bg-saddle-100 px-2 text-saddle-800' : 'text-ink-soft';
  return <span className={`text-sm tabular-nums ${look}`}>{count.toLocaleString('de-DE')}</span>;
}
