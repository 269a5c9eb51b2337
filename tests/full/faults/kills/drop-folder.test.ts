/** Kills at each change of a file in the drop folder. After the next start nothing is lost, and nothing is doubled. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#db/open';
import { handovers } from '#db/schema/desk';
import { returnFiles } from '#db/schema/insurer';
import { auditLog } from '#db/schema/staff';
import { loadConfig } from '#server/config';
import { foldersOf, prepareFolders } from '#server/insurer/folder';
import { bundled } from '#tests/faults/support/bundled';
import { exchange } from '#tests/faults/support/exchanging';
import { newFolder } from '#tests/faults/support/processes';
import { killedAt } from '#tests/faults/support/scripts';
import { deskOf, ready } from '#tests/server/features/backoffice/insurer/handovers/desk';
import { openOffice } from '#tests/server/features/backoffice/staff';

setDefaultTimeout(240_000);

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

const envOf = (folder: string) => ({
  DATA_DIR: join(folder, 'data'),
  EXCHANGE_DIR: join(folder, 'exchange'),
});

/** What a tool finds in `out/`, and takes. */
async function take(folder: string): Promise<[name: string, content: Buffer][]> {
  const { out } = foldersOf(envOf(folder).EXCHANGE_DIR);
  const taken: [string, Buffer][] = [];
  for (const name of await readdir(out)) {
    if (name.startsWith('.')) continue;
    taken.push([name, await readFile(join(out, name))]);
    await rm(join(out, name));
  }
  return taken;
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/**
 * `isTaken`: between both starts a tool takes what is in `out/`. Returns how much that was, and whether the process was
 * killed: else it had finished before.
 */
async function killAt(change: number, { data, bytes, sha256 }: Prepared, isTaken: boolean) {
  const folder = await newFolder();
  const env = envOf(folder);
  await cp(data, env.DATA_DIR, { recursive: true });
  await mkdir(env.EXCHANGE_DIR);
  prepareFolders(env.EXCHANGE_DIR, [env.DATA_DIR]);
  const incoming = foldersOf(env.EXCHANGE_DIR).in;
  await writeFile(join(incoming, 'Antworten.csv'), answers);
  await writeFile(join(incoming, 'leer.csv'), '');
  const isKilled = await killedAt(change, 'tests/faults/support/exchanging-process.ts', [], env);
  const taken = isTaken ? await take(folder) : [];
  const found = taken.length;
  await exchange(env);
  taken.push(...(await take(folder)));
  const files = taken.filter(([name]) => name.endsWith('.xlsx'));
  expect(files.map(([, content]) => content.equals(bytes))).toEqual([true]);
  const sums = taken.filter(([name]) => name.endsWith('.sha256'));
  // before the file has its name, what is beside it may be written again
  expect(sums.length).toBeGreaterThan(0);
  for (const [, content] of sums) expect(content.toString()).toBe(`${sha256}  ${files[0]?.[0]}\n`);
  const left = Object.entries(foldersOf(env.EXCHANGE_DIR)).map(async ([name, path]) => [
    name,
    (await readdir(path)).toSorted(),
  ]);
  expect(Object.fromEntries(await Promise.all(left))).toEqual({
    in: [],
    out: [],
    done: ['Antworten.csv'],
    failed: ['leer.csv', 'leer.csv.txt'],
  });
  const { read, close } = await openDatabase(loadConfig(env).database);
  expect((await read.select().from(handovers)).map(({ dropState }) => dropState)).toEqual(['done']);
  expect((await read.select().from(returnFiles)).map(({ name }) => name)).toEqual(['Antworten.csv']);
  const actions = (await read.select().from(auditLog)).map(({ action }) => action);
  expect(actions.toSorted()).toEqual(['handover_opened', 'return_uploaded']);
  await close();
  return { isKilled, found };
}

test('killed at any change of a file, also if a tool has taken the file meanwhile', async () => {
  const prepared = await prepare();
  // the script starts it beside itself
  await bundled('server/insurer/sheets/table-worker.ts');
  let killed = 0;
  for (;;) {
    const { isKilled, found } = await killAt(killed + 1, prepared, true);
    // if there was nothing to take, it would be the same
    if (found > 0) await killAt(killed + 1, prepared, false);
    if (!isKilled) break;
    killed += 1;
  }
  console.log(`killed ${killed} exchanges`);
  expect(killed).toBeGreaterThan(15);
});
