/** Whether the chain of audit rows is whole (decision 027). */
import type { AuditChain } from '#domain/audit/actions';
import type { Database } from '../client';
import { nextTurn } from '../turn';
import { chainQuery, type LoggedEnd, linkOf, openEnd, openLogged, rowsAfter, sequenceQuery } from './chain';

/**
 * `rows`: how many were checked, at most up to the first broken one. `lost`: the logged end is no row of the chain any
 * more.
 */
type AuditCheck = AuditChain & { rows: number; lost?: boolean };

/**
 * Checks all rows, in batches, so that other work gets its turns. A row is broken if it was changed or inserted, if a
 * row before it is missing, or if it is the missing newest one.
 *
 * @param key null if it does not open: nothing can be checked
 * @param since an end that was logged before. It may be older than the oldest row, which is as whole as its beginning.
 */
export async function checkAuditLog(
  { read }: Pick<Database, 'read'>,
  key: Buffer | null,
  since: LoggedEnd | null = null,
): Promise<AuditCheck> {
  if (!key) return { rows: 0, whole: false, firstBroken: null };
  const first = await checkOnce(read, key, since);
  // rows that are added or deleted meanwhile may look like a break
  return first.whole ? first : await checkOnce(read, key, since);
}

async function checkOnce(read: Database['read'], key: Buffer, since: LoggedEnd | null): Promise<AuditCheck> {
  let hash: string | null = null;
  let newest = 0;
  let isThere = since === null || since.id === 0;
  for (let rows = 0; ; ) {
    const queries = [rowsAfter(read, newest), chainQuery(read), sequenceQuery(read)] as const;
    const [some, [chain], [sequence]] = await read.batch([...queries]);
    if (!chain) return { rows, whole: false, firstBroken: some[0]?.id ?? null };
    if (rows === 0) hash = openEnd(key, 'before', chain);
    for (const row of some) {
      if (hash === null || row.hash !== linkOf(key, hash, row).hash)
        return { rows, whole: false, firstBroken: row.id };
      if (since && rows === 0 && since.id < row.id) isThere = true;
      if (since?.id === row.id) isThere = row.hash === openLogged(key, since);
      hash = row.hash;
      newest = row.id;
      rows += 1;
    }
    if (some.length === 0) {
      const isEnd = hash !== null && hash === openEnd(key, 'last', chain);
      if (!isEnd) return { rows, whole: false, firstBroken: rows > 0 ? newest + 1 : chain.lastId };
      // rows were cut off, and an older end was put back
      if ((sequence?.highest ?? 0) > chain.lastId)
        return { rows, whole: false, firstBroken: chain.lastId + 1 };
      if (!isThere) return { rows, whole: false, firstBroken: null, lost: true };
      return { rows, whole: true, firstBroken: null };
    }
    await nextTurn();
  }
}
