import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { pages } from '#domain/urls';

type Way = Parameters<ShouldBlockFn>[0];

/** Asks before unsaved entries are lost. `isLeaving` says which ways lead away from them; all by default. */
export function useUnsavedQuestion(
  dirty: boolean,
  question: string,
  isLeaving: (way: Way) => boolean = () => true,
) {
  useBlocker({
    enableBeforeUnload: false,
    disabled: !dirty,
    shouldBlockFn: (way) =>
      isLeaving(way) &&
      // the end of the session is not held up
      way.next.pathname !== pages.login &&
      !window.confirm(question),
  });
}
