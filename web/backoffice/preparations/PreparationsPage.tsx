import { Link } from '@tanstack/react-router';
import FilePen from 'lucide-react/icons/file-pen';
import { useState } from 'react';
import { type CallbackRow, noCallsLabel } from '#domain/callbacks/calls';
import { berlinDay, formatDay } from '#domain/dates';
import { type PreparedContact, patienceDays } from '#domain/preparations/preparations';
import { api, href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { takesFocus } from '../../ui/focus';
import { Alert, Spinner } from '../../ui/notices';
import { changing, useLoaded } from '../calls';
import { readTabDrafts } from '../form/kept';
import { BackLink, LoadFailed, Page } from '../Page';
import { type Screen, useSearchState } from '../screen';
import { useCurrentUser } from '../session';
import { LongText, PhoneText } from '../table/cells';
import { begunCallbacks, CallForm, draftOf, type Sent } from './CallForm';
import { listId, PreparedList, preparationsSearch, waiting } from './PreparedList';
import { typedOf } from './typed';

function PreparationsPage() {
  const [{ callback }, change] = useSearchState(preparationsSearch);
  return (
    <Page
      title="Antrag vorbereiten"
      before={
        callback ? <BackLink to={pages.backofficeCallbacks} label="Zurück zu den Rückrufen" /> : undefined
      }
      note={
        <a href={`#${listId}`} className={linkClass}>
          <Waiting />
        </a>
      }
    >
      <Call callbackId={callback} onSent={() => change({ callback: undefined }, true)} />
      <PreparedList />
    </Page>
  );
}

function Waiting() {
  const count = waiting.useCount();
  if (!count) return 'Zu den vorbereiteten Anträgen';
  const what = count === 1 ? '1 begonnener Antrag wartet' : `${count} begonnene Anträge warten`;
  return `${what} seit mehr als ${patienceDays} Tagen`;
}

export const screen: Screen = {
  path: pages.backofficePreparations,
  title: 'Vorbereitet',
  icon: FilePen,
  useCount: waiting.useCount,
  countWord: `seit ${patienceDays} Tagen begonnen`,
  search: preparationsSearch,
  component: PreparationsPage,
};

type CallProps = { callbackId: string | undefined; onSent: () => void };

function Call({ callbackId, onSent }: CallProps) {
  const called = useCalled(callbackId);
  const name = draftOf(callbackId);
  const [sent, setSent] = useState<Sent>();
  // each call begins with a new form
  const [round, setRound] = useState(0);
  const goOn = (outcome?: Sent) => {
    setSent(outcome);
    setRound(round + 1);
  };
  const { callback } = called;
  return (
    <>
      {sent ? <SentNote key={round} sent={sent} /> : null}
      <div>{called.note}</div>
      {called.isReady ? (
        <CallForm
          key={`${name} ${round}`}
          name={name}
          known={callback ? typedOf(callback) : {}}
          callbackId={callback?.id}
          onCallbackGone={called.onGone}
          onDiscarded={() => goOn()}
          onSent={(outcome) => {
            goOn(outcome);
            onSent();
          }}
        />
      ) : null}
    </>
  );
}

/** What to tell the caller before they hang up. It takes the focus; the next stop is the form for the next call. */
function SentNote({ sent }: { sent: Sent }) {
  const { contact, applicationId, expiresAt, callbackId } = sent;
  return (
    <div
      ref={takesFocus}
      role="status"
      tabIndex={-1}
      className="mb-6 space-y-1 rounded-card border border-green-200 bg-green-50 p-4 wrap-anywhere sm:p-6"
    >
      <p className="font-serif text-xl font-semibold text-green-900">Die Einladung ist unterwegs</p>
      <p>
        <span>{`An ${contact.firstName} ${contact.lastName}, `}</span>
        <strong>{contact.email}</strong>
        <span>{`. Der Link funktioniert bis ${formatDay(berlinDay(new Date(expiresAt)))}.`}</span>
      </p>
      <p>{`${whoOf(contact)} erklärt alles selbst: Noch ist nichts beantragt.`}</p>
      {callbackId ? <p>Der Rückruf ist als bearbeitet markiert.</p> : null}
      <p className="flex flex-wrap gap-x-6 pt-1">
        <Link to={href(pages.backofficeApplication, { id: applicationId })} className={linkClass}>
          Zum Antrag
        </Link>
        {callbackId ? (
          <Link to={pages.backofficeCallbacks} className={linkClass}>
            Zurück zu den Rückrufen
          </Link>
        ) : null}
      </p>
    </div>
  );
}

function whoOf({ salutation }: PreparedContact): string {
  if (salutation === 'mrs') return 'Die Kundin';
  return salutation === 'mr' ? 'Der Kunde' : 'Wer den Antrag stellt,';
}

function useCalled(id: string | undefined) {
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
