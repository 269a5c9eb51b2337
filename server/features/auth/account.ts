import { Elysia } from 'elysia';
import { listSessions, type SessionRecord, type StaffRecord } from '#db/staff/sessions';
import type { Session } from '#domain/accounts/second-factor';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffAccess } from '../../http/access';
import { endsOf } from '../../http/auth';
import { uuidOf } from '../../http/schema';
import { refusals } from '../../refusal';
import { endSession, ownView } from './service';

export function accountRoutes(context: Context) {
  const { config, db, now } = context;
  return new Elysia({ name: 'account', detail: { tags: ['Anmeldung'] } })
    .use(staffAccess(context))
    .get(
      api.currentUser,
      ({ staff }) => {
        const user = ownView(staff, config);
        return { user, ...user };
      },
      { role: 'newcomer' },
    )
    .post(
      api.logout,
      async ({ staff, set }) => {
        await endSession(context, staff, staff.session.id, 'signed_out');
        set.status = 204;
      },
      { role: 'newcomer' },
    )
    .get(
      api.sessions,
      async ({ staff }) => {
        const sessions = await listSessions(db.read, staff.id, endsOf(config, now()));
        return sessions.map((session) => sessionView(session, staff));
      },
      { role: 'account' },
    )
    .delete(
      api.session,
      async ({ params, staff, set }) => {
        const ended = await endSession(context, staff, uuidOf(params.id), 'session_ended');
        if (!ended) throw refusals.notFound('Diese Sitzung gibt es nicht mehr.');
        set.status = 204;
      },
      { role: 'account' },
    );
}

function sessionView(
  { id, createdAt, lastUsedAt, browser }: SessionRecord,
  { session }: StaffRecord,
): Session {
  return {
    id,
    createdAt: isoOf(createdAt),
    lastUsedAt: isoOf(lastUsedAt),
    browser,
    current: id === session.id,
  };
}
