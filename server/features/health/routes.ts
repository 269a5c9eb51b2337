/** `GET /health`: 200 when the database answers, else 503. */
import { Elysia } from 'elysia';
import { apiRoutes } from '../../../domain/urls';
import type { Context } from '../../context';

export function healthRoutes({ db }: Context) {
  return new Elysia({ name: 'health' }).get(
    apiRoutes.health,
    async ({ set }) => {
      set.headers['cache-control'] = 'no-store';
      try {
        await db.ping();
        return { status: 'ok' };
      } catch {
        set.status = 503;
        return { status: 'unavailable', message: 'Die Datenbank antwortet nicht.' };
      }
    },
    { detail: { hide: true } },
  );
}
