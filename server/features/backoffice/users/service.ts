/** New accounts. */
import type { Actor } from '../../../../db/audit';
import { createUser, type UserRecord } from '../../../../db/users';
import type { NewUser } from '../../../../domain/user';
import type { Context } from '../../../context';
import { hashPassword } from '../../auth/service';

/** Creates an account, a case handler's unless told otherwise (contract 2); null when the name is taken. */
export async function addUser(
  { db, now }: Context,
  { username, password, email, role }: NewUser,
  actor: Actor,
): Promise<UserRecord | null> {
  const passwordHash = await hashPassword(password);
  const user = { username, passwordHash, email: email || null, role: role ?? 'sachbearbeiter' };
  return await createUser(db, user, now(), actor);
}
