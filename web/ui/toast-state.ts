/** The toasts. At most one is shown: a new one replaces the older one. */
import { atom } from 'jotai';
import { pageStore } from './page-store';

export type ToastMessage = { title: string; description?: string; tone?: 'default' | 'destructive' };
export type ToastEntry = ToastMessage & { id: number; open: boolean };

/** Milliseconds until a dismissed toast is deleted. */
const removalDelay = 1_000_000;

export const toastsAtom = atom<readonly ToastEntry[]>([]);

let lastId = 0;

export function toast(message: ToastMessage) {
  lastId += 1;
  pageStore.set(toastsAtom, [{ ...message, id: lastId, open: true }]);
}

export function dismissToast(id: number) {
  const close = (entry: ToastEntry) => (entry.id === id ? { ...entry, open: false } : entry);
  pageStore.set(toastsAtom, (shown) => shown.map(close));
  setTimeout(
    () => pageStore.set(toastsAtom, (shown) => shown.filter((entry) => entry.id !== id)),
    removalDelay,
  );
}
