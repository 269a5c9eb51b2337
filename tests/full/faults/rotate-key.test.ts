/** A new key for the bank data and second factors: killed, on a database server, and when something cannot be opened. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { createFieldCipher, keyIdIn, keyIdOf } from '#db/bank-data/cipher';
import type { Database } from '#db/client';
import { applications, sepaMandates } from '#db/schema/applications';
import { sealedKeys } from '#db/schema/law';
import { secondFactors } from '#db/schema/staff';
import { ensurePersonKey } from '#db/sealed-keys';
import { seedDemo } from '#server/commands/demo';
import { loadSecrets, replaceDataKey } from '#server/secrets';
import { done, refused, run } from '#tests/faults/support/commands';
import { createCluster } from '#tests/faults/support/instances';
import { applicantOfToday, newFolder, openApplication, start } from '#tests/faults/support/processes';
import { inDatabase, look, protect, sealedSecret, signInWith } from '#tests/faults/support/rotation';
import { startScript } from '#tests/faults/support/scripts';
import { johanna } from '#tests/support/people';
import { copyStaffedDatabase } from '#tests/support/template';

setDefaultTimeout(120_000);
const cluster = createCluster();

const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const day = Date.parse('2026-11-20T09:00:00Z');

/** Adds the demo data and `more` mandates that are sealed with this key. */
const seed = (url: string, key: string, more = 0) =>
  inDatabase(url, async (db) => {
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
  });

/** A data folder with a generated key, the demo data and `more` mandates. */
async function seeded(more = 0) {
  const folder = await newFolder();
  const file = join(folder, 'app.db');
  await copyStaffedDatabase(file);
  const { dataKey } = loadSecrets(folder);
  await seed(`file:${file}`, dataKey, more);
  return { folder, url: `file:${file}`, dataKey };
}

