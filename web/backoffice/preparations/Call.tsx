import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { berlinDay, formatDay } from '#domain/dates';
import type { PreparedContact } from '#domain/preparations/preparations';
import { href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { takesFocus } from '../../ui/focus';
import { CallForm, type Sent } from './CallForm';
import { useCalled } from './called';
import { draftOf } from './draft';
import { typedOf } from './typed';

type Props = { callbackId: string | undefined; onSent: () => void };

export function Call({ callbackId, onSent }: Props) {
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
