import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { check, tidied } from '#domain/fields';
import { formatInstant } from '#domain/format';
import {
  matchLabels,
  type Withdrawal,
  type WithdrawalPage,
  type WithdrawalsClosed,
  withdrawalAssignment,
  withdrawalClosing,
  withdrawalStates,
} from '#domain/law/staff-withdrawals';
import { type WithdrawalOutcome, withdrawalOutcomes } from '#domain/law/withdrawals';
import { api, href, pages } from '#domain/urls';
import { patiently, request } from '../../api';
import { optionsOf, SelectField, TextField } from '../../ui/fields';
import { useFocusAfter } from '../../ui/focus';
import { Badge, type BadgeTone } from '../../ui/notices';
import { sharedCount } from '../calls';
import { FormDialogButton } from '../form/FormDialog';
import type { Fields } from '../form/form';
import { inPages, listScreen, NoRows } from '../ListPage';
import { anyText, oneOf, pageNumber, searchOf } from '../screen';
import { ApplicationLink, EmailText, Moment, Name, Text } from '../table/cells';
import { SelectionBar, SkippedRows, useTickedRows } from '../table/selection';
import { type Column, column, Table } from '../table/Table';

const open = sharedCount<WithdrawalPage>(api.staffWithdrawals, (page) => page.open);

const search = searchOf({ q: anyText, page: pageNumber, state: oneOf(withdrawalStates) });

export const screen = listScreen({
  path: pages.backofficeWithdrawals,
  title: 'Widerrufe',
  icon: Undo2,
  useCount: open.useCount,
  what: 'der Widerrufe',
  list: api.staffWithdrawals,
  search,
  asks: inPages,
  find: { label: 'Widerrufe durchsuchen', placeholder: 'Name, E-Mail oder Nummer suchen...' },
  filters: [
    {
      name: 'state',
      label: 'Nach Stand filtern',
      all: 'Alle Widerrufe',
      options: optionsOf({ open: 'Offen', closed: 'Abgeschlossen' }),
    },
  ],
  note: (page: WithdrawalPage) => (
    <Badge tone={page.open > 0 ? 'waiting' : 'neutral'}>{`${page.open} offen`}</Badge>
  ),
  show: (page, list) => (
    <Withdrawals page={page} empty={<NoRows {...list} title="Keine Widerrufe gefunden" />} />
  ),
});

function Withdrawals({ page, empty }: { page: WithdrawalPage; empty: ReactNode }) {
  open.useShared(page);
  if (page.withdrawals.length === 0) return empty;
  return <WithdrawalList withdrawals={page.withdrawals} />;
}

const idOf = ({ id }: Withdrawal) => id;

