/** Rate limits per client address (contract 5). Counts live in this process. */
import { refusals } from './refusal';

export type RateLimit = {
  /** Counts one; above the limit it is refused. */
  hit(key: string): void;
  /** Takes one count back: it turned out not to matter. */
  refund(key: string): void;
  /** Forgets a key. */
  reset(key: string): void;
};

/**
 * A fixed window of `windowMs` with at most `limit` hits a key; `hit` counts and throws a 429 refusal above it.
 * Keys are forgotten when their window ends.
 */
export function rateLimit(limit: number, windowMs: number, now: () => number, enabled = true): RateLimit {
  const windows = new Map<string, { ends: number; count: number }>();
  const current = (key: string) => {
    const window = windows.get(key);
    return window && window.ends > now() ? window : null;
  };
  const refuse = (ends: number) => {
    throw refusals.tooMany((ends - now()) / 1000);
  };
  return {
    hit(key) {
      if (!enabled) return;
      if (windows.size > 10_000)
        for (const [old, { ends }] of windows) if (ends <= now()) windows.delete(old);
      const window = current(key) ?? { ends: now() + windowMs, count: 0 };
      window.count += 1;
      windows.set(key, window);
      if (window.count > limit) refuse(window.ends);
    },
    refund(key) {
      const window = current(key);
      if (window) window.count -= 1;
    },
    reset(key) {
      windows.delete(key);
    },
  };
}
