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

type Needs = Pick<Context, 'config' | 'db' | 'log' | 'meters' | 'now' | 'uptime' | 'today'>;

/** How long values are kept, so that frequent scrapes do not keep the database busy. */
const keepMs = 5_000;

/** Adds the gauges, and returns the function that brings them up to date. It never rejects. */
function watchBacklog(context: Needs): () => Promise<void> {
  const gauges = createGauges(context.meters);
  let known: { at: number; reading: Promise<void> } | null = null;
  return async () => {
    const at = context.uptime();
    if (!known || at - known.at >= keepMs) known = { at, reading: update(context, gauges) };
    await known.reading;
  };
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges({ registry }: Context['meters']) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `sattelfest_${name}`, help, registers: [registry] });
  return {
    up: gauge('database_up', '1 if the database responds, otherwise 0.'),
    read: {
      oldestMail: gauge('mail_oldest_waiting_seconds', 'Age of the oldest waiting mail; 0 if none waits.'),
      failedMails: gauge('mails_failed', 'Mails that have failed for good.'),
      openCases: gauge('cases_open', 'Open cases.'),
      overdueCases: gauge('cases_overdue', 'Open cases whose follow-up was due before today.'),
    },
    size: gauge('database_size_bytes', 'Size of the database file.'),
    log: gauge('database_wal_size_bytes', 'Size of the write-ahead log of the database.'),
  };
}

async function update(context: Needs, { up, read, size, log }: Gauges): Promise<void> {
  const file = fileOf(context.config.database.url);
  if (file) {
    set(size, await sizeOf(file));
    set(log, await sizeOf(`${file}-wal`));
  } else {
    for (const gauge of [size, log]) gauge.remove();
  }
  const values = await readValues(context);
  up.set(values ? 1 : 0);
  for (const key of keysOf(read)) set(read[key], values?.[key]);
}

async function readValues({ db, log, now, today }: Needs) {
  try {
    const [queuedAt, failedMails, { open, overdue }] = await Promise.all([
      oldestWaiting(db),
      countFailed(db),
      countOpenCases(db, today()),
    ]);
    const oldestMail = queuedAt === null ? 0 : Math.max(0, (now() - queuedAt) / 1000);
    return { oldestMail, failedMails, openCases: open, overdueCases: overdue };
  } catch (error) {
    log('warn', 'metrics_incomplete', traceOf(error));
    return undefined;
  }
}

function set(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  return found?.size ?? 0;
}

const quantiles = [0.5, 0.9, 0.99, 1];

/**
 * Adds a gauge of how long the event loop was kept from its work, when nobody gets a response: of the current minute or of
 * the one before, whichever is worse. So a stall is seen by everybody who scrapes once a minute, and forgotten after two.
 */
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
