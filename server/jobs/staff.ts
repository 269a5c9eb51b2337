import { deleteFailures, measureFailures } from '#db/staff/second-factors';
import { deleteEndedSessions } from '#db/staff/sessions';
import type { Context } from '../context';
import { endsOf } from '../http/auth';

/** A look that finds nothing must not wait for other writers. `mostFailures`: so many rows of failures stay. */
export async function deleteEndedSignIns(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  mostFailures?: number,
): Promise<number> {
  const at = now();
  let deleted = await deleteEndedSessions(db, endsOf(config, at));
  const { forgotten, surplus } = await measureFailures(db.read, at, mostFailures);
  if (forgotten || surplus > 0) deleted += await db.write((tx) => deleteFailures(tx, at, surplus));
  return deleted;
}