/** Kills the command after about this number of written batches. Returns true if it had finished before. */
async function killedAfter(folder: string, batches: number): Promise<boolean> {
  const log = join(folder, 'app.db-wal');
  const stateOf = () => {
    const found = statSync(log, { throwIfNoEntry: false });
    return found?.size ? `${found.size} ${found.mtimeMs}` : '';
  };
  let seen = stateOf();
  const { child, kill } = await startScript('server/commands/rotate-key.ts', [], { DATA_DIR: folder });
  for (let changes = 0; changes < batches && child.exitCode === null; ) {
    const state = stateOf();
    if (state !== seen) changes += 1;
    seen = state;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await kill();
  return child.exitCode === 0;
}

describe('a rotation of the generated key', () => {
  test('leaves every mandate readable when it is killed, and the next run completes it', async () => {
    const { folder, url, dataKey: old } = await seeded(1000);
    const { mandates } = await look(url, old);
    const half: number[] = [];
    // killed one batch later each time, until it finishes and at least one kill came halfway
    for (let turn = 1, ended = false; !ended || half.length === 0; turn += 1) {
      ended = await killedAfter(folder, turn);
      const { dataKey, dataKeyPrevious } = loadSecrets(folder);
      expect((await look(url, dataKey, dataKeyPrevious)).opened).toBe(mandates);
      const { opened } = await look(url, dataKey);
      if (!ended && opened > 0 && opened < mandates) half.push(opened);
    }
    console.log(`${mandates} mandates; number under the new key at each kill: ${half.join(', ')}`);
    const { dataKey, dataKeyPrevious } = loadSecrets(folder);
    expect(dataKeyPrevious).toBeUndefined();
    expect(await look(url, dataKey)).toEqual({ mandates, opened: mandates, keys: [keyIdOf(dataKey)] });
  });

  test('continues with the new key when the previous run had only replaced the key', async () => {
    const { folder, url } = await seeded(300);
    const { dataKey } = replaceDataKey(folder);
    expect((await run('rotate-key', folder)).code).toBe(0);
    const after = loadSecrets(folder);
    expect([after.dataKey, after.dataKeyPrevious]).toEqual([dataKey, undefined]);
    expect((await look(url, dataKey)).keys).toEqual([keyIdOf(dataKey)]);
  });
});

test('keys from the environment change on a database server beside instances that know both', async () => {
  const { url } = await cluster.startPrepared();
  await seed(url, first, 300);
  const env = { DATABASE_URL: url, JWT_SECRET: 's'.repeat(32), RATE_LIMIT: 'off' };
  const former = await start(await newFolder(), { ...env, DATA_KEY: first });
  const { recovery, nextCode } = await protect(former.url);
  await former.kill('SIGTERM');
  const folder = await newFolder();
  expect(await run('rotate-key', folder, { env: { ...env, DATA_KEY: first } })).toEqual(
    refused('DATA_KEY must be the new key and DATA_KEY_PREVIOUS the one so far'),
  );
  const both = { ...env, DATA_KEY: second, DATA_KEY_PREVIOUS: first };
  const beside = await start(folder, both);
  const application = openApplication();
  const person = applicantOfToday();
  await application.fill(beside.url, person);
  expect(await signInWith(beside.url, recovery)).toBe(200);
  expect(await run('rotate-key', folder, { env: both })).toEqual(done('DATA_KEY_PREVIOUS can be taken away'));
  const { mandates, opened, keys } = await look(url, second);
  expect({ opened, keys }).toEqual({ opened: mandates, keys: [keyIdOf(second)] });
  expect(keyIdIn(await sealedSecret(url))).toBe(keyIdOf(second));
  const alone = await start(await newFolder(), { ...env, DATA_KEY: second });
  for (const instance of [beside, alone]) {
    const mandate = await (await application.read(instance.url, 'sepa-mandate')).json();
    expect(mandate).toMatchObject({ iban: person['sepa-mandate'].iban });
  }
  expect(await signInWith(alone.url, nextCode())).toBe(200);
});

test('a second factor that an instance with the previous key stores meanwhile is reported', async () => {
  const folder = await newFolder();
  const url = `file:${join(folder, 'app.db')}`;
  const server = await start(folder);
  const { nextCode } = await protect(server.url);
  await server.kill('SIGTERM');
  // as soon as the secret is sealed again, somebody puts the former one back
  await execute(
    url,
    `CREATE TRIGGER late AFTER UPDATE OF secret ON second_factors WHEN NEW.secret <> OLD.secret BEGIN
      UPDATE second_factors SET secret = OLD.secret WHERE user_id = OLD.user_id;
    END`,
  );
  const reported = '1 second factors were saved with the previous key';
  expect(await run('rotate-key', folder)).toEqual(refused(reported));
  await execute(url, 'DROP TRIGGER late');
  expect(await run('rotate-key', folder)).toEqual(done('Older backups need the previous key'));
  expect(await signInWith((await start(folder)).url, nextCode())).toBe(200);
});

const execute = (url: string, statement: string) =>
  inDatabase(url, (db) => db.write((tx) => tx.run(sql.raw(statement))));

/** Makes something that no key opens. Returns what the command says of it. */
const closed: [name: string, close: (db: Database) => Promise<string>][] = [
  [
    'the key of the persons',
    async (db) => {
      await db.write((tx) => tx.delete(sealedKeys));
      await ensurePersonKey(db, createFieldCipher(second));
      return 'The key of the persons in proofs';
    },
  ],
  [
    'a mandate, by its id',
    async (db) => {
      const [one, { applicationId } = { applicationId: 'missing' }] = await db.read
        .select()
        .from(sepaMandates);
      const its = eq(sepaMandates.applicationId, applicationId);
      await db.write((tx) => tx.update(sepaMandates).set({ iban: one?.iban }).where(its));
      return applicationId;
    },
  ],
  [
    'a second factor',
    async (db) => {
      const secret = createFieldCipher(second).seal('somebody', 'second_factor', 'JBSWY3DPEHPK3PXP');
      await db.write((tx) => tx.update(secondFactors).set({ secret }));
      return '1 second factors of staff';
    },
  ],
];

test.each(closed)('%s that no key opens is reported, and nothing is changed', async (_, close) => {
  const { folder, url, dataKey } = await seeded();
  const server = await start(folder);
  await protect(server.url);
  await server.kill('SIGTERM');
  const reason = await inDatabase(url, close);
  const before = await sealedSecret(url);
  expect(await run('rotate-key', folder)).toEqual(refused(reason));
  expect(loadSecrets(folder)).toMatchObject({ dataKey, dataKeyPrevious: undefined });
  expect((await look(url, dataKey)).keys).toEqual([keyIdOf(dataKey)]);
  expect(await sealedSecret(url)).toBe(before);
});
