/**
 * How hits are counted. A limit stands where it is counted, that of public forms in `server/pages/public-form.ts`.
 * Instances share their counts in their database. One alone counts in memory, so that a save needs no second commit.
 */
import { addToCount, deleteCount, type SharedCounts, takeBackOne, type Window } from '#db/rate-limits';
import type { Context } from '../../context';
import { keyedHash } from '../../keyed-hash';
import { refusals } from '../../refusal';

export type RateLimit = {
  /** Adds `many`, or one. @throws Refusal 429 above the limit */
  hit(key: string, many?: number): Promise<void>;
  refund(key: string): Promise<void>;
  reset(key: string): Promise<void>;
};

/** Limits with different names do not share counts. */
type Rule = { name: string; limit: number; windowMs: number };
type Needs = Pick<Context, 'config' | 'db' | 'meters' | 'now' | 'uptime'>;

/** Of one limit, in memory: some megabytes. */
export const mostKeys = 10_000;

/** How long a refusal is repeated from memory, so that repeated calls need no statement each. */
const rememberMs = 1000;

/** At most `limit` hits per key within `windowMs` after the first hit. */
export function rateLimit(needs: Needs, rule: Rule): RateLimit {
  const { config, db } = needs;
  if (!config.rateLimit) return unlimited;
  // hashed, so that the database contains no addresses and no names
  const keyOf = keyedHash(config, `rate-limit\0${rule.name}`);
  const { add, refund, reset } = db.shared
    ? sharedCounts(db.shared, rule, needs, keyOf)
    : ownCounts(rule, needs);
  const check = checkOf(needs, rule);
  return {
    async hit(key, many = 1) {
      check(await add(key, many));
    },
    refund,
    reset,
  };
}

/** A limit for which each instance counts by itself, in memory and at once. The function returned counts one hit. */
export function ownRateLimit(needs: Omit<Needs, 'db' | 'now'>, rule: Rule): (key: string) => void {
  if (!needs.config.rateLimit) return () => {};
  const { add } = ownCounts(rule, needs);
  const check = checkOf(needs, rule);
  return (key) => check(add(key, 1));
}

/** @throws a Refusal when a window has more hits than the limit. */
function checkOf({ meters, uptime }: Pick<Needs, 'meters' | 'uptime'>, rule: Rule) {
  const { name, limit } = rule;
  meters.limitSet(rule);
  return ({ count, endsAt }: Window): void => {
    if (count <= limit) return;
    meters.limitReached(name);
    throw refusals.tooMany((endsAt - uptime()) / 1000);
  };
}

const unlimited: RateLimit = { hit: async () => {}, refund: async () => {}, reset: async () => {} };

function ownCounts({ limit, windowMs }: Rule, { uptime }: Pick<Needs, 'uptime'>) {
  const below = new Map<string, Window>();
  // separate: invented keys can displace other keys below the limit, but never a limit that is in force
  const reached = new Map<string, Window>();
  const current = (key: string) => {
    for (const windows of [below, reached]) deleteEnded(windows, uptime());
    const window = reached.get(key) ?? below.get(key);
    return window && window.endsAt > uptime() ? window : undefined;
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
    add(key: string, many: number): Window {
      const window = current(key) ?? { count: 0, endsAt: uptime() + windowMs };
      window.count += many;
      keep(key, window);
      // a copy: hits of the same instant are checked after all of them were counted
      return { ...window };
    },
    async refund(key: string) {
      const window = current(key);
      if (!window) return;
      window.count -= 1;
      keep(key, window);
    },
    async reset(key: string) {
      below.delete(key);
      reached.delete(key);
    },
  };
}

function sharedCounts(
  shared: SharedCounts,
  { limit, windowMs }: Rule,
  { now, uptime }: Pick<Needs, 'now' | 'uptime'>,
  keyOf: (key: string) => string,
) {
  const refused = new Map<string, { window: Window; endsAt: number }>();
  return {
    async add(plain: string, many: number): Promise<Window> {
      const key = keyOf(plain);
      deleteEnded(refused, uptime());
      const known = refused.get(key);
      if (known) return known.window;
      const at = now();
      const { count, endsAt } = await addToCount(shared, { key, windowMs, now: at, many });
      const window = { count, endsAt: uptime() + Math.min(endsAt - at, windowMs) };
      if (window.count > limit && refused.size < mostKeys)
        refused.set(key, { window, endsAt: uptime() + rememberMs });
      return window;
    },
    refund: (plain: string) => takeBackOne(shared, keyOf(plain)),
    reset(plain: string) {
      const key = keyOf(plain);
      refused.delete(key);
      return deleteCount(shared, key);
    },
  };
}

/** Stops at the first entry that has not ended: entries are roughly in the order in which they end. */
function deleteEnded(entries: Map<string, { endsAt: number }>, now: number): void {
  for (const [key, { endsAt }] of entries) {
    if (endsAt > now) return;
    entries.delete(key);
  }
}
