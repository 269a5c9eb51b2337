import { useState } from 'react';
import { Button } from '../../ui/button';
import { useDraft } from '../form/unsent';
import { CallForm } from './CallForm';
import { useCalled } from './called';
import { type Draft, draftOf } from './draft';
import { SentNote } from './SentNote';
import { typedOf } from './typed';
import type { Sent } from './useCallForm';

type Props = { callbackId: string | undefined; onSent: () => void };

/** The form with what is known of the caller, and what has become of the call before. */
export function Call({ callbackId, onSent }: Props) {
  const called = useCalled(callbackId);
  const name = draftOf(callbackId);
  const { keep } = useDraft<Draft>(name);
  const [before, setBefore] = useState<{ sent?: Sent; discarded?: Draft }>({});
  // each call begins with a new form
  const [round, setRound] = useState(0);
  const goOn = (outcome: typeof before) => {
    setBefore(outcome);
    setRound(round + 1);
  };
  const { callback } = called;
  return (
    <>
      {before.sent ? <SentNote key={round} sent={before.sent} /> : null}
      {before.discarded ? (
        <Discarded
          onRestore={() => {
            if (before.discarded) keep(before.discarded);
            goOn({});
          }}
        />
      ) : null}
      <div>{called.note}</div>
      {called.isReady ? (
        <CallForm
          key={`${name} ${round}`}
          name={name}
          known={callback ? typedOf(callback) : {}}
          callbackId={callback?.id}
          onCallbackGone={called.onGone}
          onDiscarded={(discarded) => goOn({ discarded })}
          onSent={(sent) => {
            goOn({ sent });
            onSent();
          }}
        />
      ) : null}
    </>
  );
}

function Discarded({ onRestore }: { onRestore: () => void }) {
  return (
    <div role="status" className="mb-6 flex flex-wrap items-center gap-3">
      <p>Die Angaben sind verworfen.</p>
      <Button look="secondary" size="small" onClick={onRestore}>
        Wiederherstellen
      </Button>
    </div>
  );
}
