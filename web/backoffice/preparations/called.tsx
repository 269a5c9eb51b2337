import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallbackRow, noCallsLabel } from '#domain/callbacks/calls';
import { api, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { Alert, Spinner } from '../../ui/notices';
import { changing, useLoaded } from '../calls';
import { useCurrentUser } from '../current-user';
import { readTabDrafts } from '../form/kept';
import { LoadFailed } from '../Page';
import { LongText, PhoneText } from '../table/cells';
import { begunCallbacks } from './draft';
import { listId } from './PreparedList';

export function useCalled(id: string | undefined) {
  const { data, error, isFetching, refetch } = useLoaded<CallbackRow[]>(api.staffCallbacks, {
    ...changing,
    enabled: id !== undefined,
  });
  const [gone, setGone] = useState<string>();
  const onGone = () => setGone(id);
  if (id === undefined) return { isReady: true, onGone, note: <BegunCalls /> };
  const callback = gone === id ? undefined : data?.find((one) => one.id === id);
  if (callback) return { callback, isReady: true, onGone, note: <CallbackNote callback={callback} /> };
  // it stays so, whatever is loaded again
  if (data && !isFetching && gone !== id) setGone(id);
  if (gone === id) return { isReady: true, onGone, note: <CallbackGone /> };
  if (!error || isFetching) return { onGone, note: <Spinner label="Rückruf wird geladen..." /> };
  return { onGone, note: <CallbackMissing onRetry={() => void refetch()} /> };
}

/** Who has lost the session comes back without the callback in the address. */
function BegunCalls() {
  const { id: user } = useCurrentUser();
  const [begun] = useState(() => begunCallbacks(readTabDrafts(user)));
  return begun.map((callback) => (
    <p key={callback} className="mb-4">
      <Link
        to={pages.backofficePreparations}
        // the type of the router has no screens
        search={{ callback } as never}
        className={linkClass}
      >
        Angefangenen Antrag zu einem Rückruf fortsetzen
      </Link>
    </p>
  ));
}

function CallbackNote({ callback }: { callback: CallbackRow }) {
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

function CallbackGone() {
  return (
    <div className="mb-6">
      <Alert tone="warning" title="Diesen Rückruf gibt es nicht mehr.">
        Sie können den Antrag trotzdem vorbereiten, ohne ihn.
      </Alert>
    </div>
  );
}

function CallbackMissing({ onRetry }: { onRetry: () => void }) {
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
