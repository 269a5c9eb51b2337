/** Kills at each change of a file in the drop folder. After the next start nothing is lost, and nothing is doubled. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#db/open';
import { handovers } from '#db/schema/desk';
import { returnFiles } from '#db/schema/returns';
import { auditLog } from '#db/schema/staff';
import { loadConfig } from '#server/config';
import { foldersOf, prepareFolders } from '#server/exchange/folder';
import { bundled } from '#tests/faults/support/bundled';
import { bareEnvironment, endAll, failedStart, newFolder } from '#tests/faults/support/processes';
import { deskOf, ready } from '#tests/server/features/backoffice/handovers/desk';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { root } from '#tests/support/server';

setDefaultTimeout(240_000);
afterEach(endAll);

const killing = join(root, 'tests/faults/support/killed-at.ts');
const answers = 'Referenz;Stand\nSF-1;policiert\n';

/** An office with a new hand-over; `data` is copied for each kill. */
async function prepare() {
  const office = await openOffice({
    env: { EXCHANGE_DIR: join(await newFolder(), 'none') },
  });
  const { made, read } = deskOf(office);
  const { id, body } = await made([await ready(office.app)], 'xlsx');
  const { bytes } = await read(id);
  // reading it leaves a row that the job would not leave again
  await office.app.db.write((tx) => tx.delete(auditLog));
  return { data: office.app.context.config.dataDir, bytes, sha256: String(body.sha256) };
}

async function runTurns(env: Record<string, string>): Promise<boolean> {
  await bundled('server/spreadsheets/table-worker.ts');
  const script = await bundled('tests/faults/support/exchanging-process.ts');
  const child = Bun.spawn([process.execPath, '--preload', killing, script], {
    cwd: root,
    env: bareEnvironment(env),
    stdout: 'ignore',
    stderr: 'inherit',
  });
  await child.exited;
  if (child.signalCode !== 'SIGKILL') expect(child.exitCode).toBe(0);
  return child.signalCode === 'SIGKILL';
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** False: it had finished before. `isTaken`: between both starts a tool takes what is in `out/`. */
async function killAt(change: number, { data, bytes, sha256 }: Prepared, isTaken: boolean): Promise<boolean> {
  const folder = await newFolder();
  const env = { DATA_DIR: join(folder, 'data'), EXCHANGE_DIR: join(folder, 'exchange') };
  await cp(data, env.DATA_DIR, { recursive: true });
  await mkdir(env.EXCHANGE_DIR);
  prepareFolders(env.EXCHANGE_DIR, [env.DATA_DIR]);
  const folders = foldersOf(env.EXCHANGE_DIR);
  await writeFile(join(folders.in, 'Antworten.csv'), answers);
  await writeFile(join(folders.in, 'leer.csv'), '');
  const taken: [name: string, content: Buffer][] = [];
  const take = async () => {
    for (const name of await readdir(folders.out)) {
      if (name.startsWith('.')) continue;
      taken.push([name, await readFile(join(folders.out, name))]);
      await rm(join(folders.out, name));
    }
  };
  const wasKilled = await runTurns({ ...env, KILLED_AT: String(change) });
  if (isTaken) await take();
  await runTurns({ ...env, KILLED_AT: '0' });
  await take();
  const files = taken.filter(([name]) => name.endsWith('.xlsx'));
  expect(files.map(([, content]) => content.equals(bytes))).toEqual([true]);
  const sums = taken.filter(([name]) => name.endsWith('.sha256'));
  // before the file has its name, what is beside it may be written again
  expect(sums.length).toBeGreaterThan(0);
  for (const [, content] of sums) expect(content.toString()).toBe(`${sha256}  ${files[0]?.[0]}\n`);
  expect({
    in: await readdir(folders.in),
    out: await readdir(folders.out),
    done: await readdir(folders.done),
    failed: (await readdir(folders.failed)).sort(),
  }).toEqual({ in: [], out: [], done: ['Antworten.csv'], failed: ['leer.csv', 'leer.csv.txt'] });
  expect(await storedIn(env)).toEqual({
    states: ['done'],
    returns: ['Antworten.csv'],
    actions: ['handover_opened', 'return_uploaded'],
  });
  await rm(folder, { recursive: true });
  return wasKilled;
}

async function storedIn(env: Record<string, string>) {
  const db = await openDatabase(loadConfig(env).database);
  const states = (await db.read.select().from(handovers)).map(({ dropState }) => dropState);
  const returns = (await db.read.select().from(returnFiles)).map(({ name }) => name);
  const actions = (await db.read.select().from(auditLog)).map(({ action }) => action).sort();
  await db.close();
  return { states, returns, actions };
}

test.each([
  ['before anybody has looked', false],
  ['and a tool has taken the file meanwhile', true],
])('killed at any change of a file, %s', async (_, isTaken) => {
  const prepared = await prepare();
  let killed = 0;
  while (await killAt(killed + 1, prepared, isTaken)) killed += 1;
  console.log(`killed ${killed} exchanges`);
  expect(killed).toBeGreaterThan(15);
});

test('a drop folder that cannot be written ends the start', async () => {
  const file = join(await newFolder(), 'file');
  await writeFile(file, '');
  const { code, lines } = await failedStart({ DATA_DIR: await newFolder(), EXCHANGE_DIR: file });
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [`EXCHANGE_DIR must be a folder that this user may write, but ${file} is not (EEXIST).`],
  });
});

test.each(['DATA_DIR', 'ASSETS_DIR', 'OPERATOR_DIR'])('a drop folder in %s ends the start', async (name) => {
  const folder = await newFolder();
  const env = { DATA_DIR: await newFolder(), [name]: folder, EXCHANGE_DIR: join(folder, 'exchange') };
  expect((await failedStart(env)).lines).toEqual([expect.stringContaining(`must be apart from ${folder}`)]);
});
