/** What staff have made and not sent, by user and name. In memory only, because it may be about people. */
import { atom } from 'jotai';
import { readStored, writeStored } from '../../storage';
import { pageStore } from '../../ui/page-store';

export const keptAtom = atom<ReadonlyMap<string, unknown>>(new Map<string, unknown>());

export function put(key: string, value: unknown) {
  pageStore.set(keptAtom, (kept) => {
    const others = [...kept].filter(([other]) => other !== key);
    return new Map(value === undefined ? others : [...others, [key, value]]);
  });
}

export function dropAllDrafts() {
  pageStore.set(keptAtom, new Map<string, unknown>());
  writeStored(tabKey, null, 'session');
}

const tabKey = 'staff-drafts';

/** What a reload leaves of the drafts of a form that has more to lose: in the storage of the tab, of its last user. */
export function readTabDrafts(userId: string): Record<string, unknown> {
  try {
    const { user, drafts } = JSON.parse(readStored(tabKey, 'session') ?? '{}');
    return user === userId ? drafts : {};
  } catch {
    return {};
  }
}

export function writeTabDraft(userId: string, name: string, values: object | undefined) {
  const drafts = { ...readTabDrafts(userId), [name]: values };
  writeStored(tabKey, JSON.stringify({ user: userId, drafts }), 'session');
}
