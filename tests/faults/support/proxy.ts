/** A proxy with the rules of the `Caddyfile` for several instances, for tests of a restart. */
import { join } from 'node:path';
import { root } from '#tests/support/server';
import { type Env, send } from './instances';

type Rules = { path: string; intervalMs: number; timeoutMs: number; tryMs: number; tryAgainMs: number };
export type RunningProxy = Awaited<ReturnType<typeof startProxy>>;

/**
 * Sends each request over a new connection to the next healthy instance, and checks the health of all instances
 * regularly. A request retries for a while if no instance is healthy or a connection is refused. A request that has been
 * sent is never sent again.
 */
export async function startProxy(upstreams: readonly string[]) {
  const rules = await readRules();
  const healthy = new Set(upstreams);
  const ended = new AbortController();
  let next = 0;
  const proxy = {
    answered: 0,
    /** Refused connections: the request, not yet sent, is sent to another instance. */
    refused: 0,
    /** Requests that found no healthy instance and had to wait. */
    delayed: 0,
    failed: [] as string[],
    /** Every check that found an instance unhealthy, with the reason: a status or an error code. */
    unhealthy: [] as { url: string; reason: string }[],
    async send(method: string, path: string, from: string, body?: unknown): Promise<void> {
      const limit = performance.now() + rules.tryMs;
      for (let tries = 0; performance.now() < limit; tries += 1) {
        if (tries > 0) await Bun.sleep(rules.tryAgainMs);
        const choice = upstreams.filter((url) => healthy.has(url));
        const url = choice[next++ % choice.length];
        if (!url) {
          if (tries === 0) proxy.delayed += 1;
          continue;
        }
        try {
          const { status } = await send(url, method, path, { body, from, headers: { connection: 'close' } });
          proxy.answered += 1;
          if (status >= 400) proxy.failed.push(`${method} ${path}: ${status}`);
          return;
        } catch (error) {
          const code = codeOf(error);
          if (code !== 'ECONNREFUSED') {
            proxy.failed.push(`${method} ${path}: ${code}`);
            return;
          }
          proxy.refused += 1;
        }
      }
      proxy.failed.push(`${method} ${path}: nobody there`);
    },
    /** Stops the health checks and resolves when none is running. */
    async end(): Promise<void> {
      ended.abort();
      await checking;
    },
  };
  const checking = Promise.all(upstreams.map(keepChecking));
  return proxy;

  async function keepChecking(url: string): Promise<void> {
    while (!ended.signal.aborted) {
      const reason = await healthOf(url, rules);
      if (reason === null) {
        healthy.add(url);
      } else {
        healthy.delete(url);
        // each time: on a busy machine a check may time out before one is answered
        proxy.unhealthy.push({ url, reason });
      }
      await Bun.sleep(rules.intervalMs);
    }
  }
}

/** Null if the instance is healthy, else the reason. */
async function healthOf(url: string, { path, timeoutMs }: Rules): Promise<string | null> {
  try {
    const answer = await fetch(url + path, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return answer.ok ? null : String(answer.status);
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

async function readRules(): Promise<Rules> {
  const caddyfile = await Bun.file(join(root, 'Caddyfile')).text();
  const read = (name: string) => {
    const [, value = ''] = new RegExp(`^\\s*${name} (\\S+)$`, 'm').exec(caddyfile) ?? [];
    if (value === '') throw new Error(`The Caddyfile has no ${name}.`);
    return value;
  };
  const milliseconds = (name: string) => {
    const value = read(name);
    return Number.parseInt(value, 10) * (value.endsWith('ms') ? 1 : 1000);
  };
  return {
    path: read('health_uri'),
    intervalMs: milliseconds('health_interval'),
    timeoutMs: milliseconds('health_timeout'),
    tryMs: milliseconds('lb_try_duration'),
    tryAgainMs: milliseconds('lb_try_interval'),
  };
}

/** The settings for a drain in `compose.yaml`. */
export async function drainOfCompose(): Promise<Env> {
  const text = await Bun.file(join(root, 'compose.yaml')).text();
  const [, seconds] = /^\s*DRAIN_SECONDS: "(\d+)"$/m.exec(text) ?? [];
  if (seconds === undefined) throw new Error('compose.yaml has no DRAIN_SECONDS.');
  return { DRAIN_SECONDS: seconds };
}
