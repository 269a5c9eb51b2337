/** The drop folder of a real server: a hand-over goes out at once, an answer comes in and is read. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { chmod, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '#db/hash';
import type { ReturnPage } from '#domain/insurer/answers';
import type { NewHandoverResponse } from '#domain/insurer/handover';
import { api, href } from '#domain/urls';
import { applicantOfToday, newFolder, openApplication, start } from '#tests/faults/support/processes';
import { heldByModes } from '#tests/faults/support/rights';
import { bearer, call, tokenOf, withAdministrator } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(180_000);

test('a hand-over goes out, an answer comes in, and what may not be read is put aside', async () => {
  const [data, folder] = [await newFolder(), join(await newFolder(), 'exchange')];
  const env = { ...withAdministrator, EXCHANGE_DIR: folder, RATE_LIMIT: 'off', LOG_LEVEL: 'info' };
  const server = await start(data, env, heldByModes);
  const { url } = server;
  for (const name of ['in', 'out', 'done', 'failed']) {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o700);
  }
  const put = async (name: string, content: string, mode = 0o600) => {
    const draft = join(folder, 'in', `.${name}`);
    await writeFile(draft, content);
    await chmod(draft, mode);
    await rename(draft, join(folder, 'in', name));
  };
  await put('Antworten.csv', 'Referenz;Stand\nSF-1;policiert\n');
  await put('gesperrt.csv', 'Referenz;Stand\nSF-1;policiert\n', 0);
  const application = openApplication();
  await application.fill(url, applicantOfToday());
  await call(url, 'PUT', href(api.declarations, { id: application.id }), { adviceWaiver: true });
  expect((await application.complete(url)).status).toBe(200);
  const headers = bearer(await tokenOf(url));
  const body = { id: crypto.randomUUID(), applicationIds: [application.id], format: 'xlsx' };
  const created = await call(url, 'POST', api.handovers, body, headers);
  const { count, sha256 } = (await created.json()) as NewHandoverResponse;
  expect(count).toBe(1);
  const out = join(folder, 'out');
  await until(async () => (await readdir(out)).some((name) => name.endsWith('.xlsx')));
  const name = (await readdir(out)).find((one) => one.endsWith('.xlsx')) ?? '';
  expect(sha256Of(await readFile(join(out, name)))).toBe(sha256);
  await until(async () => (await readdir(join(folder, 'in'))).length === 0, 60_000);
  const list = (await (await call(url, 'GET', api.returns, undefined, headers)).json()) as ReturnPage;
  expect(list.returns).toMatchObject([
    { name: 'Antworten.csv', username: null, rowCount: 1, appliedAt: null },
  ]);
  expect((await readdir(join(folder, 'failed'))).sort()).toEqual(['gesperrt.csv', 'gesperrt.csv.txt']);
  expect(await readFile(join(folder, 'failed', 'gesperrt.csv.txt'), 'utf8')).toStartWith(
    'Die Datei ließ sich nicht öffnen',
  );
  expect(await server.kill('SIGTERM')).toBe(0);
  const log = await server.stderr();
  expect(log).not.toMatch(/Antworten|gesperrt|Uebergabe/);
  expect(log).toContain('exchange_sent');
});
