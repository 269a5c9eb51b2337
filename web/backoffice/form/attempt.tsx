/**
 * The id under which something is sent. It stays until the server has answered, also when the form is closed, so that
 * after a lost answer nothing is stored twice; and what was stored is shown before anything else is sent.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { idTaken } from '#domain/fields';
import { randomUuid } from '#domain/ids';
import { RequestFailed } from '../../api';
import { Alert } from '../../ui/notices';
import type { Action } from '../calls';
import { useDraft } from './drafts';

type Failure = Action<unknown, unknown>['failure'];

/**
 * @param name of the form; without one the id ends with the screen
 * @param find what the server has stored under the id, or null
 */
export function useAttempt<Stored>(
  name: string | undefined,
  find: (id: string) => Promise<Stored | null> = async () => null,
) {
  const kept = useDraft<{ id: string }>(name && `attempt ${name}`);
  const id = useRef('');
  id.current ||= kept.found?.id ?? randomUuid();
  const [stored, setStored] = useState<Stored | null>(null);
  const look = async (otherwise: Stored | null = null) => {
    const found = (await find(id.current).catch(() => null)) ?? otherwise;
    setStored(found);
    return found;
  };
  const lookAgain = useEffectEvent(() => {
    if (kept.found) void look();
  });
  // an answer may have been lost when the form was closed
  useEffect(() => lookAgain(), []);
  return {
    id: () => id.current,
    /** What an earlier attempt has stored, once that is known. */
    stored,
    /** Loads it; `otherwise` stands for what cannot be loaded. */
    look,
    /** Before each call. */
    begin: () => kept.keep({ id: id.current }),
    /** After the answer, or when the user has decided: the next one has an id of its own. */
    end: () => {
      kept.drop();
      id.current = randomUuid();
      setStored(null);
    },
  };
}

/** No toast when what is stored is shown instead. */
export function unlessTaken(failure: Failure): Failure {
  return (error) => {
    if (isTaken(error)) return null;
    return typeof failure === 'string' ? failure : failure(error);
  };
}

/** Whether an earlier attempt has stored something else under this id. */
export function isTaken(error: Error | null): boolean {
  return error instanceof RequestFailed && error.status === 409 && error.sentence === idTaken;
}

/** The button that stores what was typed besides what is stored. */
export const another = 'Zusätzlich speichern';

type Props = { words: string; noOther?: string };

/** What an earlier attempt has stored whose answer was lost. */
export function AlreadyStored({ words, noOther }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // it stands below the fields, which may fill the screen
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box}>
      <Alert tone="warning" role="alert" title="Gespeichert ist bereits:">
        <p className="max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-line">{words}</p>
        <p className="mt-2">
          {noOther ??
            `Ihr voriger Versuch ist angekommen, nur die Antwort ging verloren. „${another}“ speichert auch, was jetzt oben steht.`}
        </p>
      </Alert>
    </div>
  );
}
