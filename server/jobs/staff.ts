import { deleteEndedSessions } from '#db/staff/sessions';
import { deleteForgottenFailures } from '#db/staff/sign-in-failures';
import type { Context } from '../context';
import { endsOf } from '../http/auth';

export async function deleteEndedSignIns({
  db,
  config,
  now,
}: Pick<Context, 'db' | 'config' | 'now'>): Promise<number> {
  const at = now();
  return (await deleteEndedSessions(db, endsOf(config, at))) + (await deleteForgottenFailures(db, at));
}
