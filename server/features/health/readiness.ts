/**
 * `GET /ready`: 200 while a proxy may send visitors here, 503 until this instance has started and once it is about to
 * stop. It asks no database: while that is away a proxy that listened to `/health` would take the public pages of all
 * instances with it.
 */
import { Elysia } from 'elysia';
import { apiRoutes } from '#domain/urls';

/** How far the process is in its life. */
export type Stage = {
  /** Administrator, mail and jobs are there too. */
  started: boolean;
  /** Aborts when the drain begins. From then on each answer is the last one of its connection. */
  leaving: AbortSignal;
};

export function readinessRoutes(stage: Stage) {
  const { leaving } = stage;
  return new Elysia({ name: 'readiness' })
    .onRequest(({ set }) => {
      if (leaving.aborted) set.headers.connection = 'close';
    })
    .get(
      apiRoutes.ready,
      ({ set }) => {
        set.headers['cache-control'] = 'no-store';
        if (stage.started && !leaving.aborted) return { status: 'ok' };
        set.status = 503;
        return { status: leaving.aborted ? 'draining' : 'starting' };
      },
      { detail: { hide: true } },
    );
}
