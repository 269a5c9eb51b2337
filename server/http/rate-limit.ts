/**
 * Rate limits (contract 5). Instances that share a database share their counts there; a single one counts in its own
 * memory, so that a visitor's save costs no second commit.
 */
import { createHmac } from 'node:crypto';
import { countOne, forgetCount, type SharedCounts, takeBackOne, type Window } from '#db/rate-limits';
import type { Context } from '../context';
import { refusals } from './refusal';

export type RateLimit = {
  /** Counts one; rejects with a 429 refusal above the limit, and with `DatabaseUnavailable` when nobody can count. */
  hit(key: string): Promise<void>;
  /** Takes one count back: it turned out not to matter. */
  refund(key: string): Promise<void>;
  /** Forgets a key. */
  reset(key: string): Promise<void>;
};

/** `name`: keeps its keys apart from those of other limits. */
type Rule = { name: string; limit: number; windowMs: number };
type Needs = Pick<Context, 'config' | 'db' | 'now'>;
type Counts = {
  add(key: string): Window | Promise<Window>;
  takeBack(key: string): void | Promise<void>;
  forget(key: string): void | Promise<void>;
};

/** So many keys are counted at most, a limit: some megabytes. */
export const mostKeys = 10_000;

/** How long a refusal is repeated from memory, in ms: who goes on asking costs no statement for each time. */
const rememberMs = 1000;

/** At most `limit` hits a key within `windowMs`, which begin with the first. */
export function rateLimit({ config, db, now }: Needs, rule: Rule): RateLimit {
  if (!config.rateLimit) return unlimited;
  const keyOf = (key: string) => hashOf(config.jwtSecret, rule.name, key);
  const counts = db.shared ? sharedCounts(db.shared, rule, now, keyOf) : ownCounts(rule, now);
  return {
    async hit(key) {
      const { count, endsAt } = await counts.add(key);
      if (count > rule.limit) throw refusals.tooMany((endsAt - now()) / 1000);
    },
    async refund(key) {
      await counts.takeBack(key);
    },
    async reset(key) {
      await counts.forget(key);
    },
  };
}

const unlimited: RateLimit = { hit: async () => {}, refund: async () => {}, reset: async () => {} };

function ownCounts({ limit, windowMs }: Rule, now: () => number): Counts {
  const below = new Map<string, Window>();
  // kept apart: whoever invents keys may push out others of that kind, never a limit that is in force
  const reached = new Map<string, Window>();
  const current = (key: string) => {
    for (const windows of [below, reached]) forgetEnded(windows, now());
    const window = reached.get(key) ?? below.get(key);
    return window && window.endsAt > now() ? window : undefined;
  };
  const keep = (key: string, window: Window) => {
    const [from, to] = window.count < limit ? [reached, below] : [below, reached];
    from.delete(key);
    to.set(key, window);
    if (below.size + reached.size <= mostKeys) return;
    const [oldest = key] = below.keys();
    if (!below.delete(oldest)) reached.delete(key);
  };
  return {
    add(key) {
      const window = current(key) ?? { count: 0, endsAt: now() + windowMs };
      window.count += 1;
      keep(key, window);
      return window;
    },
    takeBack(key) {
      const window = current(key);
      if (!window) return;
      window.count -= 1;
      keep(key, window);
    },
    forget(key) {
      below.delete(key);
      reached.delete(key);
    },
  };
}

function sharedCounts(
  shared: SharedCounts,
  { limit, windowMs }: Rule,
  now: () => number,
  keyOf: (key: string) => string,
): Counts {
  const refused = new Map<string, { window: Window; endsAt: number }>();
  return {
    async add(plain) {
      const key = keyOf(plain);
      forgetEnded(refused, now());
      const known = refused.get(key);
      if (known) return known.window;
      const window = await countOne(shared, { key, windowMs, now: now() });
      if (window.count > limit && refused.size < mostKeys)
        refused.set(key, { window, endsAt: now() + rememberMs });
      return window;
    },
    takeBack: (plain) => takeBackOne(shared, keyOf(plain)),
    forget(plain) {
      const key = keyOf(plain);
      refused.delete(key);
      return forgetCount(shared, key);
    },
  };
}

/** Entries are about as old as their place tells: what one that ended waits behind has not long to go. */
function forgetEnded(entries: Map<string, { endsAt: number }>, now: number): void {
  for (const [key, { endsAt }] of entries) {
    if (endsAt > now) return;
    entries.delete(key);
  }
}

/** Addresses and names of people stay out of the database. */
function hashOf(secret: string, ...parts: string[]): string {
  return createHmac('sha256', secret)
    .update(['rate-limit', ...parts].join('\0'))
    .digest('base64url');
}
