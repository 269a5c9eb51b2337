/** Records refused sign-ins, missing rights and reached limits in the audit log, beside the answers (decision 027). */
import { appendRows } from '#db/audit/chain';
import { rowsOfRefusals } from '#db/audit/log';
import { nextTurn } from '#db/turn';
import { usernameKey } from '#domain/accounts/usernames';
import { minuteOf, type Refused, refusalsOfMinute } from '#domain/audit/refusals';
import type { Context, RefusalNote } from '../context';
import { keyedHash } from '../keyed-hash';
import { traceOf } from '../log';

export function createRefusalLog({
  db,
  cipher,
  config,
  now,
  log,
}: Pick<Context, 'db' | 'cipher' | 'config' | 'now' | 'log'>) {
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
