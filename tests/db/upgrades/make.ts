/**
 * Makes a dump of this folder by the real server of a released version: `bun tests/db/upgrades/make.ts <checkout> <version>`.
 * In the checkout, its packages are installed and it is built. It stores on a database server.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createClient } from '@libsql/client';
import { setKeys } from '#domain/steps/all';
import { startMailServer } from '#tests/support/smtp';
import { until } from '#tests/support/until';
import { linesOf, scratch } from '../support/processes';
import { dumpOf } from './dump';
import * as history from './history';

type Headers = Record<string, string>;

const [checkout = '', given = ''] = process.argv.slice(2);
const release = given as history.Release;
const began = history.releases[release];
const here = scratch();
const folder = here.folder();
const sqld = release === '0.2.0' ? await here.startSqld() : null;
const file = sqld ? join(sqld.dbPath, 'dbs/default/data') : join(folder, 'app.db');
const database = () => createClient({ url: sqld?.url ?? `file:${file}` });
const mailServer = await startMailServer();
const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });

async function startAt(at: number, smtpUrl = '') {
  const clock = resolve(import.meta.dir, '../../faults/support/shifted-clock.ts');
  const child = here.track(
    Bun.spawn([process.execPath, '--preload', clock, 'dist-server/main.js'], {
      cwd: checkout,
      env: {
        NODE_ENV: 'production',
        PORT: '0',
        HOST: '127.0.0.1',
        PUBLIC_URL: 'http://localhost:3000',
        DATA_DIR: folder,
        DATABASE_URL: sqld?.url ?? '',
        SMTP_URL: smtpUrl && `${smtpUrl}?requireTLS=false`,
        CLOCK_AHEAD_MS: String(at - Date.now()),
        ADMIN_PASSWORD: history.staff.admin.password,
        ...history.keys,
      },
      stdout: 'pipe',
      stderr: 'inherit',
    }),
  );
  const { url } = JSON.parse((await linesOf(child.stdout).next()).value ?? '{}');
  const ask = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const call = async (...request: Parameters<typeof ask>) => {
    const response = await ask(...request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${request.slice(0, 2).join(' ')}: ${response.status} ${text}`);
    return text.startsWith('<') ? null : JSON.parse(text || 'null');
  };
  const signIn = async ({ username, password }: { username: string; password: string }) => {
    const { token } = await call('POST', '/api/auth/login', { username, password });
    return { authorization: `Bearer ${token}` };
  };
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    child.kill(signal);
    await child.exited;
  };
  return { ask, call, signIn, stop };
}

type Server = Awaited<ReturnType<typeof startAt>>;

async function apply({ call }: Server, one: typeof history.late, step: number) {
  const path = `/api/applications/${one.id}`;
  const cookie = { cookie: `application_author=${one.author}` };
  for (const key of setKeys.slice(0, Math.max(1, step - 1)))
    await call('POST', `${path}/${key}`, one.sets[key], cookie);
  await call('PUT', `${path}/step`, { step: Math.min(step, 6) }, cookie);
  if (step > 6) await call('PUT', `${path}/complete`, {}, cookie);
}

const mails = (condition: string, count: number) =>
  until(async () => {
    const client = database();
    const { rows } = await client.execute(`select count(*) from outbox where ${condition}`);
    client.close();
    return Number(rows[0]?.[0]) >= count;
  }, 60_000);

async function firstDay() {
  // without a mail server, mails are kept as files
  const server = await startAt(began);
  const { admin, ...others } = history.staff;
  const auth = await server.signIn(admin);
  for (const one of Object.values(others)) await server.call('POST', '/api/backoffice/users', one, auth);
  for (const one of history.completed) await apply(server, one, 7);
  for (const [index, one] of history.drafts.entries()) await apply(server, one, index + 1);
  await apply(server, history.stopped, 4);
  await apply(server, history.deleted, 3);
  const { processed, waiting } = history.callbacks;
  await server.call('POST', '/api/callback-requests?source=messe-equitana', processed);
  await server.call('POST', '/api/callback-requests', waiting);
  await mails(`status = 'sent'`, 10);
  await server.stop();
}

async function secondDay() {
  const server = await startAt(began + history.remindedMs, mailServer.url);
  const auth = await server.signIn(history.staff.admin);
  await mails(`status = 'sent' and email_type = 'reminder_first'`, 5);
  await server.call('POST', `/erinnerungen/${history.stopped.id}/abbestellen`);
  mailServer.refuse(550, 'No such mailbox', 'recipient');
  await server.call('POST', '/api/callback-requests', history.callbacks.refused);
  await mails(`status = 'failed'`, 2);
  mailServer.refuse(451, 'Try again later', 'recipient');
  await server.call('POST', '/api/callback-requests', history.callbacks.delayed);
  await mails(`status = 'pending' and attempts > 0`, 2);
  await workOfStaff(server, auth);
  await server.stop();
}

async function workOfStaff({ call }: Server, auth: Headers) {
  const requests: { id: string; name: string }[] = await call(
    'GET',
    '/api/backoffice/callback-requests',
    undefined,
    auth,
  );
  const { processed } = history.callbacks;
  const request = requests.find(({ name }) => name === processed.name)?.id;
  await call('POST', `/api/backoffice/callback-requests/${request}/process`, undefined, auth);
  const users: { id: string; username: string }[] = await call(
    'GET',
    '/api/backoffice/users',
    undefined,
    auth,
  );
  const { clerk, gone } = history.staff;
  const pathOf = ({ username }: { username: string }) =>
    `/api/backoffice/users/${users.find((one) => one.username === username)?.id}`;
  await call('POST', `${pathOf(clerk)}/end-sessions`, undefined, auth);
  await call('DELETE', pathOf(gone), undefined, auth);
  await call('DELETE', `/api/backoffice/applications/${history.deleted.id}`, undefined, auth);
}

/** Returns the token of a session that was open when the process was killed. */
async function fourthDay(): Promise<string> {
  if (sqld) {
    // there was no screen for prices yet
    const client = database();
    await client.execute(`update premium_options set monthly_cents = monthly_cents + 100`);
    client.close();
  }
  const server = await startAt(began + history.killedMs, `smtp://127.0.0.1:${silent.port}`);
  const { admin, clerk } = history.staff;
  const { authorization } = await server.signIn(clerk);
  for (let guess = 0; guess < 3; guess += 1)
    await server.ask('POST', '/api/auth/login', { username: admin.username, password: 'wrong-guess' });
  await apply(server, history.late, 7);
  await mails(`lease_owner is not null`, 1);
  await server.stop('SIGKILL');
  return authorization.replace('Bearer ', '');
}

/** By the command of that version; a database server has ended. */
async function backUp(): Promise<string> {
  sqld?.child.kill('SIGTERM');
  await sqld?.child.exited;
  const backup = join(here.folder(), 'backup.db');
  const commands = ['server/backup.ts', 'server/commands/backup.ts'];
  const command = commands.find((path) => existsSync(join(checkout, path))) ?? '';
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, command, backup], {
    cwd: checkout,
    env: { DATA_DIR: folder, DATABASE_URL: `file:${file}`, ...history.keys },
  });
  if (exitCode !== 0) throw new Error(String(stderr));
  return backup;
}

try {
  await firstDay();
  await secondDay();
  const token = await fourthDay();
  const head = [
    `-- A backup of a database of ${release}, as text: made by make.ts. Its people and keys are invented.`,
    `-- token: ${token}`,
  ];
  await Bun.write(
    join(import.meta.dir, `${release}.sql`),
    [...head, await dumpOf(await backUp())].join('\n'),
  );
} finally {
  silent.stop(true);
  await mailServer.stop();
  await here.remove();
}
