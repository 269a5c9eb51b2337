import { type RefObject, useEffect, useRef } from 'react';

/** As the `ref` of what has just appeared, far from the button that was pressed: it gets the focus once. */
export function takesFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** Gives the focus to `next` when a part that had it is gone or disabled. */
export function useFocusAfter(shown: boolean, next: RefObject<HTMLElement | null>): void {
  const before = useRef(shown);
  useEffect(() => {
    const { activeElement: active, body } = document;
    // browsers take the focus from a disabled button only at the next frame
    const lost = active === null || active === body || active.matches(':disabled');
    if (before.current && !shown && lost) next.current?.focus();
    before.current = shown;
  }, [shown, next]);
}
