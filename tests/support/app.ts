/** The whole application on a real database file, called through `app.handle`. The test sets its clock. */
import { afterAll, beforeAll } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#db/open';
import { type Operator, placeholders } from '#domain/operator/operator';
import { createApp } from '#server/app';
import type { Assets } from '#server/assets';
import { loadConfig } from '#server/config';
import type { Draw } from '#server/documents/drawer';
import type { GivenDocuments } from '#server/documents/given';
import type { PasswordCost } from '#server/features/auth/passwords';
import { ensureAdministrator } from '#server/features/auth/service';
import type { Levels } from '#server/http/compression';
import { createLog } from '#server/log';
import { openPrepared, prepareContents } from '#server/process/start';
import { createServices } from '#server/services';
import { drawOnce } from './drawing';
import { afterThisTest } from './endings';
import { administrator, cheap } from './staff';
import { copyDatabase } from './template';

export type TestApp = Awaited<ReturnType<typeof openApp>>['app'];
type Options = {
  now?: number;
  env?: Record<string, string>;
  operator?: Operator;
  passwordCost?: PasswordCost;
  pageLevels?: Levels;
  draw?: Draw;
  given?: GivenDocuments;
};
type Ask = {
  body?: unknown;
  raw?: string | Uint8Array<ArrayBuffer>;
  type?: string;
  headers?: Record<string, string>;
};

/** 20 November 2026, 10:00 in Germany. */
export const testNow = Date.parse('2026-11-20T09:00:00Z');

/** Most tests move the clock by hours or days, and none of them is about these. */
const quiet = { RATE_LIMIT: 'off', LOG_LEVEL: 'error', TOKEN_HOURS: '1000000', TOKEN_IDLE_MINUTES: '0' };

/** The levels of production would make tests of pages slow for nothing. */
const lowLevels: Levels = { br: 1, zstd: 1, gzip: 1 };

/** Starts an application with its own data folder; it is closed after the test. */
export async function startApp(options: Options = {}) {
  const { app, end } = await openApp(options);
  afterThisTest(end);
  return app;
}

/**
 * Starts one application for all tests of a file, or of a `describe`, that do not disturb one another. The returned
 * object is filled before the first of them.
 */
export function setApp(options: Options = {}): TestApp {
  const stage = {} as TestApp;
  let end = async () => {};
  beforeAll(async () => {
    const opened = await openApp(options);
    end = opened.end;
    Object.assign(stage, opened.app);
  });
  afterAll(() => end());
  return stage;
}

async function openApp(options: Options) {
  const { now = testNow, env = {}, operator = placeholders, passwordCost = cheap, given } = options;
  const { pageLevels = lowLevels, draw = drawOnce } = options;
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-'));
  const config = loadConfig({ ...quiet, DATA_DIR: folder, ...env });
  if (!env.DATABASE_URL) await copyDatabase(join(folder, 'app.db'));
  /** `ahead`: how far it was set ahead of the time that has passed. */
  const clock = { now, ahead: 0 };
  const logged: string[] = [];
  const log = createLog(config.logLevel, (line) => logged.push(line));
  const opened = await (env.DATABASE_URL ? openPrepared(config, log) : openDatabase(config.database));
  const woken = { count: 0 };
  // The outbox worker is not started, because it would lease mails that a test wants to deliver with `runOnce`.
  const { context, outbox, refusals, listings, close } = createServices(config, opened, {
    log,
    operator,
    now: () => clock.now + clock.ahead,
    uptime: () => clock.now,
    publicUrl: () => 'http://localhost:3000',
    passwordCost,
    pageLevels,
    singleInstance: false,
    draw,
    given,
  });
  const { db } = context;
  await prepareContents(context);
  context.wakeMail = () => {
    woken.count += 1;
  };
  const app = await createApp(context, noAssets);
  const end = async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  };
  const ask = (
    method: string,
    path: string,
    { body, raw, type = 'application/json', headers = {} }: Ask = {},
  ) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const sent = payload === undefined ? headers : { 'content-type': type, ...headers };
    return app.handle(new Request(`http://localhost${path}`, { method, headers: sent, body: payload }));
  };
  /** Signs in the first administrator and returns the header for staff calls. */
  const signIn = async () => {
    await ensureAdministrator(context, administrator);
    const response = await ask('POST', '/api/auth/login', { body: administrator });
    const { token } = (await response.json()) as { token: string };
    return { authorization: `Bearer ${token}` };
  };
  return {
    app: { app, ask, clock, config, context, db, folder, listings, logged, outbox, refusals, signIn, woken },
    end,
  };
}

export const noAssets: Assets = {
  page: {
    styles: '/assets/styles.css',
    app: '/assets/app.js',
    staff: '/assets/staff.js',
    office: '/assets/office.js',
    boot: '/assets/boot.js',
    fonts: [],
    reload: null,
  },
  answer: () => null,
};
