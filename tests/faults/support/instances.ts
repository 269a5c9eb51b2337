/** Several instances of the product on one real database server. */
import { afterAll } from 'bun:test';
import { join } from 'node:path';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { scratch } from '#tests/db/support/processes';
import { dataFolder, type RunningServer, root, startServer } from '#tests/support/server';
import { type MailServer, startMailServer } from '#tests/support/smtp';
import { administrator } from '#tests/support/staff';
import { copyStaffedDatabase } from '#tests/support/template';

export type Env = Record<string, string>;

/** The settings that all instances on one database share. */
export const common: Env = {
  JWT_SECRET: 'one secret for all instances, 32+',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  ADMIN_USERNAME: administrator.username,
  ADMIN_PASSWORD: administrator.password,
  TRUST_PROXY: 'true',
};

/** The database servers and instances of one test file, which end with it. */
export function createCluster() {
  const here = scratch();
  const endings: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const end of endings.splice(0).reverse()) await end();
    await here.remove();
  });
  const withFolder = async () => {
    const { path, remove } = await dataFolder();
    endings.push(remove);
    return path;
  };
  return {
    ...here,
    /** A database server as the first start of an instance leaves it: drawing the documents takes longer than most tests. */
    startPrepared: (env: Env = {}) => here.startSqldWith(copyStaffedDatabase, env),
    /** An instance with its own data folder. */
    async instance(databaseUrl: string, env: Env = {}): Promise<RunningServer> {
      const server = await startServer(await withFolder(), { ...common, DATABASE_URL: databaseUrl, ...env });
      endings.push(() => server.kill('SIGKILL'));
      return server;
    },
    /** Two instances that start at the same time. */
    async pair(databaseUrl: string, env: Env = {}): Promise<[RunningServer, RunningServer]> {
      return await Promise.all([this.instance(databaseUrl, env), this.instance(databaseUrl, env)]);
    },
    /** The database with its tables, as another instance sees it. */
    async database(url: string, authToken?: string) {
      const db = await openDatabase({ url, authToken });
      await migrateDatabase(db, join(root, 'db/migrations'));
      endings.push(() => db.close());
      return db;
    },
    /** A mail server for the instances. */
    async mails(): Promise<MailServer> {
      const server = await startMailServer();
      endings.push(server.stop);
      return server;
    },
  };
}

const shiftedClock = join(root, 'tests/faults/support/shifted-clock.ts');

/** The settings of a server whose clock is so many seconds ahead. */
export const clockAhead = (seconds: number): Env => ({
  BUN_OPTIONS: `--preload=${shiftedClock}`,
  CLOCK_AHEAD_MS: String(seconds * 1000),
});

/** The secrets of one installation, created as described in `compose.yaml`. */
export async function newSecrets(): Promise<Env> {
  const child = Bun.spawn([process.execPath, 'server/commands/new-secrets.ts'], {
    cwd: root,
    stdout: 'pipe',
  });
  const lines = (await new Response(child.stdout).text()).trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2) as [string, string]));
}

/** Sends a request with a JSON body. `from` is the visitor's address as the proxy reports it. */
export function send(
  url: string,
  method: string,
  path: string,
  { body, from = '203.0.113.1', headers = {} }: { body?: unknown; from?: string; headers?: Env } = {},
): Promise<Response> {
  const type: Env = body === undefined ? {} : { 'content-type': 'application/json' };
  return fetch(url + path, {
    method,
    headers: { 'x-forwarded-for': from, ...type, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
}

/** Counts the statuses of responses: `{201: 60, 429: 10}`. */
export function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The duration of `work` in seconds, and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { seconds: (performance.now() - began) / 1000, result };
}

/**
 * The longest time that a queued write may wait. A call that fails sooner has not waited for the silent database until
 * the end: it usually fails within 3 s, and later only on a busy machine.
 */
export const patienceSeconds = 10;
