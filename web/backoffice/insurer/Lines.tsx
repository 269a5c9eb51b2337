import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useMemo, useRef, useState } from 'react';
import { caseStatuses, isMessageStatus } from '#domain/cases/statuses';
import { formatDay, isDay } from '#domain/dates';
import { check } from '#domain/fields';
import { counted } from '#domain/format';
import {
  applyRequest,
  type LineNote,
  type MatchedLine,
  type MatchedReturn,
  type ReturnResult,
} from '#domain/insurer/answers';
import { notApplied } from '#domain/insurer/lines';
import { keysOf } from '#domain/keys';
import { api, href, pages } from '#domain/urls';
import { patiently, request } from '../../api';
import { linkClass, SmallButton } from '../../ui/button';
import { takesFocus, useFocusAfter } from '../../ui/focus';
import { CaseStatusBadge } from '../cases/desk';
import { FormDialogButton } from '../form/FormDialog';
import { LongText, Text } from '../table/cells';
import { Empty, FilterSelect, Toolbar } from '../table/frame';
import { SelectionBar } from '../table/selection';
import { type Column, column, Table } from '../table/Table';

type Props = {
  id: string;
  matched: MatchedReturn;
  ticked: ReadonlySet<string>;
  notify: boolean;
  onChange: (part: { ticked?: ReadonlySet<string>; notify?: boolean }) => void;
  onBack: () => void;
  onApplied: (result: ReturnResult) => void;
};

export function Lines(props: Props) {
  const { matched, ticked, onChange, onBack } = props;
  const [filter, setFilter] = useState<Filter>('all');
  const lines = useMemo(() => linesOf(matched), [matched]);
  const rows = useMemo(() => lines.filter(filters[filter].keeps), [lines, filter]);
  const selectable = useMemo(() => new Set(rows.filter(filters.changes.keeps).map(rowIdOf)), [rows]);
  const chosen = lines.filter((line) => ticked.has(rowIdOf(line)));
  const around = useRef<HTMLDivElement>(null);
  useFocusAfter(chosen.length > 0, around);
  return (
    <section aria-labelledby={headingId}>
      <h2
        id={headingId}
        ref={takesFocus}
        tabIndex={-1}
        className="mb-2 scroll-mt-20 text-2xl text-green-900 outline-none"
      >
        Was sich ändern würde
      </h2>
      <p className="mb-4 max-w-3xl text-ink-soft">
        Noch ist nichts geändert. Zeilen mit einem Hinweis lassen sich nicht übernehmen.
      </p>
      <Toolbar>
        <FilterSelect label="Zeilen filtern" value={filter} options={optionsOf(lines)} onChange={setFilter} />
        <SmallButton onClick={onBack}>Zuordnung ändern</SmallButton>
      </Toolbar>
      <div ref={around} tabIndex={-1} className="flex flex-col outline-none">
        <Apply {...props} lines={chosen} />
        <Table
          label="Was sich ändern würde"
          columns={lineColumns}
          rows={rows}
          rowId={rowIdOf}
          rowName={nameOf}
          // each filter shows all or none of the rows that can be ticked
          selection={{
            selectable,
            selected: ticked,
            onChange: (next) => onChange({ ticked: next }),
            othersDisabled: true,
          }}
          empty={<Empty title="Keine Zeilen in dieser Auswahl" />}
        />
      </div>
    </section>
  );
}

const headingId = 'zeilen';

export const rowIdOf = ({ line }: { line: number }) => String(line);

const filters = {
  all: { label: 'Alle', keeps: () => true },
  changes: { label: 'Änderungen', keeps: ({ problem }: MatchedLine) => problem === null },
  problems: { label: 'Probleme', keeps: ({ problem }: MatchedLine) => problem !== null },
};
type Filter = keyof typeof filters;

function optionsOf(lines: readonly MatchedLine[]) {
  return keysOf(filters).map((value) => {
    const { label, keeps } = filters[value];
    return { value, label: `${label} (${lines.filter(keeps).length.toLocaleString('de-DE')})` };
  });
}

