/** Opening a session, with everything checked again in its transaction. */
import { and, eq } from 'drizzle-orm';
import { recordAction } from '../audit/record';
import type { Database } from '../client';
import { users } from '../schema/staff';
import { consumeProof, type Proof } from './second-factors';
import { openSession, type SessionRecord } from './sessions';
import type { UserRecord } from './users';

/** `proof`: of the second factor. `address`: the network address, as an HMAC. */
type Entry = { proof: Proof | null; browser: string; address: string; now: number };

/**
 * Opens a session of a user whose password was right, and uses up the code. Null if the code is used up, if it is
 * missing although a second factor was set meanwhile, or if the password has changed since `user` was read.
 */
export async function signIn(
  db: Database,
  user: UserRecord,
  { proof, browser, address, now }: Entry,
): Promise<SessionRecord | null> {
  return await db.write(async (tx) => {
    const [same] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)));
    if (!same || !(await consumeProof(tx, user, proof, now))) return null;
    const session = await openSession(tx, user.id, { browser, now });
    await recordAction(tx, user, 'signed_in', [session.id], now, address);
    return session;
  });
}
