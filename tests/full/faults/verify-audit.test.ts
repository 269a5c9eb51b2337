/** `bun run verify-audit`: says whether the audit log is whole, beside a server, and after everything that moves it. */
// ASVS 16.4.2
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { api, href } from '#domain/urls';
import { damage } from '#tests/db/support/damage';
import { done, refused, run } from '#tests/faults/support/commands';
import { common, createCluster } from '#tests/faults/support/instances';
import { newFolder, start } from '#tests/faults/support/processes';
import { bearer, call, tokenOf, withAdministrator } from '#tests/support/staff';

setDefaultTimeout(120_000);
const cluster = createCluster();

const key = Buffer.alloc(32, 5).toString('base64');
const env = { DATA_KEY: key, JWT_SECRET: 's'.repeat(32), RATE_LIMIT: 'off', ...withAdministrator };

/** Leaves so many rows, all at once, in turns over these servers. */
async function fill(urls: readonly string[], count: number): Promise<void> {
  const [first = ''] = urls;
  const token = bearer(await tokenOf(first));
  const account = { username: `konto.${count}`, password: 'lang-genug-2', role: 'sachbearbeiter' };
  const { id } = (await (await call(first, 'POST', api.users, account, token)).json()) as { id: string };
  const end = (index: number) =>
    call(urls[index % urls.length] ?? first, 'POST', href(api.endSessions, { id }), undefined, token);
  await Promise.all(Array.from({ length: count }, (_, index) => end(index)));
}

const rowsIn = (line = '') => Number(/^(\d+) rows, chain whole$/.exec(line)?.[1]);

describe('a local database', () => {
  test('is checked beside its server, and an edited row is named', async () => {
    const folder = await newFolder();
    const server = await start(folder, env);
    await fill([server.url], 4);
    const { code, output } = await run('verify-audit', folder, { env });
    expect([code, output.length]).toEqual([0, 1]);
    expect(rowsIn(output[0])).toBeGreaterThanOrEqual(4);

    const change = "update wordings set text = 'anders' where key = 'submission'";
    await damage(join(folder, 'app.db'), ['drop trigger wordings_unchanged', change]);
    expect(await run('verify-audit', folder, { env })).toEqual(refused('were changed: submission'));

    await damage(join(folder, 'app.db'), ["update audit_log set username = 'niemand' where id = 3"]);
    expect(await run('verify-audit', folder, { env })).toEqual(refused('row 3 is the first'));
    const answer = await call(server.url, 'GET', api.auditLog, undefined, bearer(await tokenOf(server.url)));
    expect(await answer.json()).toMatchObject({ chain: { whole: false, firstBroken: 3 } });
  });

  test('is checked against an end that the server has logged', async () => {
    const folder = await newFolder();
    const file = join(folder, 'app.db');
    const server = await start(folder, env);
    await fill([server.url], 3);
    await damage(file, ['create table kept as select * from audit_chain']);
    await fill([server.url], 4);
    await server.kill('SIGTERM');
    const again = await start(folder, env);
    await again.kill('SIGTERM');
    const line = (await again.stderr()).split('\n').find((one) => one.includes('"audit_log_end"')) ?? '{}';
    const { id, seal } = JSON.parse(line) as { id: number; seal: string };
    const since = ['--since', `${id}:${seal}`];
    expect(await run('verify-audit', folder, { env, args: since })).toEqual(done('rows, chain whole'));
    await damage(file, [
      'delete from audit_log where id > (select last_id from kept)',
      'update audit_chain set last_id = (select last_id from kept), last_hash = (select last_hash from kept)',
    ]);
    expect(await run('verify-audit', folder, { env })).toEqual(refused('is the first'));
    await damage(file, [
      "update sqlite_sequence set seq = (select last_id from kept) where name = 'audit_log'",
    ]);
    expect(await run('verify-audit', folder, { env })).toEqual(done('rows, chain whole'));
    expect(await run('verify-audit', folder, { env, args: since })).toEqual(refused('was cut off'));
    expect(await run('verify-audit', folder, { env, args: ['--since', '5'] })).toEqual(refused('Usage'));
  });

  test('stays whole over a killed server, a backup, a restore and a new key', async () => {
    const folder = await newFolder();
    const { DATA_KEY: _, ...generated } = env;
    const server = await start(folder, generated);
    await fill([server.url], 3);
    const backup = join(await newFolder(), 'backup.db');
    expect(await run('backup', folder, { args: [backup] })).toEqual(done('Backup'));
    const rows = async () => rowsIn((await run('verify-audit', folder)).output[0]);
    const atBackup = await rows();
    await fill([server.url], 5);
    const atKill = await rows();
    await server.kill('SIGKILL');
    expect(await run('rotate-key', folder)).toEqual(done('sealed with key'));
    expect(await rows()).toBe(atKill);
    const again = await start(folder, generated);
    await fill([again.url], 2);
    await again.kill('SIGTERM');
    expect(await rows()).toBeGreaterThan(atKill);
    expect(await again.stderr()).not.toContain('audit_chain_begun');

    // the backup needs the key of its time
    const [retired = ''] = Array.from(new Bun.Glob('data-key.retired-*').scanSync(folder));
    await rename(join(folder, retired), join(folder, 'data-key'));
    expect(await run('restore', folder, { args: [backup] })).toEqual(done('Restored'));
    // the restore itself is a row
    expect(await rows()).toBe(atBackup + 1);
    const restored = await start(folder, generated);
    await fill([restored.url], 1);
    expect(await rows()).toBeGreaterThan(atBackup);
  });

  test('is not checked with another key', async () => {
    const folder = await newFolder();
    const server = await start(folder, env);
    await fill([server.url], 1);
    const other = { ...env, DATA_KEY: Buffer.alloc(32, 6).toString('base64') };
    expect(await run('verify-audit', folder, { env: other })).toEqual(refused('nothing was checked'));
    expect(await run('verify-audit', await newFolder(), { env })).toEqual(refused('app.db'));
  });
});

describe('a database server', () => {
  test('has a whole chain after two instances wrote 20 rows at once, and names a row that was edited', async () => {
    const sqld = await cluster.startPrepared();
    const shared = { RATE_LIMIT: 'off' };
    const pair = await cluster.pair(sqld.url, shared);
    await fill(
      pair.map(({ url }) => url),
      20,
    );
    const settings = { ...common, DATABASE_URL: sqld.url };
    const folder = await newFolder();
    const { code, output, errors } = await run('verify-audit', folder, { env: settings });
    expect([code, errors]).toEqual([0, []]);
    expect(rowsIn(output[0])).toBeGreaterThanOrEqual(20);
    const db = await cluster.database(sqld.url);
    await db.write((tx) => tx.run('delete from audit_log where id = 20'));
    await db.close();
    expect(await run('verify-audit', folder, { env: settings })).toEqual(refused('row 21 is the first'));
  });
});
