/** A new key for the bank data: all of it is sealed again, even if the command is killed, and the old key is retired. */
// ASVS 11.2.2
import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { createFieldCipher, keyIdIn, keyIdOf } from '#db/bank-data/cipher';
import { tryBankData } from '#db/bank-data/rotation';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { readRows } from '#db/returns/files';
import { applications, sepaMandates } from '#db/schema/applications';
import { sealedKeys } from '#db/schema/law';
import { returnRows } from '#db/schema/returns';
import { ensurePersonKey, readPersonKey } from '#db/sealed-keys';
import { api } from '#domain/urls';
import { seedDemo } from '#server/commands/demo';
import { loadSecrets, replaceDataKey } from '#server/secrets';
import { scratch } from '#tests/db/support/processes';
import { johanna } from '#tests/support/people';
import { root } from '#tests/support/server';
import { bearer, tokenOf } from '#tests/support/staff';
import { bundleOf, done, refused, run } from './support/commands';
import {
  applicantOfToday,
  bareEnvironment,
  endAll,
  newFolder,
  openApplication,
  start,
} from './support/processes';

setDefaultTimeout(120_000);
const here = scratch();
afterEach(endAll);
afterAll(() => here.remove());

const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const day = Date.parse('2026-11-20T09:00:00Z');

/** Fills a database with the demo data and `more` mandates that are sealed with this key. */
async function seed(url: string, key: string, more = 0): Promise<void> {
  const db = await openDatabase({ url });
  await migrateDatabase(db, join(root, 'db/migrations'));
  const cipher = createFieldCipher(key);
  await seedDemo(db, { cipher, now: day }, 12);
  const ids = Array.from({ length: more }, () => crypto.randomUUID());
  const mandate = johanna['sepa-mandate'];
  const sealed = ids.map((applicationId) => ({
    ...{ ...mandate, id: crypto.randomUUID(), applicationId },
    iban: cipher.seal(applicationId, 'iban', mandate.iban),
    bic: cipher.seal(applicationId, 'bic', mandate.bic),
  }));
  // all at once: demo data would take ten milliseconds each
  await db.write(async (tx) => {
    if (more === 0) return;
    await tx.insert(applications).values(ids.map((id) => ({ id, createdAt: day, updatedAt: day })));
    await tx.insert(sepaMandates).values(sealed);
  });
  await db.close();
}

/** The number of mandates, how many of them this key opens, and the ids of the keys that sealed them. */
async function look(url: string, key: string, previous?: string) {
  const db = await openDatabase({ url });
  const rows = await db.read.select().from(sepaMandates);
  const { mandates, closed } = await tryBankData(db, createFieldCipher(key, previous));
  await db.close();
  const ids = new Set(rows.flatMap(({ iban, bic }) => [keyIdIn(iban), keyIdIn(bic)]));
  return { mandates, opened: mandates - closed.length, keys: [...ids] };
}

/** Kills the command after about this number of written batches. Returns true if it had finished before. */
async function killedAfter(folder: string, batches: number): Promise<boolean> {
  const log = join(folder, 'app.db-wal');
  const stateOf = () => {
    const found = statSync(log, { throwIfNoEntry: false });
    return found?.size ? `${found.size} ${found.mtimeMs}` : '';
  };
  const script = await bundleOf('rotate-key');
  let seen = stateOf();
  const child = Bun.spawn([process.execPath, script], {
    cwd: root,
    env: bareEnvironment({ DATA_DIR: folder }),
    stdout: 'ignore',
    stderr: 'inherit',
  });
  for (let changes = 0; changes < batches && child.exitCode === null; ) {
    const state = stateOf();
    if (state !== seen) changes += 1;
    seen = state;
    await new Promise((resolve) => setImmediate(resolve));
  }
  child.kill('SIGKILL');
  return (await child.exited) === 0;
}

/** A file of the insurer with one row. */
async function upload(url: string): Promise<void> {
  const query = new URLSearchParams({ id: crypto.randomUUID(), name: 'a.csv' });
  const answer = await fetch(`${url}${api.returns}?${query}`, {
    method: 'POST',
    headers: { ...bearer(await tokenOf(url)), 'content-type': 'text/csv' },
    body: 'Antrag\nVS-1',
  });
  expect(answer.status).toBe(201);
}

