import { berlinDay, formatDay } from '#domain/dates';
import type { PreparationRow } from '#domain/preparations/preparations';
import { api, href } from '#domain/urls';
import { request } from '../../api';
import { ActionButton } from '../buttons';
import { DeleteButton } from '../DeleteButton';
import { MailReply, PreparationBadge, Undeliverable } from '../progress';
import { ApplicationLink, Moment } from '../table/cells';
import type { Column } from '../table/Table';

export const preparationColumns: Column<PreparationRow>[] = [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <span id={nameId(id)} className="font-semibold wrap-anywhere">
        {name}
      </span>
    ),
  },
  {
    header: 'Stand',
    cell: ({ state, undeliverable, reply }) => (
      <>
        <span className="inline-flex flex-wrap gap-1">
          <PreparationBadge state={state} />
          <Undeliverable undeliverable={undeliverable} />
        </span>
        <MailReply reply={reply} />
      </>
    ),
  },
  { header: 'Vorbereitet', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
  {
    header: 'Von',
    cell: ({ createdBy }) => <span className="wrap-anywhere">{createdBy}</span>,
    className: 'xl:min-w-28',
  },
  {
    header: 'Link gilt bis',
    cell: ({ expiresAt }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDay(berlinDay(new Date(expiresAt)))}</span>
    ),
  },
  { header: 'Antrag', cell: ({ applicationId }) => <ApplicationLink id={applicationId} /> },
  {
    id: 'actions',
    header: 'Aktionen',
    cell: (row) => (
      <span className="flex flex-wrap gap-2 empty:hidden">
        {row.state === 'completed' ? null : <InviteButton id={row.id} />}
        {row.state === 'open' || row.state === 'begun' ? <DeletePreparation {...row} /> : null}
      </span>
    ),
  },
];

const nameId = (id: string) => `vorbereitet-${id}`;

function InviteButton({ id }: { id: string }) {
  return (
    <ActionButton
      label="Einladung erneut senden"
      busyLabel="Wird gesendet..."
      describedBy={nameId(id)}
      call={() => request('POST', href(api.invitePreparation, { id }), {})}
      success="Die Einladung geht noch einmal hinaus."
      failure="Die Einladung konnte nicht erneut gesendet werden."
    />
  );
}

function DeletePreparation({ id, name, state }: PreparationRow) {
  return (
    <DeleteButton
      path={href(api.preparation, { id })}
      title="Vorbereiteten Antrag löschen?"
      failure="Der vorbereitete Antrag konnte nicht gelöscht werden."
      describedBy={nameId(id)}
    >
      {state === 'begun' ? (
        <p className="font-semibold">Es gibt schon Angaben des Kunden. Sie werden mit gelöscht.</p>
      ) : null}
      <p>
        Die Angaben zu <span>{name}</span> werden endgültig gelöscht, ebenso die E-Mails dazu. Der Link aus
        der Einladung funktioniert dann nicht mehr.
      </p>
    </DeleteButton>
  );
}
