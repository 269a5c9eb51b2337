/** Whether the chain of audit rows is whole (decision 027). */
import type { AuditChain } from '#domain/backoffice/audit';
import type { Database } from '../client';
import { nextTurn } from '../driver/waiting';
import { chainQuery, linkOf, openEnd, rowsAfter } from './audit-chain';

/** `rows`: how many were checked, at most up to the first broken one. */
type AuditCheck = AuditChain & { rows: number };

/**
 * Checks all rows, in batches, so that other work gets its turns. A row is broken if it was changed or inserted, if a
 * row before it is missing, or if it is the missing newest one.
 *
 * @param key null if it does not open: nothing can be checked
 */
export async function checkAuditLog(
  { read }: Pick<Database, 'read'>,
  key: Buffer | null,
): Promise<AuditCheck> {
  if (!key) return { rows: 0, whole: false, firstBroken: null };
  const first = await checkOnce(read, key);
  // rows that are added or deleted meanwhile may look like a break
  return first.whole ? first : await checkOnce(read, key);
}

async function checkOnce(read: Database['read'], key: Buffer): Promise<AuditCheck> {
  let hash: string | null = null;
  let newest = 0;
  for (let rows = 0; ; ) {
    const [some, [chain]] = await read.batch([rowsAfter(read, newest), chainQuery(read)]);
    if (!chain) return { rows, whole: false, firstBroken: some[0]?.id ?? null };
    if (rows === 0) hash = openEnd(key, 'before', chain);
    for (const row of some) {
      if (hash === null || row.hash !== linkOf(key, hash, row).hash)
        return { rows, whole: false, firstBroken: row.id };
      hash = row.hash;
      newest = row.id;
      rows += 1;
    }
    if (some.length === 0) {
      const whole = hash !== null && hash === openEnd(key, 'last', chain);
      return { rows, whole, firstBroken: whole ? null : rows > 0 ? newest + 1 : chain.lastId };
    }
    await nextTurn();
  }
}
