/** `GET /metrics` for Prometheus, with the bearer token of `METRICS_TOKEN`. Without that setting there is no such path. */

import { stat } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Elysia } from 'elysia';
import { Gauge, type Registry } from 'prom-client';
import { countOpenCases } from '#db/cases/list';
import { fileOf } from '#db/driver/local/files';
import { oldestWaiting } from '#db/mails/claims';
import { countFailed } from '#db/mails/log';
import { keysOf } from '#domain/keys';
import { stateLabels } from '#domain/site-state';
import { minuteMs } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { bearerOf } from '../../http/auth';
import { traceOf } from '../../log';

export function metricsRoutes(context: Context) {
  const app = new Elysia({ name: 'metrics' });
  const { config, meters } = context;
  const { registry } = meters;
  if (config.metricsToken === null) return app;
  const isAllowed = bearerOf(config.metricsToken);
  const update = watchBacklog(context);
  watchState(context);
  watchStalls(registry);
  return app.get(
    api.metrics,
    async ({ request }) => {
      const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
      if (!isAllowed(request)) {
        return new Response('', { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' } });
      }
      await update();
      return new Response(await registry.metrics(), {
        headers: { ...headers, 'content-type': registry.contentType },
      });
    },
    { detail: { hide: true } },
  );
}

type Needs = Pick<Context, 'config' | 'db' | 'log' | 'meters' | 'now' | 'uptime' | 'today' | 'site'>;

/** How long values are kept, so that frequent scrapes do not keep the database busy. */
const keepMs = 5_000;

const helps = {
  database_up: '1 if the database responds, otherwise 0.',
  mail_oldest_waiting_seconds: 'Age of the oldest waiting mail; 0 if none waits.',
  mails_failed: 'Mails that have failed for good.',
  cases_open: 'Open cases.',
  cases_overdue: 'Open cases whose follow-up was due before today.',
  database_size_bytes: 'Size of the database file.',
  database_wal_size_bytes: 'Size of the write-ahead log of the database.',
};

/** Adds the gauges, and returns the function that brings them up to date. It never rejects. */
function watchBacklog(context: Needs): () => Promise<void> {
  const { registry } = context.meters;
  const gauges = keysOf(helps).map((name) => {
    return {
      name,
      gauge: new Gauge({ name: `sattelfest_${name}`, help: helps[name], registers: [registry] }),
    };
  });
  const update = async () => {
    const values: Values = { ...(await sizesOf(context)), ...(await readValues(context)) };
    for (const { name, gauge } of gauges) {
      const value = values[name];
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    }
  };
  let known: { at: number; reading: Promise<void> } | null = null;
  return async () => {
    const at = context.uptime();
    if (!known || at - known.at >= keepMs) known = { at, reading: update() };
    await known.reading;
  };
}

/** What is not known is left out. */
type Values = Partial<Record<keyof typeof helps, number>>;

async function readValues({ db, log, now, today }: Needs): Promise<Values> {
  try {
    const [queuedAt, failed, { open, overdue }] = await Promise.all([
      oldestWaiting(db),
      countFailed(db),
      countOpenCases(db, today()),
    ]);
    const oldest = queuedAt === null ? 0 : Math.max(0, (now() - queuedAt) / 1000);
    const cases = { cases_open: open, cases_overdue: overdue };
    return { database_up: 1, mail_oldest_waiting_seconds: oldest, mails_failed: failed, ...cases };
  } catch (error) {
    log('warn', 'metrics_incomplete', traceOf(error));
    return { database_up: 0 };
  }
}

async function sizesOf({ config }: Needs): Promise<Values> {
  const file = fileOf(config.database.url);
  if (!file) return {};
  return { database_size_bytes: await sizeOf(file), database_wal_size_bytes: await sizeOf(`${file}-wal`) };
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  return found?.size ?? 0;
}

function watchState({ meters, site }: Needs): void {
  new Gauge({
    name: 'sattelfest_site_state',
    help: '1 for the state of the site, 0 for the others.',
    labelNames: ['state'],
    registers: [meters.registry],
    collect() {
      for (const state of keysOf(stateLabels)) this.set({ state }, Number(state === site.current().state));
    },
  });
}

const quantiles = [0.5, 0.9, 0.99, 1];

/** How long nobody got a response: of this minute or the last one, so that who scrapes once a minute sees each stall. */
function watchStalls(registry: Registry): void {
  // all of a process share one monitor
  const delay = monitorEventLoopDelay();
  delay.enable();
  const secondsOf = (quantile: number) =>
    (quantile === 1 ? delay.max : delay.percentile(quantile * 100)) / 1e9;
  let before = quantiles.map(() => 0);
  setInterval(() => {
    before = quantiles.map(secondsOf);
    delay.reset();
  }, minuteMs).unref();
  new Gauge({
    name: 'sattelfest_event_loop_delay_seconds',
    help: 'Delay of the event loop, in the worse one of the last two minutes. Quantile 1 is the longest stall.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const [index, quantile] of quantiles.entries()) {
        this.set({ quantile }, Math.max(before[index] ?? 0, secondsOf(quantile)));
      }
    },
  });
}
