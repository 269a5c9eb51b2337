/** The toasts. At most one is shown: a new one replaces the older one. */
import * as Radix from '@radix-ui/react-toast';
import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { CloseIcon } from './icons';
import { pageStore } from './page-store';

export type ToastMessage = { title: string; description?: string; tone?: 'default' | 'destructive' };
type ToastEntry = ToastMessage & { id: number; open: boolean };

/** Milliseconds until a dismissed toast is deleted. */
const removalDelay = 1_000_000;

export const toastsAtom = atom<readonly ToastEntry[]>([]);

let lastId = 0;

export function toast(message: ToastMessage) {
  lastId += 1;
  pageStore.set(toastsAtom, [{ ...message, id: lastId, open: true }]);
}

export function toastFailure(description: string, title = 'Fehler') {
  toast({ title, description, tone: 'destructive' });
}

/** Says it once something has failed. */
export function useFailure(failed: boolean, description: string, title?: string) {
  useEffect(() => {
    if (failed) toastFailure(description, title);
  }, [failed, description, title]);
}

export function dismissToast(id: number) {
  const close = (entry: ToastEntry) => (entry.id === id ? { ...entry, open: false } : entry);
  pageStore.set(toastsAtom, (shown) => shown.map(close));
  setTimeout(
    () => pageStore.set(toastsAtom, (shown) => shown.filter((entry) => entry.id !== id)),
    removalDelay,
  );
}

/** Milliseconds until a toast closes automatically, and pixels of the swipe that closes it. */
const autoClose = 5000;
const swipeThreshold = 50;

/** The notification region: F8 moves the focus here. */
export function ToastArea() {
  const toasts = useAtomValue(toastsAtom, { store: pageStore });
  return (
    <Radix.Provider
      duration={autoClose}
      swipeDirection="right"
      swipeThreshold={swipeThreshold}
      label="Meldung"
    >
      {toasts.map((entry) => (
        <Toast key={entry.id} entry={entry} />
      ))}
      {/* read out from here, instead of from Radix's hidden copy of the text */}
      <div aria-live="polite" aria-atomic="false" data-toasts="">
        <Radix.Viewport
          hotkey={['F8']}
          label="Meldungen ({hotkey})"
          className="fixed inset-x-0 bottom-0 z-50 flex flex-col p-4 sm:left-auto sm:w-104"
        />
      </div>
    </Radix.Provider>
  );
}

/** Radix pauses all timers while its region has the focus, and misses that the last toast takes the focus away. */
function leaveRegion() {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.closest('[data-toasts]')) focused.blur();
}

/** The look of its button is in `styles.css`: the script of the wizard has no room for it. */
function Toast({ entry }: { entry: ToastEntry }) {
  const { id, title, description, open } = entry;
  const destructive = entry.tone === 'destructive';
  const look = destructive ? 'border-danger bg-danger text-white' : 'border-line bg-white text-ink';
  return (
    <Radix.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        leaveRegion();
        dismissToast(id);
      }}
      type={destructive ? 'foreground' : 'background'}
      className={`toast-slide flex items-start gap-3 rounded-card border p-4 shadow-raised ${look}`}
    >
      <div className="grow" data-radix-toast-announce-exclude="">
        <Radix.Title className="font-semibold">{title}</Radix.Title>
        {description ? <Radix.Description className="text-sm">{description}</Radix.Description> : null}
      </div>
      <Radix.Close aria-label="Schließen">
        <CloseIcon className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}
