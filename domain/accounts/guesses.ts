/** What a wrong password or code costs who guesses on. Instants and periods are milliseconds. */
import { dayMs, minuteMs } from '../time';

export const freeFailures = 10;
const firstWaitMs = 1000;
const longestWaitMs = 15 * minuteMs;
export const forgetMs = dayMs;

export type Failures = { failures: number; lastAt: number };

/** 1 s after the tenth failure, then twice as long each. */
export function waitAfter(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - freeFailures));
}

export function decideGuess(stored: Failures | null, now: number): { before: Failures } | { waitMs: number } {
  const isKept = stored !== null && stored.lastAt + forgetMs > now;
  // the clock of another instance may be ahead, or this one may have been set back
  const before = isKept
    ? { failures: stored.failures, lastAt: Math.min(stored.lastAt, now) }
    : { failures: 0, lastAt: now };
  const waitMs = before.lastAt + waitAfter(before.failures) - now;
  return waitMs > 0 ? { waitMs } : { before };
}
