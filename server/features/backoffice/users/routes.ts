/** Management of accounts, for administrators. */
import { Elysia } from 'elysia';
import { endLostSecondFactor } from '#db/staff/second-factors';
import { createUser, deleteUser, endSessions, listUsers } from '#db/staff/users';
import type { MessageResponse } from '#domain/backoffice/responses';
import { newUser } from '#domain/backoffice/user';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { refusals } from '../../../http/refusal';
import { standard, uuidOf } from '../../../http/schema';
import { userView } from '../../auth/service';

export function userRoutes(context: Context) {
  const { config, db, now, passwords } = context;
  const account = newUser(config.passwordMin);
  return new Elysia({ name: 'backoffice-users' })
    .use(staffAccess(context))
    .get(api.users, async () => (await listUsers(db)).map(userView), { role: 'admin' })
    .post(
      api.users,
      async ({ body, staff, set }) => {
        const { username, password, email, role = 'sachbearbeiter' } = body;
        const passwordHash = await passwords.hash(password);
        const chosen = { username, passwordHash, email: email || null, role, passwordByAdmin: true };
        const user = await createUser(db, chosen, now(), staff);
        if (!user) throw refusals.conflict('Dieser Benutzername ist bereits vergeben.');
        set.status = 201;
        return userView({ ...user, secondFactor: false });
      },
      { role: 'admin', body: standard(() => account) },
    )
    .delete(
      api.user,
      async ({ params, staff }) => {
        const deletion = await deleteUser(db, uuidOf(params.id), staff, now());
        if (deletion === 'unknown') throw unknown();
        if (deletion !== 'deleted') throw refusals.conflict(reasons[deletion]);
        return { message: 'Der Benutzer wurde gelöscht.' };
      },
      { role: 'admin' },
    )
    .post(
      api.endSessions,
      async ({ params, staff }) => {
        if (!(await endSessions(db, uuidOf(params.id), staff, now()))) throw unknown();
        return { message: 'Alle Sitzungen des Benutzers sind beendet.' };
      },
      { role: 'admin' },
    )
    .delete(
      api.lostSecondFactor,
      async ({ params, staff }) => {
        const id = uuidOf(params.id);
        // without it, a stolen session of an administrator would be worth as much as the second factor
        if (id === staff.id) throw refusals.conflict(ownSecondFactor);
        const outcome = await endLostSecondFactor(db, id, staff, now());
        if (outcome === 'unknown') throw unknown();
        if (outcome === 'none') throw refusals.notFound('Dieser Benutzer hat keine Zwei-Faktor-Anmeldung.');
        return { message: 'Die Zwei-Faktor-Anmeldung des Benutzers ist beendet.' } satisfies MessageResponse;
      },
      { role: 'admin' },
    );
}

const ownSecondFactor = 'Ihre eigene Zwei-Faktor-Anmeldung beenden Sie unter „Zwei-Faktor-Anmeldung“.';

const unknown = () => refusals.notFound('Diesen Benutzer gibt es nicht.');
const reasons = {
  self: 'Sie können Ihr eigenes Benutzerkonto nicht löschen.',
  last_administrator: 'Der letzte Administrator kann nicht gelöscht werden.',
};
