/** What administrators do to other accounts. */
import { Elysia } from 'elysia';
import { endLostSecondFactor } from '#db/staff/second-factors';
import { deleteUser, endSessions } from '#db/staff/users';
import { ownerProof } from '#domain/accounts/user';
import type { MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { ofObject, standard, uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import type { OwnerChecks } from '../../auth/owner';
import { tellAdministrators } from './alerts';

/** The body may be empty. Made anew for each route, because Elysia changes it. */
const options = () => ({ role: 'admin', body: ofObject(standard(() => ownerProof)) }) as const;

export function actRoutes(context: Context, owner: OwnerChecks) {
  const { db, now, wakeMail } = context;
  return new Elysia({ name: 'backoffice-user-acts' })
    .use(staffAccess(context))
    .delete(
      api.user,
      async ({ params, body, staff }) => {
        await owner.prove(staff, body);
        const tell = tellAdministrators(context);
        const deletion = await deleteUser(db, uuidOf(params.id), staff, now(), tell);
        if (deletion === 'unknown') throw unknown();
        if (deletion !== 'deleted') throw refusals.conflict(reasons[deletion]);
        wakeMail();
        return { message: 'Der Benutzer wurde gelöscht.' };
      },
      options(),
    )
    .post(
      api.endSessions,
      async ({ params, body, staff }) => {
        const id = uuidOf(params.id);
        // whoever finds a stranger in their own account must be quick
        const tell = id === staff.id ? undefined : tellAdministrators(context);
        if (tell) await owner.prove(staff, body);
        if (!(await endSessions(db, id, staff, now(), tell))) throw unknown();
        wakeMail();
        return { message: 'Alle Sitzungen des Benutzers sind beendet.' };
      },
      options(),
    )
    .delete(
      api.lostSecondFactor,
      async ({ params, body, staff }) => {
        const id = uuidOf(params.id);
        // without it, a stolen session of an administrator would be worth as much as the second factor
        if (id === staff.id) throw refusals.conflict(ownSecondFactor);
        await owner.prove(staff, body);
        const tell = tellAdministrators(context);
        const outcome = await endLostSecondFactor(db, id, staff, now(), tell);
        if (outcome === 'unknown') throw unknown();
        if (outcome === 'none') throw refusals.notFound('Dieser Benutzer hat keine Zwei-Faktor-Anmeldung.');
        wakeMail();
        return { message: 'Die Zwei-Faktor-Anmeldung des Benutzers ist beendet.' } satisfies MessageResponse;
      },
      options(),
    );
}

const ownSecondFactor = 'Ihre eigene Zwei-Faktor-Anmeldung beenden Sie unter „Zwei-Faktor-Anmeldung“.';

const unknown = () => refusals.notFound('Diesen Benutzer gibt es nicht.');
const reasons = {
  self: 'Sie können Ihr eigenes Benutzerkonto nicht löschen.',
  last_administrator: 'Der letzte Administrator kann nicht gelöscht werden.',
};
