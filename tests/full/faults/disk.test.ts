/** A full disk and a read-only data folder: clear messages, no damaged data, and the server recovers automatically. */
// ASVS 16.5.2
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSecrets } from '#server/secrets';
import { done, refused, run } from '#tests/faults/support/commands';
import { expectFailedStart, newFolder, openApplication, start } from '#tests/faults/support/processes';
import { filesUpTo, heldByModes, liftLimit, mountDisk, unmountDisk } from '#tests/faults/support/rights';
import { createEmpty, findDamage } from '#tests/faults/support/saved-applications';
import { afterThisTest, endThisTest } from '#tests/support/endings';
import { johanna } from '#tests/support/people';

setDefaultTimeout(120_000);

const contact = johanna['contact-data'];

type Disk = { before: string[]; empty(pid: number): void };
const disks: Record<string, (folder: string) => Disk> = {
  // at most 2 MB for each file
  'files that may not grow': () => ({ before: filesUpTo(4096), empty: liftLimit }),
};
const mayMount = await mayMountDisks();
if (mayMount) {
  disks['a disk of 2 MB'] = (folder) => {
    mountDisk(folder, '2m');
    afterThisTest(async () => unmountDisk(folder));
    return { before: [], empty: () => void mountDisk(folder, '64m', 'remount,') };
  };
}

describe.each(Object.keys(disks))('a server on %s', (name) => {
  test('refuses writes with 503, keeps every acknowledged one, and accepts writes again when there is room', async () => {
    const folder = await newFolder();
    const disk = disks[name]?.(folder);
    if (!disk) throw new Error(name);
    const server = await start(folder, { RATE_LIMIT: 'off' }, disk.before);
    const { acknowledged, refusal } = await saveUntilRefused(server.url);
    const { status, headers } = refusal;
    expect([status, headers.get('retry-after'), await refusal.json()]).toEqual([
      503,
      '5',
      { message: expect.stringContaining('Der Dienst ist gerade nicht erreichbar.') },
    ]);
    const reads = await Promise.all(acknowledged.map((one) => one.read(server.url, 'contact-data')));
    expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
    const statusOf = async (path: string) => (await fetch(server.url + path)).status;
    // /health twice, because each call tries to write
    expect([await statusOf('/'), await statusOf('/health'), await statusOf('/health')]).toEqual([
      200, 503, 503,
    ]);

    disk.empty(server.pid);
    expect(await statusOf('/health')).toBe(200);
    const again = await openApplication().save(server.url, 'contact-data', contact);
    expect([again.status, acknowledged.length > 5]).toEqual([201, true]);
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(await server.stderr()).toMatch(/SQLITE_FULL|SQLITE_IOERR/);
    expect(await server.stderr()).not.toContain(contact.email);
    expect(await findDamage(join(folder, 'app.db'))).toEqual([]);
  });
});

describe('a read-only data folder', () => {
  test('is reported in one line by the server and the commands, and nothing in it changes', async () => {
    const folder = await newFolder();
    const [data, safe] = [join(folder, 'data'), join(folder, 'safe')];
    await mkdir(safe);
    const secrets = loadSecrets(data);
    await createEmpty(join(data, 'app.db'));
    const backup = join(safe, 'backup.db');
    expect(await run('backup', data, { args: [backup] })).toEqual(done(backup));
    const before = await contents(data);
    await chmod(data, 0o500);
    afterThisTest(() => chmod(data, 0o700));
    const line = `The database folder ${data} is not writable (EACCES).`;
    await expectFailedStart({ DATA_DIR: data }, line, heldByModes);
    const held = { before: heldByModes };
    expect(await run('rotate-key', data, held)).toEqual(refused('is not writable'));
    expect(await run('restore', data, { args: [backup], ...held })).toEqual(refused(data));
    expect(await run('backup', data, { args: [join(data, 'b.db')], ...held })).toEqual(refused('EACCES'));
    expect(await contents(data)).toEqual(before);
    expect(loadSecrets(data)).toEqual(secrets);
  });
});

describe('a place for files of builds that takes none', () => {
  const places: Record<string, (folder: string) => Promise<unknown>> = {
    'a folder of somebody else': (folder) => chmod(folder, 0o500),
  };
  const mounted = (options: string) => async (folder: string) => {
    mountDisk(folder, '1m', options);
    afterThisTest(async () => unmountDisk(folder));
  };
  if (mayMount) Object.assign(places, { 'a full disk': mounted(''), 'a disk to read': mounted('ro,') });

  test.each(Object.entries(places))('%s: one line in the log, and the product runs', async (_, spoil) => {
    const place = await newFolder();
    await spoil(place);
    const server = await start(await newFolder(), { ASSETS_DIR: place }, heldByModes);
    const page = await (await fetch(server.url)).text();
    const paths = page.match(/\/assets\/[\w.-]+/g) ?? [];
    expect(paths.length).toBeGreaterThan(2);
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(server.url + path)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await fetch(`${server.url}/assets/styles-x.css`)).status).toBe(404);
    expect(await server.kill('SIGTERM')).toBe(0);
    const lines = (await server.stderr()).split('\n').filter((line) => line.includes('assets_not_kept'));
    expect(lines).toEqual([expect.stringMatching(/"level":"warn",.*"code":"E[A-Z]+"/)]);
    expect(await readdir(place)).toEqual([]);
  });
});

/** Saves new applications, eight at a time, until one is refused. Returns the refusal and the acknowledged ones. */
async function saveUntilRefused(url: string) {
  const acknowledged: ReturnType<typeof openApplication>[] = [];
  let refusal: Response | undefined;
  const save = async () => {
    while (!refusal) {
      const application = openApplication();
      const answer = await application.save(url, 'contact-data', contact);
      if (answer.status === 201) acknowledged.push(application);
      else refusal ??= answer;
    }
  };
  await Promise.all(Array.from({ length: 8 }, save));
  if (!refusal) throw new Error('Nothing was refused.');
  return { acknowledged, refusal };
}

async function contents(folder: string): Promise<[string, string][]> {
  // the driver of this process created the database and deletes SQLite's side files at some later time
  const names = (await readdir(folder)).filter((name) => !/-(wal|shm)$/.test(name)).toSorted();
  return await Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const bytes = await Bun.file(join(folder, name)).bytes();
      return [name, new Bun.CryptoHasher('sha256').update(bytes).digest('hex')];
    }),
  );
}

async function mayMountDisks(): Promise<boolean> {
  const folder = await newFolder();
  const mounted = mountDisk(folder, '1m');
  if (mounted) unmountDisk(folder);
  await endThisTest();
  return mounted;
}
