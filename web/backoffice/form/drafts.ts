/** What staff had typed when a form went away before it was sent. The same user finds it again. */
import { type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { use, useEffect, useEffectEvent } from 'react';
import { pages } from '#domain/urls';
import { pageStore } from '../../ui/page-store';
import { CurrentUser } from '../session';
import { draftsAtom, dropDraft, keepDraft } from './kept';

/** The draft of a form; without a name nothing is kept. */
export function useDraft<Values extends object>(name: string | undefined) {
  const user = use(CurrentUser);
  const drafts = useAtomValue(draftsAtom, { store: pageStore });
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
