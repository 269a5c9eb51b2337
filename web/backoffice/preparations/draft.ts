import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { pages } from '#domain/urls';
import { useCurrentUser } from '../current-user';
import { readTabDrafts, writeTabDraft } from '../form/kept';
import { useDraft } from '../form/unsent';
import { keepable, type Typed } from './typed';

/** `attempt`: the id under which it was sent, while nobody knows whether it arrived. */
export type Draft = { entered: Typed; attempt: string | null };

const prefix = 'preparation';

/** The draft of a call about this callback, or about none. */
export const draftOf = (callbackId: string | undefined) => [prefix, callbackId].filter(Boolean).join(' ');

/** The callbacks for whose callers something is entered and not sent. */
export function begunCallbacks(drafts: Record<string, unknown>): string[] {
  return Object.keys(drafts).flatMap((name) => {
    const [first, id] = name.split(' ');
    return first === prefix && id ? [id] : [];
  });
}

/**
 * What is entered for one caller. All of it is there again after a look at another screen; after a reload or a new
 * sign-in what `keepable` leaves of it.
 */
export function useCallDraft(name: string) {
  const { id: user } = useCurrentUser();
  const { history } = useRouter();
  const inMemory = useDraft<Draft>(name);
  const [draft, setDraft] = useState(() => inMemory.found ?? inTab(readTabDrafts(user)[name]));
  const [settled, gone] = [useRef(false), useRef(false)];
  const arrive = useEffectEvent(inMemory.drop);
  const leave = useEffectEvent(() => {
    gone.current = true;
    if (!settled.current && history.location.pathname !== pages.login) inMemory.keep(draft);
  });
  useEffect(() => {
    arrive();
    return () => leave();
  }, []);
  return {
    ...draft,
    change: (part: Partial<Draft>) => {
      const next = { ...draft, ...part };
      setDraft(next);
      writeTabDraft(user, name, { ...next, entered: keepable(next.entered) });
    },
    isGone: () => gone.current,
    /** Also once the form is gone. */
    drop: () => {
      settled.current = true;
      inMemory.drop();
      writeTabDraft(user, name, undefined);
    },
  };
}

function inTab(found: unknown): Draft {
  const { entered, attempt } = Object(found);
  return { entered: keepable(entered), attempt: typeof attempt === 'string' ? attempt : null };
}
