import { type Kept, useKept, useLeaving } from '../form/form';
import { readTabDrafts, writeTabDraft } from '../form/kept';
import { useCurrentUser } from '../session';
import { keepable } from './typed';

const prefix = 'preparation';

export const draftOf = (callbackId: string | undefined) => [prefix, callbackId].filter(Boolean).join(' ');

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
  const [kept = inTab(readTabDrafts(user)[name]), keep] = useKept<Kept>(name);
  useLeaving((toLogin) => toLogin && keep(undefined));
  const keepBoth = (next: Kept | undefined) => {
    keep(next);
    writeTabDraft(user, name, next && { ...next, entered: keepable(next.entered) });
  };
  return [kept, keepBoth] as const;
}

function inTab(found: unknown): Kept {
  const { entered, id } = Object(found);
  return { entered: keepable(entered), id: typeof id === 'string' ? id : undefined };
}
