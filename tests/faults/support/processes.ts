/** The server as a process that fails, is killed and is restarted. */
import { expect } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { berlinDay } from '#domain/dates';
import { type SetKey, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { ensureBuilt } from '#server/build/main';
import { afterThisTest } from '#tests/support/endings';
import { type Applicant, johanna } from '#tests/support/people';
import { compilers, dataFolder, type RunningServer, root, startServer } from '#tests/support/server';
import { type MailServer, startMailServer } from '#tests/support/smtp';
import { copyStaffedDatabase } from '#tests/support/template';
import { until } from '#tests/support/until';

/** A new data folder, deleted after the test. */
export async function newFolder(): Promise<string> {
  const folder = await dataFolder();
  afterThisTest(folder.remove);
  return folder.path;
}

/** A new mail server, stopped after the test. */
export async function newMailServer(): Promise<MailServer> {
  const server = await startMailServer();
  afterThisTest(async () => {
    server.accept();
    await server.stop();
  });
  return server;
}

/**
 * Starts the server, and kills it after the test. An empty folder first gets the database that a first start makes:
 * drawing the documents takes longer than most tests.
 */
export async function start(
  dataDir: string,
  env: Record<string, string> = {},
  before: string[] = [],
): Promise<RunningServer> {
  const own = env.DATABASE_URL ?? env.DATABASE_ENCRYPTION_KEY ?? env.OPERATOR_DIR;
  if (own === undefined && (await readdir(dataDir)).length === 0)
    await copyStaffedDatabase(join(dataDir, 'app.db'));
  const server = await startServer(dataDir, env, before);
  afterThisTest(() => server.kill('SIGKILL'));
  return server;
}

/** The environment of a server, without the variables of this machine. */
export function bareEnvironment(env: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    ...compilers,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    ...env,
  };
}

/** Starts the server without waiting for it, and kills it after the test. */
export async function spawnServer(env: Record<string, string>, before: string[] = [], cwd = root) {
  await ensureBuilt();
  const child = Bun.spawn([...before, process.execPath, join(root, 'dist-server/main.js')], {
    cwd,
    env: bareEnvironment(env),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  afterThisTest(async () => {
    child.kill('SIGKILL');
    await child.exited;
  });
  return child;
}

/** Runs a server that cannot start. Returns its exit code and output. A server that does start is killed. */
export async function failedStart(env: Record<string, string>, before: string[] = [], cwd = root) {
  const child = await spawnServer(env, before, cwd);
  const stderr = new Response(child.stderr).text();
  let stdout = '';
  for await (const chunk of child.stdout) {
    stdout += Buffer.from(chunk).toString();
    child.kill('SIGKILL');
  }
  return { code: await child.exited, stdout, lines: (await stderr).trimEnd().split('\n') };
}

/** A start that ends with exit code 1 and prints nothing but this line. A string is the whole line. */
export async function expectFailedStart(
  env: Record<string, string>,
  line: string | RegExp,
  before?: string[],
) {
  const { code, stdout, lines } = await failedStart(env, before);
  const expected = typeof line === 'string' ? line : expect.stringMatching(line);
  expect({ code, stdout, lines }).toEqual({ code: 1, stdout: '', lines: [expected] });
}

/** The first start of a server: the statuses of its landing page, and of a sign-in with the password that it prints. */
export async function firstStart(env: Record<string, string>) {
  const child = await spawnServer({ DATA_DIR: await newFolder(), ...env });
  // both lines come at once
  const { value } = await child.stdout.getReader().read();
  const [ready = '', told = ''] = new TextDecoder().decode(value).split('\n');
  const { url } = JSON.parse(ready);
  const [, username, password] = /^First administrator: (\S+) \/ (\S+) /.exec(told) ?? [];
  const body = JSON.stringify({ username, password });
  const headers = { 'content-type': 'application/json' };
  const signIn = await fetch(url + api.login, { method: 'POST', headers, body });
  return { page: (await fetch(url)).status, signIn: signIn.status };
}

/** The peak memory of a process in MB. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1000;
}

/** A log without the lines that a start writes: what is unfilled, the end of the audit log, that a part of it takes long. */
export function withoutStartLines(log: string): string {
  return log.replace(/^.*"event":"(?:launch_check|audit_log_end|start_waits)".*\n/gm, '');
}

/** Johanna with an insurance start that is valid today by the real clock. */
export function applicantOfToday(): Applicant {
  const start = berlinDay(new Date(Date.now() + 2 * 86_400_000));
  return { ...johanna, 'horse-data': { ...johanna['horse-data'], insuranceStartDate: start } };
}

/** A client with its own cookie that fills in an application over the network. */
export function openApplication(id: string = crypto.randomUUID()) {
  let cookie = '';
  const ask = async (url: string, method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const response = await fetch(url + path, { method, headers, body: payload });
    cookie ||= response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    return response;
  };
  return {
    id,
    ask,
    save: (url: string, key: SetKey, body: unknown) => ask(url, 'POST', href(api.set(key), { id }), body),
    read: (url: string, key: SetKey) => ask(url, 'GET', href(api.set(key), { id })),
    complete: (url: string) => ask(url, 'PUT', href(api.complete, { id }), {}),
    async fill(url: string, person: Applicant) {
      for (const key of setKeys) await ask(url, 'POST', href(api.set(key), { id }), person[key]);
    },
  };
}

/** Completes an application over the network. */
export async function completeApplication(url: string, person = applicantOfToday()) {
  const application = openApplication();
  await application.fill(url, person);
  const answer = await application.complete(url);
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ completed: true })]);
  return application;
}

/** A request whose body is sent in two halves. `answer` is everything that the server sent until it closed. */
export async function halfSent(url: string, path: string, body: unknown) {
  const { hostname, port } = new URL(url);
  const bytes = Buffer.from(JSON.stringify(body));
  const socket = connect(Number(port), hostname);
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('close', () => resolve(received));
  socket.on('error', () => resolve(received));
  afterThisTest(async () => socket.destroy());
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${bytes.length}`,
    'Connection: close',
  ];
  const half = Math.floor(bytes.length / 2);
  await new Promise<void>((sent) => {
    const first = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes.subarray(0, half)]);
    socket.write(first, () => sent());
  });
  return { answer, sendRest: () => socket.write(bytes.subarray(half)) };
}

/** Everything that the server sends on a new connection, until it closes it, for a request that is sent as it is. */
export function answerTo(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const socket = connect(Number(port), hostname, () => socket.write(request));
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', reject);
  socket.on('close', () => resolve(text));
  return promise;
}

/** Resolves when nothing listens at `url` any more. Rejects after the deadline. */
export async function untilGone(url: string): Promise<void> {
  await until(async () => !(await isListening(url)));
}

export function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(Number(port), hostname, () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
