/** Management of accounts, for administrators. */
import { Elysia } from 'elysia';
import { createUser, deleteUser, endSessions, listUsers } from '#db/staff/users';
import { newUser } from '#domain/backoffice/user';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { refusals } from '../../../http/refusal';
import { standard, uuidOf } from '../../../http/schema';
import { userView } from '../../auth/service';

export function userRoutes(context: Context) {
  const { db, now, passwords } = context;
  return new Elysia({ name: 'backoffice-users' })
    .use(staffAccess(context))
    .get(api.users, async () => (await listUsers(db)).map(userView), { role: 'admin' })
    .post(
      api.users,
      async ({ body, staff, set }) => {
        const { username, password, email, role = 'sachbearbeiter' } = body;
        const passwordHash = await passwords.hash(password);
        const account = { username, passwordHash, email: email || null, role };
        const user = await createUser(db, account, now(), staff);
        if (!user) throw refusals.conflict('Dieser Benutzername ist bereits vergeben.');
        set.status = 201;
        return userView(user);
      },
      { role: 'admin', body: standard(() => newUser) },
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
    );
}

const unknown = () => refusals.notFound('Diesen Benutzer gibt es nicht.');
const reasons = {
  self: 'Sie können Ihr eigenes Benutzerkonto nicht löschen.',
  last_administrator: 'Der letzte Administrator kann nicht gelöscht werden.',
};
