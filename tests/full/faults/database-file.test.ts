/**
 * The file of the database is moved away, or locked by another process: who asks gets an answer before the server
 * closes idle connections.
 */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { api, href, pages } from '#domain/urls';
import { linesOf } from '#tests/db/support/processes';
import { applicantOfToday, newFolder, openApplication, start } from '#tests/faults/support/processes';
import { afterThisTest } from '#tests/support/endings';
import { administrator, bearer, call, tokenOf, withAdministrator } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(120_000);

const holder = `
  import { Database } from 'bun:sqlite';
  const db = new Database(process.argv[1]);
  db.run('begin immediate');
  console.log('locked');
  setInterval(() => db.filename, 1000);
`;

/** Returns what ends it. */
async function lock(file: string): Promise<() => Promise<number>> {
  const child = Bun.spawn([process.execPath, '-e', holder, file], { stdout: 'pipe', stderr: 'inherit' });
  afterThisTest(async () => child.kill('SIGKILL'));
  await linesOf(child.stdout).next();
  return () => {
    child.kill('SIGKILL');
    return child.exited;
  };
}

/** The links to own data in the mails that are kept. */
function tokensIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const kept = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return kept.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, '');
    return /\/meine-daten\/([\w-]{43})/.exec(text)?.[1] ?? [];
  });
}

test('readings of personal data and what writes are answered, however many wait', async () => {
  const folder = await newFolder();
  const { url } = await start(folder, { RATE_LIMIT: 'off', ...withAdministrator });
  const application = openApplication();
  await application.fill(url, applicantOfToday());
  const { id } = application;
  const links = 6;
  for (let index = 0; index < links; index += 1) {
    const email = `person.${index}@post.example`;
    const asked = { name: 'Kim', phone: '030 5', email, dataProcessingConsent: true };
    await call(url, 'POST', api.callbackRequests, asked);
    await call(url, 'POST', api.privacyRequests, { email });
  }
  await until(() => tokensIn(join(folder, 'mail')).length === links);
  const [reader = '', ...others] = tokensIn(join(folder, 'mail'));
  const headers = { ...bearer(await tokenOf(url)), 'content-type': 'application/json' };
  const unlock = await lock(join(folder, 'app.db'));

  const ask = async (method: string, path: string, body?: object) => {
    const options = { method, headers, body: body && JSON.stringify(body) };
    const { status } = await fetch(url + path, options).catch(({ code }) => ({ status: String(code) }));
    return `${method} ${path.replace(/[\w-]{36,43}/, ':')}: ${status}`;
  };
  const erasures = others.map((token) => ask('POST', href(api.eraseOwnData, { token }), {}));
  const answers = await Promise.all([
    ...erasures,
    ...[api.details, api.disclosure, api.evidence].map((path) => ask('GET', href(path, { id }))),
    ask('GET', href(pages.ownDataOf, { token: reader })),
    ask('POST', href(api.exportOwnData, { token: reader }), {}),
    ask('POST', api.login, administrator),
    ask('POST', api.privacyRequests, { email: 'person.0@post.example' }),
    ask('GET', api.staffApplications),
  ]);
  expect(answers).toEqual([
    ...others.map(() => 'POST /api/privacy/:/erase: 503'),
    'GET /api/backoffice/applications/:/details: 503',
    'GET /api/backoffice/applications/:/disclosure: 503',
    'GET /api/backoffice/applications/:/evidence: 503',
    'GET /meine-daten/:: 200',
    'POST /api/privacy/:/export: 200',
    'POST /api/auth/login: 503',
    'POST /api/privacy-requests: 503',
    'GET /api/backoffice/applications: 200',
  ]);
  await unlock();
  expect(await ask('GET', href(api.details, { id }))).toEndWith(': 200');
});

test('a file that is moved away while the server has it open is reported by /health until it is back', async () => {
  const folder = await newFolder();
  const server = await start(folder);
  const health = async () => (await fetch(`${server.url}/health`)).status;
  const file = join(folder, 'app.db');
  await until(async () => (await health()) === 200);
  await rename(file, `${file}.away`);
  await until(async () => (await health()) === 503);
  // another file at its place is not it
  await copyFile(`${file}.away`, file);
  expect(await health()).toBe(503);
  await rename(`${file}.away`, file);
  await until(async () => (await health()) === 200);
});
