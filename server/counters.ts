import { appendRows } from '#db/audit/chain';
import { rowsOfRefusals } from '#db/audit/log';
import { nextTurn } from '#db/turn';
import type { Actor } from '#domain/accounts/actors';
import { usernameKey } from '#domain/accounts/user';
import { minuteOf, type Refused, refusalsOfMinute } from '#domain/audit/actions';
import { minuteMs } from '#domain/time';
import type { Context, RefusalNote } from './context';
import { record } from './deed';
import { keyedHash } from './keyed-hash';
import { traceOf } from './log';

type Needs = Pick<Context, 'db' | 'cipher' | 'now' | 'log'>;

/** One row a minute for each account and instance (decisions 027 and 049). In memory, because a list must not write. */
export function createListingLog({ db, cipher, now, log }: Needs) {
  const accounts = new Map<string, { by: Actor; at: number; persons: Set<string> }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const listed = [...accounts.values()];
    accounts.clear();
    if (listed.length === 0) return;
    try {
      await db.write(async (tx) => {
        for (const { by, at, persons } of listed)
          await record(tx, cipher, { by, at, action: 'persons_listed', subjects: [String(persons.size)] });
      });
    } catch (error) {
      log('error', 'listing_not_recorded', traceOf(error));
    }
  }

  /** Records everything, also the minute that has not ended. */
  async function settled(): Promise<void> {
    writing = writing.then(write);
    await writing;
  }

  return {
    note({ id, username }: Actor, persons: readonly string[]): void {
      if (persons.length === 0) return;
      const { persons: known } = accounts.get(id) ?? { persons: new Set<string>() };
      // not copied: a long list in the same minute would hold up every other one
      for (const person of persons) known.add(person);
      accounts.set(id, { by: { id, username }, at: now(), persons: known });
      timer ??= setTimeout(settled, minuteMs);
      timer.unref();
    },
    settled,
  };
}

/** Records refused sign-ins, missing rights and reached limits in the audit log, beside the answers (decision 027). */
export function createRefusalLog({ db, cipher, config, now, log }: Needs & Pick<Context, 'config'>) {
  const addressHash = keyedHash(config, 'audit-address');
  const nameHash = keyedHash(config, 'audit-name');
  let minute = Number.NaN;
  let admits = refusalsOfMinute();
  let waiting: Refused[] = [];
  let writing: Promise<void> | null = null;

  /** Many refusals cost little: what this process has noted in this minute is not noted again. */
  function isNew(refused: Refused): boolean {
    if (minuteOf(refused.at) !== minute) {
      minute = minuteOf(refused.at);
      admits = refusalsOfMinute();
    }
    return admits(refused);
  }

  async function write(): Promise<void> {
    // the answer goes out first
    await nextTurn();
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      try {
        await db.write(async (tx) => appendRows(tx, cipher, await rowsOfRefusals(tx, some)));
      } catch (error) {
        log('error', 'refusals_not_recorded', { count: some.length, ...traceOf(error) });
      }
    }
    writing = null;
  }

  return {
    note({ kind, address, name, call = '', user = null, isAboutAccount = false }: RefusalNote): void {
      const subject = name === undefined ? call : nameHash(usernameKey(name));
      const refused = { kind, at: now(), address: addressHash(address), subject, user, isAboutAccount };
      if (!isNew(refused)) return;
      waiting.push(refused);
      writing ??= write();
    },
    addressHash,
    async settled(): Promise<void> {
      await writing;
    },
  };
}
