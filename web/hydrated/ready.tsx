import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { pageStore } from '../ui/page-store';
import { Sent } from './sent';

export const readyAtom = atom(false);

export function Ready() {
  useEffect(() => pageStore.set(readyAtom, true), []);
  return null;
}

/** Covers its children with the splash and keeps them inert, until one of them renders `Ready`. */
export function SplashGate({ children }: { children: ReactNode }) {
  const ready = useAtomValue(readyAtom, { store: pageStore });
  const content = useRef<HTMLDivElement>(null);
  // together with the splash, not after the next paint: Tab would find nothing to focus in between
  useLayoutEffect(() => {
    // not a prop: an update from above would make React give up hydrating the children that are still loading
    if (ready) content.current?.removeAttribute('inert');
  }, [ready]);
  return (
    <>
      {ready ? null : <Sent part="splash" />}
      <div ref={content} inert>
        {children}
      </div>
    </>
  );
}
