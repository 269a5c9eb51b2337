/** The documents of the operator at a start: what is missing is drawn once. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { DocumentEntry } from '#domain/document-kinds';
import { api } from '#domain/urls';
import { newFolder, start } from '#tests/faults/support/processes';
import { pdfOf } from '#tests/support/documents';

setDefaultTimeout(120_000);

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
