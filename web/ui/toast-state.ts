/** The toasts: at most one is shown, a new one takes the place of the older (spec 2, "Toast area"; spec 9). */
import { atom } from 'jotai';
import { pageStore } from './page-store';

export type ToastMessage = { title: string; description?: string; tone?: 'default' | 'destructive' };
export type ToastEntry = ToastMessage & { id: number; open: boolean };

const limit = 1;
/** Milliseconds a dismissed toast is kept before it is forgotten. */
const removalDelay = 1_000_000;

export const toastsAtom = atom<readonly ToastEntry[]>([]);

let lastId = 0;

/** Shows a toast. */
export function toast(message: ToastMessage) {
  lastId += 1;
  const entry = { ...message, id: lastId, open: true };
  pageStore.set(toastsAtom, (shown) => [entry, ...shown].slice(0, limit));
}

/** Closes a toast, and forgets it after a while. */
export function dismissToast(id: number) {
  const close = (entry: ToastEntry) => (entry.id === id ? { ...entry, open: false } : entry);
  pageStore.set(toastsAtom, (shown) => shown.map(close));
  setTimeout(
    () => pageStore.set(toastsAtom, (shown) => shown.filter((entry) => entry.id !== id)),
    removalDelay,
  );
}
