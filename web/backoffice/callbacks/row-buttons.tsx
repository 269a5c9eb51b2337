import { Link } from '@tanstack/react-router';
import type { Callback } from '#domain/callbacks/request';
import { api, href, pages } from '#domain/urls';
import { request } from '../../api';
import { buttonClass } from '../../ui/button';
import { ActionButton } from '../buttons';
import { DeleteButton } from '../DeleteButton';

export function DeleteCallback({ id, name }: Pick<Callback, 'id' | 'name'>) {
  return (
    <DeleteButton
      path={href(api.staffCallback, { id })}
      title="Rückruf-Anfrage löschen?"
      failure="Die Rückruf-Anfrage konnte nicht gelöscht werden"
      describedBy={`kontakt-${id}`}
    >
      <p>
        Die Anfrage von <span>{name}</span> wird mit allen Anrufen und E-Mails endgültig gelöscht. Nur die
        Nachweise bleiben, ohne Namen und Nummer.
      </p>
    </DeleteButton>
  );
}

/** A processed request cannot be opened again. */
export function ProcessButton({ id }: { id: string }) {
  return (
    <ActionButton
      label="Als bearbeitet markieren"
      busyLabel="Wird markiert..."
      describedBy={`kontakt-${id}`}
      call={() => request<Callback>('POST', href(api.processCallback, { id }))}
      success="Rückruf-Anfrage wurde als bearbeitet markiert"
      failure="Failed to process request"
    />
  );
}

export function PrepareLink({ id }: { id: string }) {
  return (
    <Link
      to={pages.backofficePreparations}
      // the type of the router has no screens
      search={{ callback: id } as never}
      aria-describedby={`kontakt-${id}`}
      className={buttonClass('secondary', 'small')}
    >
      Antrag vorbereiten
    </Link>
  );
}
