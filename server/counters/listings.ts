/**
 * Counts whose data lists show to each account: one audit row a minute with the number, an alert, and a limit (decision
 * 027). In memory, because a list must not write: each instance counts for itself.
 */

import type { Actor } from '#domain/accounts/actors';
import { alertPauseMs, alertRules, listingLimit } from '#domain/audit/alerts';
import { minuteOf } from '#domain/audit/refusals';
import { usualPageSize } from '#domain/lists';
import { minuteMs } from '#domain/time';
import { record } from '../audit';
import type { Context } from '../context';
import { type Log, traceOf } from '../log';
import { alertAbove } from '../mail/alerting';
import { refusals } from '../refusal';

type Needs = Pick<
  Context,
  'db' | 'cipher' | 'config' | 'operator' | 'now' | 'uptime' | 'log' | 'meters' | 'wakeMail'
>;

type Account = {
  actor: Actor;
  /** The minute of `shown`, and the last list in it. */
  minute: number;
  lastAt: number;
  shown: Set<string>;
  /** When each person was shown last by `uptime`, within the last minutes; the one longest ago first. */
  recent: Map<string, number>;
  quietUntil: number;
};

type Now = { now: number; uptime: number };

const { limit, spanMs } = listingLimit;
const limitName = 'persons-listed';

export function createListingLog(needs: Needs) {
  const { config, now, uptime, meters } = needs;
  const accounts = new Map<string, Account>();
  const { record, alert, settled } = createWriter(needs);
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (config.rateLimit) meters.limitSet(limitName);

  function accountOf({ id, username }: Actor): Account {
    const account = accounts.get(id) ?? emptyAccount({ id, username }, now());
    accounts.set(id, account);
    forgetOld(account, uptime());
    return account;
  }

  function recordPast(): void {
    timer = undefined;
    for (const [id, account] of accounts) {
      forgetOld(account, uptime());
      if (account.minute !== minuteOf(now())) record(account);
      if (account.recent.size === 0 && account.quietUntil <= uptime()) accounts.delete(id);
    }
    if (accounts.size > 0) waitForMinute();
  }

  function waitForMinute(): void {
    timer ??= setTimeout(recordPast, minuteMs - (now() % minuteMs));
    timer.unref();
  }

  return {
    /** @throws Refusal 429 above the limit */
    admit(actor: Actor): void {
      const { recent } = accountOf(actor);
      if (!config.rateLimit || recent.size <= limit) return;
      meters.limitReached(limitName);
      const [oldest = uptime()] = recent.values();
      throw refusals.tooMany((oldest + spanMs - uptime()) / 1000);
    },
    /**
     * Notes who was shown, by ids that stand for persons; recorded in the background. `isWhole`: the list has no pages,
     * so that nobody can ask for less. Its row has the whole number, but it counts as one page towards alert and limit.
     */
    note(actor: Actor, persons: readonly string[], isWhole = false): void {
      if (persons.length === 0) return;
      const account = accountOf(actor);
      if (account.minute !== minuteOf(now())) record(account);
      const at = { now: now(), uptime: uptime() };
      count(account, persons, isWhole ? usualPageSize : persons.length, at);
      waitForMinute();
      alert(account);
    },
    /** Records everything, also the minute that has not ended. Resolves when that is done. */
    async settled(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      for (const account of accounts.values()) record(account);
      await settled();
    },
  };
}

function emptyAccount(actor: Actor, at: number): Account {
  const quietUntil = Number.NEGATIVE_INFINITY;
  return { actor, minute: minuteOf(at), lastAt: at, shown: new Set(), recent: new Map(), quietUntil };
}

function forgetOld({ recent }: Account, at: number): void {
  for (const [person, last] of recent) {
    if (last > at - spanMs) return;
    recent.delete(person);
  }
}

/** `most`: how many of them count towards alert and limit. */
function count(account: Account, persons: readonly string[], most: number, at: Now): void {
  account.minute = minuteOf(at.now);
  account.lastAt = at.now;
  for (const person of persons) account.shown.add(person);
  for (const person of persons.slice(0, most)) {
    account.recent.delete(person);
    account.recent.set(person, at.uptime);
  }
}

function createWriter(needs: Needs) {
  const { db, cipher, uptime, log, wakeMail } = needs;
  const { run, settled } = inBackground(log);
  return {
    settled,
    record(account: Account): void {
      const { actor, shown, lastAt } = account;
      account.shown = new Set();
      if (shown.size === 0) return;
      const number = String(shown.size);
      const listed = { by: actor, action: 'persons_listed', subjects: [number], at: lastAt } as const;
      run(() => db.write((tx) => record(tx, cipher, listed)));
    },
    alert(account: Account): void {
      const { actor, recent, quietUntil } = account;
      if (recent.size <= alertRules.many_listed.limit || quietUntil > uptime()) return;
      account.quietUntil = uptime() + alertPauseMs;
      const raise = async () => {
        const above = { kind: 'many_listed', count: recent.size } as const;
        if (await db.write((tx) => alertAbove(needs, tx, actor, above))) wakeMail();
      };
      run(raise, () => {
        account.quietUntil = Number.NEGATIVE_INFINITY;
      });
    },
  };
}

function inBackground(log: Log) {
  const running = new Set<Promise<void>>();
  return {
    run(work: () => Promise<unknown>, onFailure: () => void = () => {}): void {
      const done: Promise<void> = work()
        .then(
          () => undefined,
          (error: unknown) => {
            onFailure();
            log('error', 'listing_not_recorded', traceOf(error));
          },
        )
        .finally(() => running.delete(done));
      running.add(done);
    },
    settled: () => Promise.all(running),
  };
}
