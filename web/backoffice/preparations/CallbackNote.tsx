import { Link } from '@tanstack/react-router';
import { type CallbackRow, noCallsLabel } from '#domain/callbacks/calls';
import { pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { LoadFailed } from '../Page';
import { LongText, PhoneText } from '../table/cells';
import { listId } from './search';

/** Whom the call is with, and what they wrote. */
export function CallbackNote({ callback }: { callback: CallbackRow }) {
  const { name, preferredTime, message, preparation, noCalls } = callback;
  return (
    <div className="mb-6 space-y-3">
      <div className="rounded-card border border-line bg-white p-4 wrap-anywhere shadow-card sm:px-6">
        <p>
          {'Rückruf: '}
          <strong>{name}</strong>
          {', '}
          <PhoneText {...callback} />
        </p>
        {preferredTime ? <p className="text-sm text-ink-soft">{`Wunschzeit: ${preferredTime}`}</p> : null}
        {message ? <LongText text={message} /> : null}
      </div>
      {noCalls ? (
        <Alert tone="warning" title={noCallsLabel}>
          Der Rückruf ist abbestellt. Bereiten Sie nur dann etwas vor, wenn diese Person sich selbst meldet.
        </Alert>
      ) : null}
      {preparation === 'open' ? (
        <Alert tone="warning" title="Für diesen Rückruf ist schon ein Antrag vorbereitet.">
          <a href={`#${listId}`} className={linkClass}>
            Senden Sie die Einladung in der Liste unten erneut, oder löschen Sie sie dort zuerst.
          </a>
        </Alert>
      ) : null}
    </div>
  );
}

export function CallbackGone() {
  return (
    <div className="mb-6">
      <Alert tone="warning" title="Diesen Rückruf gibt es nicht mehr.">
        Sie können den Antrag trotzdem vorbereiten, ohne ihn.
      </Alert>
    </div>
  );
}

export function CallbackMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mb-6 space-y-3">
      <LoadFailed framed onRetry={onRetry}>
        Der Rückruf konnte nicht geladen werden.
      </LoadFailed>
      <Link to={pages.backofficePreparations} className={linkClass}>
        Ohne Rückruf vorbereiten
      </Link>
    </div>
  );
}
