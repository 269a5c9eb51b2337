import { unassignCases } from '#db/cases/endings';
import { deleteSecondFactor, hasSecondFactor } from '#db/staff/second-factors';
import { endSessionsOf } from '#db/staff/sessions';
import { createUser, deleteUser, findUser, isLastAdministrator, type UserRecord } from '#db/staff/users';
import type { Actor } from '#domain/accounts/actors';
import type { NewUser } from '#domain/accounts/user';
import type { Context } from '../../../context';
import { type Deed, perform } from '../../../deed';
import { recordAndTell } from '../../../mail/alerting';
import { refusals } from '../../../refusal';

export async function addAccount(
  context: Context,
  actor: Actor,
  { username, password, email, role = 'sachbearbeiter' }: NewUser,
): Promise<UserRecord> {
  const passwordHash = await context.passwords.hash(password);
  const chosen = { username, passwordHash, email: email || null, role, passwordByAdmin: true };
  return await perform(context, actor, async (deed) => {
    const user = await createUser(deed.tx, chosen, deed.at);
    if (!user) throw refusals.conflict('Dieser Benutzername ist bereits vergeben.');
    await recordAndTell(context, deed, 'user_created', user);
    return user;
  });
}

export async function deleteAccount(context: Context, actor: Actor, id: string): Promise<void> {
  if (id === actor.id) throw refusals.conflict('Sie können Ihr eigenes Benutzerkonto nicht löschen.');
  await perform(context, actor, async (deed) => {
    const { tx } = deed;
    const account = await theAccount(tx, id);
    if (await isLastAdministrator(tx, account))
      throw refusals.conflict('Der letzte Administrator kann nicht gelöscht werden.');
    await deed.record('case_changed', await unassignCases(deed, id));
    // before the deletion: a deleted administrator is told too
    await recordAndTell(context, deed, 'user_deleted', account);
    await deleteUser(tx, id);
  });
}

export async function endAllSessions(context: Context, actor: Actor, id: string): Promise<void> {
  await perform(context, actor, async (deed) => {
    const account = await theAccount(deed.tx, id);
    await endSessionsOf(deed.tx, id);
    if (id === actor.id) await deed.record('sessions_ended', [id]);
    else await recordAndTell(context, deed, 'sessions_ended', account);
  });
}

/** Also ends all sessions of the account. One that is just being set up is not lost. */
export async function endLostFactor(context: Context, actor: Actor, id: string): Promise<void> {
  await perform(context, actor, async (deed) => {
    const { tx } = deed;
    const account = await theAccount(tx, id);
    if (!(await hasSecondFactor(tx, id)))
      throw refusals.notFound('Dieser Benutzer hat keine Zwei-Faktor-Anmeldung.');
    await deleteSecondFactor(tx, id);
    await endSessionsOf(tx, id);
    await recordAndTell(context, deed, 'second_factor_ended', account);
  });
}

async function theAccount(tx: Deed['tx'], id: string): Promise<UserRecord> {
  const account = await findUser(tx, id);
  if (!account) throw refusals.notFound('Diesen Benutzer gibt es nicht.');
  return account;
}
