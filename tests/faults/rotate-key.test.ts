/** A new key: everything is sealed again, the old key is retired. `tests/full` has kills, servers and what cannot be. */
// ASVS 11.2.2
import { expect, setDefaultTimeout, test } from 'bun:test';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFieldCipher, keyIdIn, keyIdOf } from '#db/bank-data/cipher';
import { readRows } from '#db/insurer/answers';
import { sepaMandates } from '#db/schema/applications';
import { returnRows } from '#db/schema/insurer';
import { sealedKeys } from '#db/schema/law';
import { readPersonKey } from '#db/sealed-keys';
import { api } from '#domain/urls';
import { loadSecrets } from '#server/secrets';
import { bearer, tokenOf } from '#tests/support/staff';
import { done, refused, run } from './support/commands';
import { applicantOfToday, newFolder, openApplication, start } from './support/processes';
import { inDatabase, protect, sealedSecret, signInWith } from './support/rotation';

setDefaultTimeout(120_000);

function ifMissing(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
  throw error;
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

test('a rotation keeps bank data and second factors usable, and no file contains the old ciphertexts', async () => {
  const folder = await newFolder();
  const server = await start(folder);
  const application = openApplication();
  const person = applicantOfToday();
  await application.fill(server.url, person);
  await upload(server.url);
  const { secret, recovery, nextCode } = await protect(server.url);
  expect(await run('rotate-key', folder)).toEqual(refused('already in use'));
  await server.kill('SIGTERM');
  const old = loadSecrets(folder).dataKey;
  const url = `file:${join(folder, 'app.db')}`;
  const stored = (key: string) =>
    inDatabase(url, async ({ read }) => {
      const [mandate] = await read.select().from(sepaMandates);
      const [row] = await read.select().from(returnRows);
      const [sealedKey] = await read.select().from(sealedKeys);
      const sealed = [mandate?.iban, mandate?.bic, sealedKey?.sealed, row?.cells].map(String);
      const cipher = createFieldCipher(key);
      const rows = await readRows(read, cipher, row?.returnId ?? '');
      return { sealed, personKey: await readPersonKey(read, cipher), cells: rows.map(({ cells }) => cells) };
    });
  const before = await stored(old);
  const factor = await sealedSecret(url);
  expect(keyIdIn(factor)).toBe(keyIdOf(old));

  expect(await run('rotate-key', folder)).toEqual(done('1 mandates are sealed with key'));
  const { dataKey, dataKeyPrevious } = loadSecrets(folder);
  expect([dataKey === old, dataKeyPrevious]).toEqual([false, undefined]);
  const retired = join(folder, `data-key.retired-${keyIdOf(old)}`);
  expect((await Bun.file(retired).text()).trim()).toBe(old);
  expect((await stat(retired)).mode & 0o777).toBe(0o600);
  for await (const name of new Bun.Glob('**').scan({ cwd: folder, dot: true })) {
    // what SQLite removes with its last connection, which the collector closes, contains nothing any more
    const bytes = await readFile(join(folder, name)).catch(ifMissing);
    const former = [...before.sealed, factor, secret].filter((text) => bytes.includes(text));
    expect([name, former]).toEqual([name, []]);
  }
  const { personKey, cells } = await stored(dataKey);
  expect({ personKey, cells }).toEqual({ personKey: before.personKey, cells: [['VS-1']] });
  expect(keyIdIn(await sealedSecret(url))).toBe(keyIdOf(dataKey));

  const again = await start(folder);
  const mandate = await (await application.read(again.url, 'sepa-mandate')).json();
  expect(mandate).toMatchObject({ iban: person['sepa-mandate'].iban, bic: person['sepa-mandate'].bic });
  const codes = [undefined, nextCode(), recovery];
  const statuses: number[] = [];
  for (const code of codes) statuses.push(await signInWith(again.url, code));
  expect(statuses).toEqual([401, 200, 200]);
});
