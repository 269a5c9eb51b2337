/** `GET /health`: 200 when the process has started and the database answers and can store, else 503. */
import { Elysia } from 'elysia';
import { apiRoutes } from '#domain/urls';
import type { Context } from '../../context';
import type { Stage } from './readiness';

export function healthRoutes({ db }: Context, stage: Stage) {
  return new Elysia({ name: 'health' }).get(
    apiRoutes.health,
    async ({ set }) => {
      set.headers['cache-control'] = 'no-store';
      if (!stage.started) {
        set.status = 503;
        return { status: 'starting', message: 'Der Dienst startet gerade.' };
      }
      try {
        await db.ping();
        return { status: 'ok' };
      } catch {
        set.status = 503;
        return {
          status: 'unavailable',
          message: 'Die Datenbank antwortet nicht oder kann nichts speichern.',
        };
      }
    },
    { detail: { hide: true } },
  );
}
