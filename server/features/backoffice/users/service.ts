/** New accounts. */
import type { Actor } from '#db/staff/audit';
import { createUser, type UserRecord } from '#db/staff/users';
import type { NewUser } from '#domain/backoffice/user';
import type { Context } from '../../../context';

/** Creates an account, a case handler's unless told otherwise (contract 2); null when the name is taken. */
export async function addUser(
  { db, now, passwords }: Context,
  { username, password, email, role }: NewUser,
  actor: Actor,
): Promise<UserRecord | null> {
  const passwordHash = await passwords.hash(password);
  const user = { username, passwordHash, email: email || null, role: role ?? 'sachbearbeiter' };
  return await createUser(db, user, now(), actor);
}
