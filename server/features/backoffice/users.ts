import { Elysia } from 'elysia';
import { unassignCases } from '#db/cases/change';
import { rememberErasures } from '#db/erasers';
import { deleteSecondFactor, hasSecondFactor } from '#db/staff/second-factors';
import {
  changeUser,
  createUser,
  deleteUser,
  endSessionsOf,
  findUser,
  isLastAdministrator,
  listUsers,
  type UserRecord,
} from '#db/staff/users';
import type { Actor } from '#domain/accounts/actors';
import {
  absence,
  type NewUser,
  newUserWithProof,
  ownerProof,
  ownSettings,
  type Settings,
} from '#domain/accounts/user';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { type Deed, perform, type StaffDeed } from '../../deed';
import { guardedRoutes, staffRoutes } from '../../http/access';
import { ofObject, standard, uuidOf } from '../../http/schema';
import { recordAndTell } from '../../mails/alerts';
import { refusals } from '../../refusal';
import type { OwnerChecks } from '../auth/guesses';
import { userView } from '../auth/service';

/** The body may be empty. */
const proof = ofObject(standard(() => ownerProof));

export function userRoutes(context: Context, owner: OwnerChecks) {
  const account = newUserWithProof(context.config.passwordMin);
  const ofAccounts = staffRoutes(context, 'backoffice-users', 'admin')
    .patch(api.user, ({ id, body, act }) => act((deed) => changeAccount(deed, id, body)), {
      body: ofObject(standard(absence)),
    })
    .get(api.users, async () => (await listUsers(context.db.read)).map(userView))
    .post(
      api.users,
      async ({ body, staff }) => {
        await owner.prove(staff, body);
        return userView({ ...(await addAccount(context, staff, body)), secondFactor: false });
      },
      { body: standard(() => account), answers: { status: 201 } },
    )
    .post(
      api.endSessions,
      async ({ id, body, staff, act }) => {
        // whoever finds a stranger in their own account must be quick
        if (id !== staff.id) await owner.prove(staff, body);
        await act((deed) => endAllSessions(context, deed, id));
      },
      { body: proof, answers: { message: 'Alle Sitzungen des Benutzers sind beendet.' } },
    )
    .delete(
      api.lostSecondFactor,
      async ({ id, body, staff, act }) => {
        // without it, a stolen session of an administrator would be worth as much as the second factor
        if (id === staff.id) throw refusals.conflict(ownSecondFactor);
        await owner.prove(staff, body);
        await act((deed) => endLostFactor(context, deed, id));
      },
      { body: proof, answers: { message: 'Die Zwei-Faktor-Anmeldung des Benutzers ist beendet.' } },
    );
  // a wrong id is refused after a missing proof
  const deleting = guardedRoutes(context, 'backoffice-user-deletion', 'admin').delete(
    api.user,
    async ({ params, body, staff, act }) => {
      await owner.prove(staff, body);
      await act((deed) => deleteAccount(context, deed, uuidOf(params.id)));
    },
    { body: proof, answers: { message: 'Der Benutzer wurde gelöscht.' } },
  );
  const own = staffRoutes(context, 'backoffice-own-settings').patch(
    api.currentUser,
    ({ body, staff, act }) => act((deed) => changeAccount(deed, staff.id, body)),
    { body: ofObject(standard(ownSettings)) },
  );
  return new Elysia().use(ofAccounts).use(deleting).use(own);
}

const ownSecondFactor = 'Ihre eigene Zwei-Faktor-Anmeldung beenden Sie unter „Zwei-Faktor-Anmeldung“.';

async function addAccount(
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

async function changeAccount({ tx, record }: Deed, id: string, change: Settings) {
  const account = await theAccount(tx, id);
  if (change.digest && account.email === null)
    throw refusals.invalid([{ path: 'digest', message: 'Dafür braucht Ihr Konto eine E-Mail-Adresse' }]);
  const changed = { ...account, ...change };
  if (!Bun.deepEquals(changed, account)) {
    await changeUser(tx, id, change);
    await record('user_changed', [id]);
  }
  const secondFactor = await hasSecondFactor(tx, id);
  return { ...userView({ ...changed, secondFactor }), digest: changed.digest };
}

async function deleteAccount(context: Context, deed: StaffDeed, id: string): Promise<void> {
  const { tx } = deed;
  if (id === deed.actor.id) throw refusals.conflict('Sie können Ihr eigenes Benutzerkonto nicht löschen.');
  const account = await theAccount(tx, id);
  if (await isLastAdministrator(tx, account))
    throw refusals.conflict('Der letzte Administrator kann nicht gelöscht werden.');
  await deed.record('case_changed', await unassignCases(deed, id));
  // before the deletion: a deleted administrator is told too
  await recordAndTell(context, deed, 'user_deleted', account);
  await rememberErasures(tx, [{ kind: 'user', id, at: deed.at }]);
  await deleteUser(tx, id);
}

async function endAllSessions(context: Context, deed: StaffDeed, id: string): Promise<void> {
  const account = await theAccount(deed.tx, id);
  await endSessionsOf(deed.tx, id);
  if (id === deed.actor.id) await deed.record('sessions_ended', [id]);
  else await recordAndTell(context, deed, 'sessions_ended', account);
}

/** Also ends all sessions of the account. One that is just being set up is not lost. */
async function endLostFactor(context: Context, deed: Deed, id: string): Promise<void> {
  const { tx } = deed;
  const account = await theAccount(tx, id);
  if (!(await hasSecondFactor(tx, id)))
    throw refusals.notFound('Dieser Benutzer hat keine Zwei-Faktor-Anmeldung.');
  await deleteSecondFactor(tx, id);
  await endSessionsOf(tx, id);
  await recordAndTell(context, deed, 'second_factor_ended', account);
}

async function theAccount(tx: Deed['tx'], id: string): Promise<UserRecord> {
  const account = await findUser(tx, id);
  if (!account) throw refusals.notFound('Diesen Benutzer gibt es nicht.');
  return account;
}
