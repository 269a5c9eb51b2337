/**
 * `GET /ready`: 200 while a proxy may send visitors here, 503 once this instance is about to stop. It asks no database:
 * while that is away a proxy that listened to `/health` would take the public pages of all instances with it.
 */
import { Elysia } from 'elysia';
import { apiRoutes } from '../../../domain/urls';

/** `leaving` aborts when the drain begins. From then on each answer is the last one of its connection. */
export function readinessRoutes(leaving: AbortSignal) {
  return new Elysia({ name: 'readiness' })
    .onRequest(({ set }) => {
      if (leaving.aborted) set.headers.connection = 'close';
    })
    .get(
      apiRoutes.ready,
      ({ set }) => {
        set.headers['cache-control'] = 'no-store';
        if (!leaving.aborted) return { status: 'ok' };
        set.status = 503;
        return { status: 'draining' };
      },
      { detail: { hide: true } },
    );
}
