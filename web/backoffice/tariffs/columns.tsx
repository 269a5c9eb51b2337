import { Link } from '@tanstack/react-router';
import { formatDay } from '#domain/dates';
import type { MessageResponse } from '#domain/responses';
import type { TariffVersion } from '#domain/tariffs/staff';
import { type TariffState, tariffStates } from '#domain/tariffs/versions';
import { api, href, pages } from '#domain/urls';
import { request } from '../../api';
import { buttonClass } from '../../ui/button';
import { Badge, type BadgeTone } from '../../ui/notices';
import { ActionButton, PassingButton } from '../buttons';
import { Moment } from '../table/cells';
import type { Column } from '../table/Table';

const tones: Record<TariffState, BadgeTone> = {
  draft: 'neutral',
  released: 'waiting',
  active: 'positive',
  past: 'neutral',
};

type OnRelease = (version: TariffVersion) => void;

/** The server sorts: newest first. */
export function columnsOf(onRelease: OnRelease): Column<TariffVersion>[] {
  return [
    {
      header: 'Version',
      cell: ({ id, number }) => (
        <span id={nameId(id)} className="font-semibold whitespace-nowrap">{`Version ${number}`}</span>
      ),
    },
    { header: 'Stand', cell: ({ state }) => <Badge tone={tones[state]}>{tariffStates[state]}</Badge> },
    {
      header: 'Gültig ab',
      cell: ({ validFrom }) => (
        <time dateTime={validFrom} className="tabular-nums">
          {formatDay(validFrom)}
        </time>
      ),
    },
    { header: 'Angelegt von', cell: ({ createdBy }) => <span className="wrap-anywhere">{createdBy}</span> },
    { header: 'Angelegt am', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
    {
      header: 'Freigegeben von',
      cell: ({ releasedBy }) => <span className="wrap-anywhere">{releasedBy ?? '-'}</span>,
    },
    {
      id: 'actions',
      header: 'Aktionen',
      cell: (version) => <Actions version={version} onRelease={onRelease} />,
      className: 'xl:w-px',
    },
  ];
}

function Actions({ version, onRelease }: { version: TariffVersion; onRelease: OnRelease }) {
  const { id, state } = version;
  const draft = state === 'draft';
  return (
    <span className="flex flex-wrap gap-2 xl:flex-nowrap">
      {draft ? <OwnLink id={id} to="edit" label="Bearbeiten" /> : null}
      <OwnLink id={id} to="preview" label={draft || state === 'released' ? 'Vorschau' : 'Ansehen'} />
      {draft ? (
        <>
          <PassingButton
            look="secondary"
            size="small"
            aria-describedby={nameId(id)}
            onClick={() => onRelease(version)}
          >
            Freigeben
          </PassingButton>
          <DeleteButton id={id} />
        </>
      ) : null}
      {state === 'released' ? <TakeBackButton id={id} /> : null}
    </span>
  );
}

function OwnLink({ id, to, label }: { id: string; to: 'edit' | 'preview'; label: string }) {
  return (
    <Link
      to={pages.backofficeTariffs}
      search={{ [to]: id } as never}
      aria-describedby={nameId(id)}
      className={buttonClass('secondary', 'small')}
    >
      {label}
    </Link>
  );
}

function DeleteButton({ id }: { id: string }) {
  return (
    <ActionButton
      label="Löschen"
      busyLabel="Wird gelöscht..."
      question="Sind Sie sicher, dass Sie diesen Entwurf löschen möchten?"
      describedBy={nameId(id)}
      look="danger"
      call={() => request<MessageResponse>('DELETE', href(api.tariffVersion, { id }))}
      success="Der Entwurf wurde gelöscht."
      failure="Der Entwurf konnte nicht gelöscht werden."
    />
  );
}

export function TakeBackButton({ id }: { id: string }) {
  return (
    <ActionButton
      label="Freigabe zurücknehmen"
      busyLabel="Wird zurückgenommen..."
      question="Möchten Sie die Freigabe zurücknehmen? Die Version wird dann wieder ein Entwurf."
      describedBy={nameId(id)}
      className="whitespace-nowrap"
      call={() => request<TariffVersion>('DELETE', href(api.releaseTariffs, { id }))}
      success="Die Version ist wieder ein Entwurf."
      failure="Die Freigabe konnte nicht zurückgenommen werden."
    />
  );
}

const nameId = (id: string) => `tarife-${id}`;