/** The bar of the ticked lines. Asks before they are applied. The same again are safe: they are applied once. */
function Apply({ id, lines, notify, onChange, onApplied }: Props & { lines: readonly MatchedLine[] }) {
  const mails = lines.filter(writes).length;
  return (
    <SelectionBar
      text={lines.length > 0 ? `${counted(lines.length, 'Zeile', 'Zeilen')} ausgewählt` : null}
      onClear={() => onChange({ ticked: new Set() })}
    >
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-green-800 xl:size-5"
          checked={notify}
          onChange={({ target }) => onChange({ notify: target.checked })}
        />
        <span>
          E-Mail an die Antragsteller senden{' '}
          <span className="text-sm whitespace-nowrap text-ink-soft">
            {`(${counted(mails, 'E-Mail', 'E-Mails')})`}
          </span>
        </span>
      </label>
      <FormDialogButton
        label={`${counted(lines.length, 'Änderung', 'Änderungen')} übernehmen`}
        look="primary"
        title="Änderungen übernehmen?"
        note={noteOf(lines, notify ? mails : 0)}
        initial={{}}
        check={(_, attempt) =>
          check(applyRequest, { id: attempt, lines: lines.map(({ line }) => line), notify })
        }
        call={async (body) => {
          const result = await request<ReturnResult>('POST', href(api.applyReturn, { id }), body, patiently);
          onApplied(result);
          return result;
        }}
        failure="Die Änderungen konnten nicht übernommen werden. Ihre Auswahl ist noch da."
        submit={{ label: 'Jetzt übernehmen', busyLabel: 'Wird übernommen...' }}
        fields={() => null}
      />
    </SelectionBar>
  );
}

/** Who is policed or declined has a message; a question of the insurer is the staff's. */
function writes({ from, to }: MatchedLine): boolean {
  return to !== null && to !== from && isMessageStatus(to);
}

function noteOf(lines: readonly MatchedLine[], mails: number): string {
  // the policy number alone is no step
  const steps = lines.map(({ from, to }) => (to === from ? null : to));
  const sentences = [...new Set(steps)].map((to) => {
    const { length } = steps.filter((step) => step === to);
    return to === null
      ? `${counted(length, 'Vorgang bekommt', 'Vorgänge bekommen')} eine Versicherungsscheinnummer.`
      : `${counted(length, 'Vorgang wird', 'Vorgänge werden')} auf „${caseStatuses[to].label}“ gesetzt.`;
  });
  const sending =
    mails === 0
      ? 'Es werden keine E-Mails gesendet.'
      : counted(mails, 'E-Mail geht an einen Antragsteller.', 'E-Mails gehen an die Antragsteller.');
  return [...sentences, sending].join(' ');
}

type ShownLine = MatchedLine & Omit<LineNote, 'line'>;

export function linesOf({ rows, notes }: MatchedReturn): ShownLine[] {
  return rows.map((row, at) => ({ ...unnamed, ...notes[at], ...row }));
}

const unnamed = { reference: '', contactName: null, horseName: null, reason: null, date: null, hint: null };

/** For the box of a row, and for what was skipped. */
export function nameOf({ line, contactName, horseName }: ShownLine): string {
  const who = [contactName, horseName].filter(Boolean).join(' mit ');
  return who ? `Zeile ${line}, ${who}` : `Zeile ${line}`;
}

const lineColumns: Column<ShownLine>[] = [
  column('Zeile', ({ line }) => <span className="tabular-nums">{line}</span>),
  column('Referenz und Person', (line) => <Person line={line} />, 'xl:min-w-56 max-xl:before:hidden!'),
  column('Stand', (line) => <Step line={line} />, 'xl:min-w-52'),
  column('Police', ({ policyNumber }) => policyNumber && <Text>{policyNumber}</Text>, 'xl:min-w-32'),
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
