/** What the wizard does while the browser is offline, and when it is back. */
import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Floats, because nobody knows which part of the step is on the screen. */
export function Offline() {
  const isOnline = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" aria-live="polite" className="bottom-4 z-10 tall:sticky">
      {isOnline ? null : (
        <p
          data-floating=""
          className="mt-6 rounded-control border border-saddle-300 bg-saddle-50 px-4 py-3.5 text-center font-semibold shadow-raised"
        >
          Keine Verbindung. Ihre Eingaben bleiben hier.
        </p>
      )}
    </div>
  );
}

function watchNetwork(look: () => void) {
  addEventListener('online', look);
  addEventListener('offline', look);
  return () => {
    removeEventListener('online', look);
    removeEventListener('offline', look);
  };
}

/** Calls what it holds when the network is back. */
export function useUnsent() {
  const unsent = useRef<() => void>(null);
  useEffect(() => {
    const send = () => unsent.current?.();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, []);
  return unsent;
}
