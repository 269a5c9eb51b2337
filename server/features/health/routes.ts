/**
 * `GET /ready`: 200 while a proxy may send visitors here. It asks no database: while that is away a proxy that listened
 * to `GET /health` would take the public pages of all instances with it.
 */
import { Elysia } from 'elysia';
import { api } from '#domain/urls';
import type { Context } from '../../context';

/** How far the process is in its life. */
export type Stage = {
  /** Administrator, mail and jobs are there too. */
  started: boolean;
  /** Aborts when the drain begins. From then on each answer is the last one of its connection. */
  leaving: AbortSignal;
};

/** 503 until this instance has started, and once it is about to stop. */
export function readinessRoutes(stage: Stage) {
  const { leaving } = stage;
  return new Elysia({ name: 'readiness' })
    .onRequest(({ set }) => {
      if (leaving.aborted) set.headers.connection = 'close';
    })
    .get(
      api.ready,
      ({ set }) => {
        set.headers['cache-control'] = 'no-store';
        if (stage.started && !leaving.aborted) return { status: 'ok' };
        set.status = 503;
        return { status: leaving.aborted ? 'draining' : 'starting' };
      },
      { detail: { hide: true } },
    );
}

/** 200 when the process has started and the database answers and can store, else 503. */
export function healthRoutes({ db }: Context, stage: Stage) {
  return new Elysia({ name: 'health' }).get(
    api.health,
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
