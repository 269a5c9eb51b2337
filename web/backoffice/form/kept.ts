/** Drafts by user and form. In memory only, because they may be about people. */
import { atom, useAtomValue } from 'jotai';
import { readStored, writeStored } from '../../storage';
import { pageStore } from '../../ui/page-store';

const draftsAtom = atom<ReadonlyMap<string, object>>(new Map<string, object>());

export const useDrafts = () => useAtomValue(draftsAtom, { store: pageStore });

export function keepDraft(key: string, values: object) {
  pageStore.set(draftsAtom, (drafts) => new Map(drafts).set(key, values));
}

export function dropDraft(key: string) {
  pageStore.set(draftsAtom, (drafts) => {
    if (!drafts.has(key)) return drafts;
    return new Map([...drafts].filter(([other]) => other !== key));
  });
}

export function dropAllDrafts() {
  pageStore.set(draftsAtom, new Map<string, object>());
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
