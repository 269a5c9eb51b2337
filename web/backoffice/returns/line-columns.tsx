import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { formatDay, isDay } from '#domain/dates';
import { notApplied } from '#domain/returns/lines';
import type { LineNote, MatchedLine, MatchedReturn } from '#domain/returns/returns';
import { href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { CaseStatusBadge } from '../cases/flags';
import { LongText } from '../table/cells';
import type { Column } from '../table/Table';

export type ShownLine = MatchedLine & Omit<LineNote, 'line'>;

export function linesOf({ rows, notes }: MatchedReturn): ShownLine[] {
  const byLine = new Map(notes.map((note) => [note.line, note]));
  return rows.map((row) => ({ ...unnamed, ...byLine.get(row.line), ...row }));
}

const unnamed = {
  ...{ reference: '', contactName: null, horseName: null, reason: null, date: null, hint: null },
};

/** For the box of a row, and for what was skipped. */
export function nameOf({ line, contactName, horseName }: ShownLine): string {
  const who = [contactName, horseName].filter(Boolean).join(' mit ');
  return who ? `Zeile ${line}, ${who}` : `Zeile ${line}`;
}

export const lineColumns: Column<ShownLine>[] = [
  {
    header: 'Zeile',
    cell: ({ line }) => <span className="tabular-nums">{line}</span>,
  },
  {
    header: 'Referenz und Person',
    cell: (line) => <Person line={line} />,
    className: 'xl:min-w-56 max-xl:before:hidden!',
  },
  { header: 'Stand', cell: (line) => <Step line={line} />, className: 'xl:min-w-52' },
  {
    header: 'Police',
    cell: ({ policyNumber }) => (policyNumber ? <span className="wrap-anywhere">{policyNumber}</span> : null),
    className: 'xl:min-w-32',
  },
  {
    header: 'Grund und Datum',
    cell: (line) => (line.reason || line.date ? <Answer line={line} /> : null),
    className: 'xl:min-w-60',
  },
  {
    header: 'Hinweis',
    cell: ({ problem }) =>
      problem ? <span className={`hyphens-auto wrap-anywhere ${toneOf(problem)}`}>{problem}</span> : null,
    className: 'xl:w-full xl:min-w-40',
  },
];

/** What is already so needs nobody's attention: most lines of a file that is looked at again. */
function toneOf(problem: string): string {
  return problem === notApplied.already ? 'text-ink-soft' : 'font-semibold text-danger';
}

function Person({ line: { reference, applicationId: id, contactName, horseName } }: { line: ShownLine }) {
  return (
    <span className="block min-w-0 max-xl:inline-block max-xl:max-w-full max-xl:align-top">
      {id ? (
        <Link
          to={href(pages.backofficeApplication, { id })}
          className={`block font-semibold wrap-anywhere ${linkClass}`}
        >
          {[contactName, horseName].filter(Boolean).join(' · ') || 'Zum Antrag'}
        </Link>
      ) : (
        <span className="block text-ink-soft">Kein Antrag gefunden</span>
      )}
      <span className="block font-mono text-sm text-ink-soft wrap-anywhere">{reference || '-'}</span>
    </span>
  );
}

function Step({ line: { from, to } }: { line: ShownLine }) {
  if (!from && !to) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {from ? <CaseStatusBadge status={from} /> : null}
      {to && to !== from ? (
        <>
          <ArrowRight aria-hidden="true" className="size-4 text-ink-soft" />
          <span className="sr-only">wird</span>
          <CaseStatusBadge status={to} />
        </>
      ) : null}
    </span>
  );
}

function Answer({ line: { reason, date, hint } }: { line: ShownLine }) {
  return (
    <span className="block min-w-0 max-xl:inline-block max-xl:max-w-full max-xl:align-top">
      {reason ? <LongText text={reason} /> : null}
      {date ? (
        <span className="block text-sm text-ink-soft">{isDay(date) ? formatDay(date) : date}</span>
      ) : null}
      {hint ? <span className="block text-sm wrap-anywhere">{hint}</span> : null}
    </span>
  );
}
