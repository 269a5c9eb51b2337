/** `GET /ready` does not ask the database: while that is away, a proxy would take the public pages out of service. */
import { Elysia } from 'elysia';
import { api } from '#domain/urls';
import type { Context } from '../../context';

export type Stage = {
  /** Administrator, mail worker and jobs are ready too. */
  started: boolean;
  /** Aborts when the drain begins. From then on each response closes its connection. */
  leaving: AbortSignal;
};

/** 503 until this instance has started, and as soon as it is about to stop. */
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

/** 200 when the process has started and the database responds and can store data, otherwise 503. */
export function healthRoutes({ db, uptime }: Context, stage: Stage) {
  const ping = sharedPing(() => db.ping(), uptime);
  return new Elysia({ name: 'health' }).get(
    api.health,
    async ({ set }) => {
      set.headers['cache-control'] = 'no-store';
      if (!stage.started) {
        set.status = 503;
        return { status: 'starting', message: 'Der Dienst startet gerade.' };
      }
      try {
        await ping();
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

/** Anyone may ask, and a ping is a write: simultaneous calls share one, and there is one a second at most. */
function sharedPing(ping: () => Promise<void>, uptime: () => number): () => Promise<void> {
  let under: Promise<void> | null = null;
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    if (uptime() - last < 1000) return;
    under ??= ping().finally(() => {
      under = null;
    });
    await under;
    last = uptime();
  };
}
