import { Link } from '@tanstack/react-router';
import type { MessageResponse } from '#domain/responses';
import type { TariffVersion } from '#domain/tariffs/staff';
import { api, href, pages } from '#domain/urls';
import { request } from '../../api';
import { buttonClass } from '../../ui/button';
import { ActionButton, PassingButton } from '../buttons';

export type OnRelease = (version: TariffVersion) => void;

type Props = { version: TariffVersion; onRelease: OnRelease };

export function RowActions({ version, onRelease }: Props) {
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

export function PreviewActions({ version, onRelease }: Props) {
  const { id, state } = version;
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'draft' ? (
        <>
          <Link
            to={pages.backofficeTariffs}
            search={{ edit: id } as never}
            className={buttonClass('secondary', 'small')}
          >
            Bearbeiten
          </Link>
          <PassingButton size="small" onClick={() => onRelease(version)}>
            Freigeben
          </PassingButton>
        </>
      ) : null}
      {state === 'released' ? <TakeBackButton id={id} /> : null}
    </div>
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

function TakeBackButton({ id }: { id: string }) {
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

export const nameId = (id: string) => `tarife-${id}`;
