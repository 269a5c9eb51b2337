/** Management of accounts, for administrators. */
import { Elysia } from 'elysia';
import { Object as ObjectType } from 'typebox';
import { createUser, listUsers } from '#db/staff/users';
import { newUser, ownerProof } from '#domain/accounts/user';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { standard } from '../../../http/schema';
import { refusals } from '../../../refusal';
import type { OwnerChecks } from '../../auth/owner';
import { userView } from '../../auth/service';
import { actRoutes } from './act-routes';
import { tellAdministrators } from './alerts';

export function userRoutes(context: Context, owner: OwnerChecks) {
  const { config, db, now, passwords, wakeMail } = context;
  const account = ObjectType({ ...newUser(config.passwordMin).properties, ...ownerProof.properties });
  return new Elysia({ name: 'backoffice-users' })
    .use(staffAccess(context))
    .get(api.users, async () => (await listUsers(db)).map(userView), { role: 'admin' })
    .post(
      api.users,
      async ({ body, staff, set }) => {
        await owner.prove(staff, body);
        const { username, password, email, role = 'sachbearbeiter' } = body;
        const passwordHash = await passwords.hash(password);
        const chosen = { username, passwordHash, email: email || null, role, passwordByAdmin: true };
        const tell = tellAdministrators(context);
        const user = await createUser(db, chosen, now(), staff, tell);
        if (!user) throw refusals.conflict('Dieser Benutzername ist bereits vergeben.');
        wakeMail();
        set.status = 201;
        return userView({ ...user, secondFactor: false });
      },
      { role: 'admin', body: standard(() => account) },
    )
    .use(actRoutes(context, owner));
}
