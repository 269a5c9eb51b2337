import { listUsers } from '#db/staff/users';
import { newUserWithProof, ownerProof } from '#domain/accounts/user';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { ofObject, standard, uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import type { OwnerChecks } from '../../auth/owner';
import { userView } from '../../auth/service';
import { addAccount, deleteAccount, endAllSessions, endLostFactor } from './service';

/** The body may be empty. Made anew for each route, because Elysia changes it. */
const act = () => ({ role: 'admin', body: ofObject(standard(() => ownerProof)) }) as const;

export function userRoutes(context: Context, owner: OwnerChecks) {
  const account = newUserWithProof(context.config.passwordMin);
  return staffRoutes(context, 'backoffice-users')
    .get(api.users, async () => (await listUsers(context.db.read)).map(userView), { role: 'admin' })
    .post(
      api.users,
      async ({ body, staff, set }) => {
        await owner.prove(staff, body);
        const user = await addAccount(context, staff, body);
        set.status = 201;
        return userView({ ...user, secondFactor: false });
      },
      { role: 'admin', body: standard(() => account) },
    )
    .delete(
      api.user,
      async ({ params, body, staff }) => {
        await owner.prove(staff, body);
        // a wrong id is refused after a missing proof, so there is no `byId`
        await deleteAccount(context, staff, uuidOf(params.id));
        return { message: 'Der Benutzer wurde gelöscht.' };
      },
      act(),
    )
    .use(protectionRoutes(context, owner));
}

function protectionRoutes(context: Context, owner: OwnerChecks) {
  return staffRoutes(context, 'backoffice-user-protection')
    .post(
      api.endSessions,
      async ({ id, body, staff }) => {
        // whoever finds a stranger in their own account must be quick
        if (id !== staff.id) await owner.prove(staff, body);
        await endAllSessions(context, staff, id);
        return { message: 'Alle Sitzungen des Benutzers sind beendet.' };
      },
      { ...act(), byId: true },
    )
    .delete(
      api.lostSecondFactor,
      async ({ id, body, staff }) => {
        // without it, a stolen session of an administrator would be worth as much as the second factor
        if (id === staff.id) throw refusals.conflict(ownSecondFactor);
        await owner.prove(staff, body);
        await endLostFactor(context, staff, id);
        return { message: 'Die Zwei-Faktor-Anmeldung des Benutzers ist beendet.' };
      },
      { ...act(), byId: true },
    );
}

const ownSecondFactor = 'Ihre eigene Zwei-Faktor-Anmeldung beenden Sie unter „Zwei-Faktor-Anmeldung“.';
