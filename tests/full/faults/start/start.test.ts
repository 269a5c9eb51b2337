/** What a start finds and leaves: a database in a folder with an odd name, drawn documents, the prices of a new day. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#db/open';
import { insertVersion } from '#db/tariffs/versions';
import { addDays, berlinDay } from '#domain/dates';
import type { DocumentEntry } from '#domain/document-kinds';
import { firstCatalogue } from '#domain/landing-facts';
import { tariffTypes } from '#domain/tariffs/catalogue';
import { termsWith } from '#domain/tariffs/versions';
import { api } from '#domain/urls';
import { run } from '#tests/faults/support/commands';
import { newFolder, start } from '#tests/faults/support/processes';
import { pdfOf } from '#tests/support/documents';
import { copyDatabase } from '#tests/support/template';

setDefaultTimeout(60_000);

const odd = `Kunde #1 a?b 100% a%20b Größe it's "x" a&b=c;d [x] a+b file:x {x}`;

test('a data folder with an odd name is served, backed up and restored', async () => {
  const parent = await newFolder();
  const dataDir = join(parent, odd);
  await mkdir(dataDir);
  const server = await start(dataDir);
  expect(await run('backup', dataDir, { args: [join(parent, 'copy #1.db')] })).toMatchObject({ code: 0 });
  expect(await run('verify-audit', dataDir)).toMatchObject({ code: 0 });
  await server.kill('SIGTERM');
  expect(await run('restore', dataDir, { args: [join(parent, 'copy #1.db')] })).toMatchObject({ code: 0 });
  expect((await fetch((await start(dataDir)).url)).status).toBe(200);
  expect((await readdir(parent)).toSorted()).toEqual(['copy #1.db', odd].toSorted());
  expect((await stat(join(dataDir, 'app.db'))).mode & 0o777).toBe(0o600);
});

const list = async (url: string) => (await (await fetch(url + api.documents)).json()) as DocumentEntry[];

test('the first start draws what is missing, and later ones keep it', async () => {
  const [folder, elsewhere] = [await newFolder(), await newFolder()];
  await Bun.write(join(elsewhere, 'documents/avb.pdf'), pdfOf('Bedingungen'));
  const first = await start(folder, { OPERATOR_DIR: elsewhere });
  const entries = await list(first.url);
  expect(entries.map(({ version }) => version)).toEqual(Array(6).fill(1));
  for (const { url } of entries) {
    const file = await (await fetch(first.url + url)).text();
    expect(file).toStartWith('%PDF-');
  }
  expect(await first.kill('SIGTERM')).toBe(0);
  const second = await start(folder, { OPERATOR_DIR: elsewhere });
  expect(await list(second.url)).toEqual(entries);
  // a new installation with the same facts has the same files
  const other = await start(await newFolder(), { OPERATOR_DIR: elsewhere });
  expect(await list(other.url)).toEqual(entries);
});

test('the first response has the tariffs whose day came while the server was off', async () => {
  const folder = await newFolder();
  const file = join(folder, 'app.db');
  await copyDatabase(file);
  const db = await openDatabase({ url: `file:${file}` });
  const yesterday = addDays(berlinDay(new Date()), -1);
  await db.write(async (tx) => {
    for (const [validFrom, amount] of [
      [addDays(yesterday, -1), 41],
      [yesterday, 42],
    ] as const) {
      const terms = termsWith(firstCatalogue, { premiums: tariffTypes.map(() => Array(4).fill(amount)) });
      const by = { createdBy: 'mira', releasedBy: 'mira', createdAt: Date.now() };
      await insertVersion(tx, { state: 'released', validFrom, terms, ...by });
    }
  });
  await db.close();
  const { url } = await start(folder);
  const [html, json] = await Promise.all([
    fetch(url).then((page) => page.text()),
    fetch(url + api.tariffs).then((response) => response.text()),
  ]);
  expect(html).toContain('Schon ab 42,00');
  expect(json.match(/"monthlyPremium":(\d+)/)?.[1]).toBe('42');
});