function WithdrawalList({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const open = useMemo(() => withdrawals.filter(({ closedAt }) => closedAt === null), [withdrawals]);
  const selectable = useMemo(() => new Set(open.map(idOf)), [open]);
  const { selected, selection, clear } = useTickedRows(open, idOf);
  const [skipped, setSkipped] = useState<WithdrawalsClosed['skipped']>([]);
  const around = useRef<HTMLDivElement>(null);
  useFocusAfter(selected.length > 0, around);
  const nameOf = (id: string) => withdrawals.find((one) => one.id === id)?.name ?? id.slice(0, 8);
  return (
    <div ref={around} tabIndex={-1} className="flex flex-col outline-none">
      <SelectionBar text={selected.length > 0 ? countOf(selected) : null} onClear={clear}>
        <CloseSeveral
          selected={selected}
          onClosed={(left) => {
            setSkipped(left);
            clear();
          }}
        />
      </SelectionBar>
      <SkippedRows
        what={['Widerruf', 'Widerrufe']}
        rows={skipped.map(({ id, reason }) => ({ id, reason, name: nameOf(id) }))}
      />
      <Table
        label="Widerrufe"
        columns={columns}
        rows={withdrawals}
        rowId={idOf}
        rowName={({ name }) => name}
        selection={open.length > 0 ? { ...selection, selectable } : undefined}
      />
    </div>
  );
}

/** The server sorts: newest first. */
const columns: Column<Withdrawal>[] = [
  column('Eingegangen', ({ receivedAt }) => <Moment iso={receivedAt} />),
  column('Name', ({ id, name }) => <Name id={`widerruf-${id}`}>{name}</Name>, 'xl:min-w-32'),
  column('E-Mail', ({ email }) => <EmailText linked email={email} />, 'xl:min-w-40'),
  column('Angabe', ({ contract }) => <Text>{contract}</Text>, 'xl:min-w-32 xl:text-sm'),
  column('Zuordnung', (withdrawal) => <Assignment withdrawal={withdrawal} />, 'xl:min-w-40'),
  column('Ergebnis', (withdrawal) => <Outcome withdrawal={withdrawal} />, 'xl:min-w-40'),
];

function Assignment({ withdrawal }: { withdrawal: Withdrawal }) {
  const { applicationId: id, match, assignedAt, closedAt } = withdrawal;
  return (
    <div className="min-w-0 space-y-1 max-xl:inline">
      {id ? <ApplicationLink id={id} /> : null}
      <p className={`text-sm text-ink-soft ${id ? '' : 'max-xl:inline'}`}>
        {assignedAt ? (id ? 'Von Hand zugeordnet' : 'Zuordnung aufgehoben') : matchLabels[match]}
      </p>
      {closedAt ? null : (
        <div className="max-xl:mt-1">
          <AssignButton withdrawal={withdrawal} />
        </div>
      )}
    </div>
  );
}

const tones: Record<WithdrawalOutcome, BadgeTone> = {
  effective: 'positive',
  late: 'negative',
  unmatched: 'neutral',
  duplicate: 'neutral',
};

function Outcome({ withdrawal }: { withdrawal: Withdrawal }) {
  const { outcome, note, closedAt } = withdrawal;
  return (
    <div className="min-w-0 space-y-1 max-xl:inline">
      {outcome ? (
        <Badge tone={tones[outcome]}>{withdrawalOutcomes[outcome]}</Badge>
      ) : (
        <span className="inline-flex flex-wrap items-center gap-2 align-middle">
          <Badge tone="waiting">Offen</Badge>
          <CloseButton withdrawal={withdrawal} />
        </span>
      )}
      {closedAt ? <p className="text-sm text-ink-soft">{formatInstant(closedAt)}</p> : null}
      {note ? <p className="text-sm wrap-anywhere">{note}</p> : null}
    </div>
  );
}

function AssignButton({ withdrawal: { id, name, applicationId } }: { withdrawal: Withdrawal }) {
  return (
    <FormDialogButton
      label="Zuordnen"
      describedBy={`widerruf-${id}`}
      title="Widerruf zuordnen"
      note={`Von ${name}.`}
      initial={{ applicationId: applicationId ?? '' }}
      check={(typed) => check(withdrawalAssignment, { applicationId: tidied(typed.applicationId) || null })}
      call={(body) => request<Withdrawal>('POST', href(api.assignWithdrawal, { id }), body)}
      success="Die Zuordnung wurde gespeichert."
      failure="Die Zuordnung konnte nicht gespeichert werden."
      fields={({ control }) => (
        <TextField
          label="Antragsnummer"
          hint="Die ganze Nummer aus den Antragsdetails. Leer: Der Widerruf gehört zu keinem Antrag."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...control('applicationId')}
        />
      )}
    />
  );
}

function CloseButton({ withdrawal: { id, name } }: { withdrawal: Withdrawal }) {
  return (
    <FormDialogButton
      label={closing.label}
      describedBy={`widerruf-${id}`}
      draft={`withdrawal ${id}`}
      title="Widerruf abschließen"
      note={`Von ${name}. Danach lässt sich der Widerruf nicht mehr ändern.`}
      initial={noClosing}
      check={(typed) => check(withdrawalClosing, typed)}
      call={(body) => request<Withdrawal>('POST', href(api.closeWithdrawal, { id }), body)}
      success="Der Widerruf wurde abgeschlossen."
      failure="Der Widerruf konnte nicht abgeschlossen werden."
      submit={closing}
      fields={ClosingFields}
    />
  );
}

type ClosingProps = {
  selected: readonly Withdrawal[];
  onClosed: (skipped: WithdrawalsClosed['skipped']) => void;
};

function CloseSeveral({ selected, onClosed }: ClosingProps) {
  return (
    <FormDialogButton
      label="Ausgewählte abschließen"
      title="Widerrufe abschließen"
      note={`${countOf(selected)}. Danach lassen sie sich nicht mehr ändern. „Wirksam“ setzt jeden zugeordneten Vorgang auf „Widerrufen“, auch bei einem Vorschlag.`}
      initial={noClosing}
      check={(typed) => check(withdrawalClosing, typed)}
      call={(body) => {
        const all = { ids: selected.map(idOf), ...body };
        return request<WithdrawalsClosed>('POST', api.closeWithdrawals, all, patiently);
      }}
      after={(_, __, answer) => answer && onClosed(answer.skipped)}
      success={({ closed }) =>
        closed === 1 ? '1 Widerruf wurde abgeschlossen.' : `${closed} Widerrufe wurden abgeschlossen.`
      }
      failure="Die Widerrufe konnten nicht abgeschlossen werden."
      submit={closing}
      fields={ClosingFields}
    />
  );
}

function countOf({ length }: readonly Withdrawal[]): string {
  return length === 1 ? '1 Widerruf ausgewählt' : `${length} Widerrufe ausgewählt`;
}

const noClosing = { outcome: '', note: '' };
const closing = { label: 'Abschließen', busyLabel: 'Wird abgeschlossen...' };

const outcomes = optionsOf(withdrawalOutcomes);

function ClosingFields({ control }: Fields<typeof noClosing>) {
  return (
    <>
      <SelectField label="Ergebnis" placeholder="Bitte wählen" options={outcomes} {...control('outcome')} />
      <TextField label="Notiz (optional)" autoComplete="off" {...control('note')} />
    </>
  );
}