describe('a rotation of the generated key', () => {
  test('keeps the bank data readable, and no file contains the old ciphertext', async () => {
    const folder = await newFolder();
    const server = await start(folder);
    const application = openApplication();
    const person = applicantOfToday();
    await application.fill(server.url, person);
    await upload(server.url);
    expect(await run('rotate-key', folder)).toEqual(refused('already in use'));
    await server.kill('SIGTERM');
    const old = loadSecrets(folder).dataKey;
    const url = `file:${join(folder, 'app.db')}`;
    const db = await openDatabase({ url });
    const [sealed] = await db.read.select().from(sepaMandates);
    const [row] = await db.read.select().from(returnRows);
    const personKey = await readPersonKey(db.read, createFieldCipher(old));
    const [{ sealed: sealedKey } = { sealed: '' }] = await db.read.select().from(sealedKeys);
    await db.close();

    expect(await run('rotate-key', folder)).toEqual(done('1 mandates are sealed with key'));
    const { dataKey, dataKeyPrevious } = loadSecrets(folder);
    expect([dataKey === old, dataKeyPrevious]).toEqual([false, undefined]);
    const retired = join(folder, `data-key.retired-${keyIdOf(old)}`);
    expect((await Bun.file(retired).text()).trim()).toBe(old);
    expect((await stat(retired)).mode & 0o777).toBe(0o600);
    for await (const name of new Bun.Glob('**').scan({ cwd: folder, dot: true })) {
      const bytes = Buffer.from(await Bun.file(join(folder, name)).arrayBuffer());
      const former = [sealed?.iban, sealed?.bic, sealedKey, row?.cells].filter((text) =>
        bytes.includes(text ?? ''),
      );
      expect([name, former]).toEqual([name, []]);
    }
    const after = await openDatabase({ url });
    expect(await readPersonKey(after.read, createFieldCipher(dataKey))).toEqual(personKey as Buffer);
    expect(await readRows(after.read, createFieldCipher(dataKey), row?.returnId ?? '')).toMatchObject([
      { cells: ['VS-1'] },
    ]);
    await after.close();
    const again = await start(folder);
    const mandate = await (await application.read(again.url, 'sepa-mandate')).json();
    expect(mandate).toMatchObject({ iban: person['sepa-mandate'].iban, bic: person['sepa-mandate'].bic });
  });

  test('leaves every mandate readable when it is killed, and the next run completes it', async () => {
    const folder = await newFolder();
    const url = `file:${join(folder, 'app.db')}`;
    const { dataKey: old } = loadSecrets(folder);
    await seed(url, old, 1000);
    const { mandates } = await look(url, old);
    const half: number[] = [];
    // killed one batch later each time, until it finishes and at least one kill came halfway
    for (let turn = 1, ended = false; !ended || half.length === 0; turn += 1) {
      ended = await killedAfter(folder, turn);
      const { dataKey, dataKeyPrevious } = loadSecrets(folder);
      const both = await look(url, dataKey, dataKeyPrevious);
      expect(both.opened).toBe(mandates);
      const { opened } = await look(url, dataKey);
      if (!ended && opened > 0 && opened < mandates) half.push(opened);
    }
    console.log(`${mandates} mandates; number under the new key at each kill: ${half.join(', ')}`);
    const { dataKey, dataKeyPrevious } = loadSecrets(folder);
    expect(dataKeyPrevious).toBeUndefined();
    expect(await look(url, dataKey)).toEqual({ mandates, opened: mandates, keys: [keyIdOf(dataKey)] });
  });

  test('continues with the new key when the previous run had only replaced the key', async () => {
    const folder = await newFolder();
    const url = `file:${join(folder, 'app.db')}`;
    await seed(url, loadSecrets(folder).dataKey, 300);
    const { dataKey } = replaceDataKey(folder);
    expect((await run('rotate-key', folder)).code).toBe(0);
    const after = loadSecrets(folder);
    expect([after.dataKey, after.dataKeyPrevious]).toEqual([dataKey, undefined]);
    expect((await look(url, dataKey)).keys).toEqual([keyIdOf(dataKey)]);
  });
});

describe('a rotation with keys from the environment and a database server', () => {
  test('runs beside instances that know both keys, and ends with the new key alone', async () => {
    const sqld = await here.startSqld();
    await seed(sqld.url, first, 300);
    const env = { DATABASE_URL: sqld.url, JWT_SECRET: 's'.repeat(32) };
    const folder = await newFolder();
    expect(await run('rotate-key', folder, { env: { ...env, DATA_KEY: first } })).toEqual(
      refused('DATA_KEY must be the new key and DATA_KEY_PREVIOUS the one so far'),
    );
    const both = { ...env, DATA_KEY: second, DATA_KEY_PREVIOUS: first };
    const server = await start(folder, both);
    const application = openApplication();
    const person = applicantOfToday();
    await application.fill(server.url, person);
    expect(await run('rotate-key', folder, { env: both })).toEqual(
      done('DATA_KEY_PREVIOUS can be taken away'),
    );
    const mandate = await (await application.read(server.url, 'sepa-mandate')).json();
    expect(mandate).toMatchObject({ iban: person['sepa-mandate'].iban });
    const { mandates, opened, keys } = await look(sqld.url, second);
    expect({ opened, keys }).toEqual({ opened: mandates, keys: [keyIdOf(second)] });
  });
});

describe('a key of the persons that no key opens', () => {
  test('is reported, and nothing is changed', async () => {
    const folder = await newFolder();
    const url = `file:${join(folder, 'app.db')}`;
    const { dataKey } = loadSecrets(folder);
    await seed(url, dataKey);
    const db = await openDatabase({ url });
    await db.write((tx) => tx.delete(sealedKeys));
    await ensurePersonKey(db, createFieldCipher(second));
    await db.close();
    expect(await run('rotate-key', folder)).toEqual(refused('The key of the persons in proofs'));
    expect(loadSecrets(folder)).toMatchObject({ dataKey, dataKeyPrevious: undefined });
    expect((await look(url, dataKey)).keys).toEqual([keyIdOf(dataKey)]);
  });
});

describe('a mandate that no key opens', () => {
  test('is reported by its id, and nothing is changed', async () => {
    const folder = await newFolder();
    const url = `file:${join(folder, 'app.db')}`;
    const { dataKey } = loadSecrets(folder);
    await seed(url, dataKey);
    const db = await openDatabase({ url });
    const [one, other] = await db.read.select().from(sepaMandates);
    await db.write((tx) =>
      tx
        .update(sepaMandates)
        .set({ iban: one?.iban })
        .where(eq(sepaMandates.applicationId, other?.applicationId ?? '')),
    );
    await db.close();
    expect(await run('rotate-key', folder)).toEqual(refused(other?.applicationId ?? 'missing'));
    expect(loadSecrets(folder)).toMatchObject({ dataKey, dataKeyPrevious: undefined });
    expect((await look(url, dataKey)).keys).toEqual([keyIdOf(dataKey)]);
  });
});
