import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { pageStore } from '../ui/page-store';
import { Splash } from '../ui/splash';

export const readyAtom = atom(false);

/** Rendered by whatever can be used now: the splash goes. */
export function Ready() {
  useEffect(() => pageStore.set(readyAtom, true), []);
  return null;
}

/** Keeps the splash over its children, and keyboards out of them, until something in there is `Ready`. */
export function SplashGate({ children }: { children: ReactNode }) {
  const ready = useAtomValue(readyAtom, { store: pageStore });
  const content = useRef<HTMLDivElement>(null);
  // with the splash, not after the next paint: who presses Tab in between would go nowhere
  useLayoutEffect(() => {
    // not as a prop: a change from above would make React give up hydrating what is still on its way
    if (ready) content.current?.removeAttribute('inert');
  }, [ready]);
  return (
    <>
      {ready ? null : <Splash />}
      <div ref={content} inert>
        {children}
      </div>
    </>
  );
}
