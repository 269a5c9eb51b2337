/** Records refused sign-ins, missing rights and reached limits in the audit log, beside the answers (decision 027). */
import { addRefusals, minuteOf, mostRefusals, type Refused } from '#db/staff/readings';
import { usernameKey } from '#db/staff/users';
import type { RefusalKind } from '#domain/backoffice/audit';
import type { Context, RefusalNote } from './context';
import { keyedHash } from './keyed-hash';
import { traceOf } from './log';

export function createRefusalLog({ db, config, now, log }: Pick<Context, 'db' | 'config' | 'now' | 'log'>) {
  const addressHash = keyedHash(config, 'audit-address');
  const nameHash = keyedHash(config, 'audit-name');
  let minute = Number.NaN;
  let seen = new Set<string>();
  let counts: Partial<Record<RefusalKind, number>> = {};
  let waiting: Refused[] = [];
  let writing: Promise<void> | null = null;

  /** Many refusals cost a look at a set each: what this process has noted in this minute is not noted again. */
  function isNew(kind: RefusalKind, address: string, at: number): boolean {
    if (minuteOf(at) !== minute) {
      minute = minuteOf(at);
      seen = new Set();
      counts = {};
    }
    const count = counts[kind] ?? 0;
    const key = `${kind} ${address}`;
    if (count >= mostRefusals || seen.has(key)) return false;
    seen.add(key);
    counts[kind] = count + 1;
    return true;
  }

  async function write(): Promise<void> {
    // the answer goes out first
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      try {
        await db.write((tx) => addRefusals(tx, some));
      } catch (error) {
        log('error', 'refusals_not_recorded', { count: some.length, ...traceOf(error) });
      }
    }
    writing = null;
  }

  return {
    /** Notes a refusal, which is recorded in the background. Never throws. */
    note({ kind, address, name, user = null }: RefusalNote): void {
      const at = now();
      if (!isNew(kind, address, at)) return;
      const subject = name === undefined ? '' : nameHash(usernameKey(name));
      waiting.push({ kind, at, address: addressHash(address), name: subject, user });
      writing ??= write();
    },
    /** What stands for a network address in the audit log. */
    addressHash,
    /** Resolves when everything that was noted has been recorded, or could not be. */
    async settled(): Promise<void> {
      await writing;
    },
  };
}
