/** One's own sessions. */

import { Elysia } from 'elysia';
import { endSession, listSessions, type SessionRecord, type StaffRecord } from '#db/staff/sessions';
import type { Session } from '#domain/accounts/second-factor';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffAccess } from '../../http/access';
import { endsOf } from '../../http/auth';
import { uuidOf } from '../../http/schema';
import { refusals } from '../../refusal';

export function sessionRoutes(context: Context) {
  const { config, db, now } = context;
  return new Elysia({ name: 'sessions', detail: { tags: ['Anmeldung'] } })
    .use(staffAccess(context))
    .get(
      api.sessions,
      async ({ staff }) => {
        const sessions = await listSessions(db, staff.id, endsOf(config, now()));
        return sessions.map((session) => sessionView(session, staff));
      },
      { role: 'account' },
    )
    .delete(
      api.session,
      async ({ params, staff, set }) => {
        const stamp = { action: 'session_ended', now: now() } as const;
        if (!(await endSession(db, staff, uuidOf(params.id), stamp))) {
          throw refusals.notFound('Diese Sitzung gibt es nicht mehr.');
        }
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
