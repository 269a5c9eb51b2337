import { type CallbackRow, callOutcomeLabels } from '#domain/callbacks/calls';
import { formatInstant } from '#domain/format';
import { mailHref } from '#domain/links';
import { Badge } from '../../ui/notices';
import { MailReply, NoCalls, PreparationBadge, Undeliverable } from '../progress';
import { EmailText, LongText, Moment, PhoneText } from '../table/cells';
import type { Column } from '../table/Table';
import { CallButton } from './CallDialog';
import { DeleteCallback, PrepareLink, ProcessButton } from './row-buttons';
import { stateLabels, stateOf } from './rows';

export const callbackColumns: Column<CallbackRow>[] = [
  {
    id: 'name',
    header: 'Kontakt',
    sortValue: ({ name }) => name,
    cell: ({ id, name, source }) => (
      <>
        <span id={`kontakt-${id}`} className="font-semibold wrap-anywhere">
          {name}
        </span>
        <span className="block text-sm wrap-anywhere text-ink-soft">{`Quelle: ${source}`}</span>
      </>
    ),
    className: 'xl:min-w-28 min-[88rem]:min-w-32',
  },
  {
    id: 'phone',
    header: 'Telefon',
    sortValue: ({ phone }) => phone,
    cell: (callback) => (
      <span className="wrap-anywhere min-[88rem]:whitespace-nowrap">
        <PhoneText {...callback} />
      </span>
    ),
    className: 'xl:min-w-28',
  },
  {
    header: 'E-Mail',
    cell: ({ email }) => (email ? <EmailText email={email} href={mailHref(email)} /> : <span>-</span>),
    className: 'xl:min-w-36',
  },
  {
    header: 'Nachricht',
    cell: ({ message }) => (message ? <LongText text={message} /> : <span>-</span>),
    className: 'xl:min-w-32 xl:text-sm',
  },
  {
    header: 'Wunschzeit',
    cell: ({ preferredTime }) => <span className="wrap-anywhere">{preferredTime || '-'}</span>,
    className: 'xl:min-w-24 xl:text-sm',
  },
  {
    id: 'processed',
    header: 'Status',
    sortValue: ({ processed }) => Number(processed),
    cell: (callback) => (
      <>
        <span className="inline-flex flex-wrap gap-1">
          <Badge tone={callback.processed ? 'positive' : 'waiting'}>{stateLabels[stateOf(callback)]}</Badge>
          <NoCalls {...callback} />
          {callback.overdue ? <Badge tone="negative">Überfällig</Badge> : null}
          {callback.preparation ? <PreparationBadge state={callback.preparation} /> : null}
          <Undeliverable {...callback} />
        </span>
        <Calls {...callback} />
        <MailReply reply={callback.reply} />
      </>
    ),
  },
  {
    id: 'createdAt',
    header: 'Erstellt',
    sortValue: ({ createdAt }) => Date.parse(createdAt),
    cell: ({ createdAt }) => <Moment iso={createdAt} />,
  },
  {
    id: 'actions',
    header: 'Aktionen',
    cell: ({ id, name, phone, processed, noCalls }) => (
      <span className="flex flex-wrap gap-2 xl:grid xl:[&>:not(dialog)]:px-2 min-[88rem]:grid-cols-2">
        {processed ? null : <ProcessButton id={id} />}
        {noCalls ? null : <CallButton callback={{ id, name, phone }} describedBy={`kontakt-${id}`} />}
        <PrepareLink id={id} />
        <DeleteCallback id={id} name={name} />
      </span>
    ),
    className: 'min-[88rem]:min-w-66',
  },
];

function Calls({ attempts, lastOutcome, nextCallAt, processed }: CallbackRow) {
  if (lastOutcome === null) return null;
  const next = nextCallAt && !processed;
  return (
    <span className="mt-1 block text-sm text-ink-soft">
      <span>{`${attempts}× angerufen, zuletzt: ${callOutcomeLabels[lastOutcome]}`}</span>
      {next ? (
        <span className="block">
          Nächster Anruf: <time dateTime={nextCallAt}>{formatInstant(nextCallAt)}</time>
        </span>
      ) : null}
    </span>
  );
}
