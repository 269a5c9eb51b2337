import { formatInstant } from '#domain/format';
import { matchLabels, type Withdrawal } from '#domain/law/staff-withdrawals';
import { type WithdrawalOutcome, withdrawalOutcomes } from '#domain/law/withdrawals';
import { mailHref } from '#domain/links';
import { Badge, type BadgeTone } from '../../ui/notices';
import { ApplicationLink, EmailText, Moment } from '../table/cells';
import type { Column } from '../table/Table';
import { AssignButton } from './AssignButton';
import { CloseButton } from './closing';

/** The server sorts: newest first. */
export const withdrawalColumns: Column<Withdrawal>[] = [
  { header: 'Eingegangen', cell: ({ receivedAt }) => <Moment iso={receivedAt} /> },
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <span id={`widerruf-${id}`} className="font-semibold wrap-anywhere">
        {name}
      </span>
    ),
    className: 'xl:min-w-32',
  },
  {
    header: 'E-Mail',
    cell: ({ email }) => <EmailText email={email} href={mailHref(email)} />,
    className: 'xl:min-w-40',
  },
  {
    header: 'Angabe',
    cell: ({ contract }) => <span className="wrap-anywhere">{contract ?? '-'}</span>,
    className: 'xl:min-w-32 xl:text-sm',
  },
  {
    header: 'Zuordnung',
    cell: (withdrawal) => <Assignment withdrawal={withdrawal} />,
    className: 'xl:min-w-40',
  },
  {
    header: 'Ergebnis',
    cell: (withdrawal) => <Outcome withdrawal={withdrawal} />,
    className: 'xl:min-w-40',
  },
];

function Assignment({ withdrawal }: { withdrawal: Withdrawal }) {
  const { applicationId: id, match, assignedAt, closedAt } = withdrawal;
  return (
    <div className="min-w-0 space-y-1 max-xl:inline">
      {id ? <ApplicationLink id={id} /> : null}
      <p className={`text-sm text-ink-soft ${id ? '' : 'max-xl:inline'}`}>
        {assignedAt ? byHand(id) : matchLabels[match]}
      </p>
      {closedAt ? null : (
        <div className="max-xl:mt-1">
          <AssignButton withdrawal={withdrawal} />
        </div>
      )}
    </div>
  );
}

function byHand(applicationId: string | null): string {
  return applicationId ? 'Von Hand zugeordnet' : 'Zuordnung aufgehoben';
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
