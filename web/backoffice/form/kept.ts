/** Drafts by user and form. In memory only, because they may be about people. */
import { atom, useAtomValue } from 'jotai';
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
}
