/** The proxy of `compose.yaml`, as far as a restart is concerned: what `Caddyfile` says about several instances. */
import { join } from 'node:path';
import { root } from '#tests/support/server';
import { type Env, send } from './instances';

type Rules = { path: string; intervalMs: number; timeoutMs: number; tryMs: number; tryAgainMs: number };
export type RunningProxy = Awaited<ReturnType<typeof startProxy>>;

/**
 * Sends each request to the next instance that is well, by a connection of its own. It asks every instance how it is,
 * again and again; a request that finds none well, or dials one that refuses, tries on for a while. What has been sent
 * is never sent again.
 */
export async function startProxy(upstreams: readonly string[]) {
  const rules = await readRules();
  const well = new Set(upstreams);
  const ended = new AbortController();
  let next = 0;
  const proxy = {
    answered: 0,
    /** Dialled an instance that was gone: it went to another one, unsent so far. */
    refused: 0,
    /** Found no instance well and had to wait for one. */
    delayed: 0,
    failed: [] as string[],
    /** What each instance that was taken out had said: a status, or an error's code. */
    takenOut: [] as { url: string; reason: string }[],
    async send(method: string, path: string, from: string, body?: unknown): Promise<void> {
      const limit = performance.now() + rules.tryMs;
      for (let tries = 0; performance.now() < limit; tries += 1) {
        if (tries > 0) await Bun.sleep(rules.tryAgainMs);
        const choice = upstreams.filter((url) => well.has(url));
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
    /** Asks no longer; resolves when no question is under way. */
    async end(): Promise<void> {
      ended.abort();
      await asking;
    },
  };
  const asking = Promise.all(upstreams.map(keepAsking));
  return proxy;

  async function keepAsking(url: string): Promise<void> {
    while (!ended.signal.aborted) {
      const reason = await howIs(url, rules);
      if (reason === null) well.add(url);
      else if (well.delete(url)) proxy.takenOut.push({ url, reason });
      await Bun.sleep(rules.intervalMs);
    }
  }
}

/** Null for an instance that is well. */
async function howIs(url: string, { path, timeoutMs }: Rules): Promise<string | null> {
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
    if (value === '') throw new Error(`Caddyfile says nothing of ${name}.`);
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

/** What `compose.yaml` tells an instance about its end. */
export async function drainOfCompose(): Promise<Env> {
  const text = await Bun.file(join(root, 'compose.yaml')).text();
  const [, seconds] = /^\s*DRAIN_SECONDS: "(\d+)"$/m.exec(text) ?? [];
  if (seconds === undefined) throw new Error('compose.yaml says nothing of DRAIN_SECONDS.');
  return { DRAIN_SECONDS: seconds };
}
