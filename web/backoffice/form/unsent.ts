import { type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router';
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { idTaken } from '#domain/fields';
import { randomUuid } from '#domain/ids';
import { pages } from '#domain/urls';
import { RequestFailed } from '../../api';
import type { Action } from '../calls';
import { CurrentUser } from '../current-user';
import { dropDraft, keepDraft, useDrafts } from './kept';

/** What was typed when a form went away before it was sent. The same user finds it again. Without a name nothing is kept. */
export function useDraft<Values extends object>(name: string | undefined) {
  const user = use(CurrentUser);
  const drafts = useDrafts();
  const key = name === undefined || user === null ? null : `${user.id} ${name}`;
  return {
    // a name stands for one form
    found: key === null ? undefined : (drafts.get(key) as Values | undefined),
    keep: (values: Values) => {
      if (key !== null) keepDraft(key, values);
    },
    drop: () => {
      if (key !== null) dropDraft(key);
    },
  };
}

/**
 * Keeps `entries` over the end of the session, which nobody can hold up; null: there is nothing to keep. What the form
 * began with is no draft any more.
 */
export function useAfterSession<Values extends object>(
  { keep, drop }: ReturnType<typeof useDraft<Values>>,
  entries: Values | null,
) {
  const { history } = useRouter();
  const arrive = useEffectEvent(drop);
  const leave = useEffectEvent(() => {
    if (entries && history.location.pathname === pages.login) keep(entries);
  });
  useEffect(() => {
    arrive();
    return () => leave();
  }, []);
}

type Way = Parameters<ShouldBlockFn>[0];

/** Asks before unsaved entries are lost. `isLeaving` says which ways lead away from them; all by default. */
export function useUnsavedQuestion(
  dirty: boolean,
  question: string,
  isLeaving: (way: Way) => boolean = () => true,
) {
  useBlocker({
    enableBeforeUnload: false,
    disabled: !dirty,
    shouldBlockFn: (way) =>
      isLeaving(way) &&
      // the end of the session is not held up
      way.next.pathname !== pages.login &&
      !window.confirm(question),
  });
}

type Failure = Action<unknown, unknown>['failure'];

/**
 * The id under which something is sent. It stays until the server has answered, also when the form is closed, so that
 * after a lost answer nothing is stored twice.
 *
 * @param name of the form; without one the id ends with the screen
 * @param begun the id of an attempt that the form itself remembers
 */
export function useAttempt(name: string | undefined, begun: string | null = null) {
  const kept = useDraft<{ id: string }>(name && `attempt ${name}`);
  const id = useRef('');
  id.current ||= begun ?? kept.found?.id ?? randomUuid();
  const [taken, setTaken] = useState(false);
  return {
    id: () => id.current,
    /** Whether an earlier attempt, whose answer was lost, has stored something else. */
    taken,
    refuse: () => setTaken(true),
    /** Before each call. */
    begin: () => kept.keep({ id: id.current }),
    /** After the answer, or when the user has decided: the next one has an id of its own. */
    end: () => {
      kept.drop();
      id.current = randomUuid();
      setTaken(false);
    },
  };
}

/** No toast when `Taken` is shown instead. */
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
