/** The documents of the operator at a start: a wrong one ends it, and what is missing is drawn once. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { DocumentEntry } from '#domain/document-kinds';
import { api } from '#domain/urls';
import { endAll, failedStart, newFolder, start } from '#tests/faults/support/processes';
import { pdfOf } from '#tests/support/documents';

setDefaultTimeout(120_000);
afterEach(endAll);

const list = async (url: string) => (await (await fetch(url + api.documents)).json()) as DocumentEntry[];

test.each([
  ['avb.pdf', 'Guten Tag', 'documents/avb.pdf must be a PDF file'],
  ['avb.pdf', pdfOf('x'.repeat(3 * 1024 * 1024)), 'documents/avb.pdf must be a PDF file of at most 2 MiB'],
  ['agb.pdf', pdfOf(''), 'documents/agb.pdf must be named after a document: erstinformation.pdf, '],
])('%s that is wrong ends the start with one line', async (name, content, line) => {
  const folder = await newFolder();
  await Bun.write(join(folder, 'operator/documents', name), content);
  const { code, stdout, lines } = await failedStart({ DATA_DIR: folder });
  expect({ code, stdout, lines }).toEqual({ code: 1, stdout: '', lines: [expect.stringContaining(line)] });
  expect(lines[0]).toStartWith(line);
});

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
