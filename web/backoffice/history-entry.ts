/** What a screen remembers for the way back to it: by history entry, and as long as the window is open. */
import { type AnyRouter, useLocation, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useLayoutEffect, useState } from 'react';

type Memory = { followed?: string; ticked?: ReadonlySet<string> };

const memories = new Map<string, Memory>();

function entryOf({ history }: AnyRouter): string {
  return history.location.state.__TSR_key ?? '';
}

function remember(router: AnyRouter, part: Memory) {
  const entry = entryOf(router);
  memories.set(entry, { ...memories.get(entry), ...part });
}

/**
 * Gives the focus to a screen that the user has come to from another one, because nothing else tells a screen reader
 * that it has changed: to the link that was followed from here before, or else to the title. Returns what notes links.
 */
export function useArrivalFocus(focusTitle: () => void) {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each screen
  useLayoutEffect(() => {
    const main = document.getElementById('inhalt');
    // the first screen of a window begins at its top
    if (!main || router.history.location.state.__TSR_index === 0) return;
    const { followed } = memories.get(entryOf(router)) ?? {};
    const link = followed && main.querySelector<HTMLElement>(`a[href="${CSS.escape(followed)}"]`);
    if (link) link.focus({ preventScroll: true });
    else focusTitle();
  }, []);
  return ({ target }: MouseEvent) => {
    const followed = target instanceof Element ? target.closest('a')?.getAttribute('href') : null;
    if (followed) remember(router, { followed });
  };
}

/** The selected rows of a list, which are still selected when the user comes back to it. */
export function useTicked() {
  const router = useRouter();
  const [ticked, setTicked] = useState(() => memories.get(entryOf(router))?.ticked ?? new Set<string>());
  // a search gives the entry another key
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `entry` is read from the router
  useEffect(() => remember(router, { ticked }), [router, ticked, entry]);
  return [ticked, setTicked] as const;
}
