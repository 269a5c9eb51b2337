import { useState } from 'react';
import { CallForm } from './CallForm';
import { useCalled } from './called';
import { draftOf } from './draft';
import { SentNote } from './SentNote';
import { typedOf } from './typed';
import type { Sent } from './useCallForm';

type Props = { callbackId: string | undefined; onSent: () => void };

/** The form with what is known of the caller, and what has become of the call before. */
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
