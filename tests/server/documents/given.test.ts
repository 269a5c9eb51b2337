/** The files of the operator: what is read, and what ends the start. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { documentKinds } from '#domain/document-kinds';
import { documentTexts } from '#domain/documents';
import { placeholders } from '#domain/operator/operator';
import { usualPeriods } from '#domain/retention/periods';
import { readGivenDocuments, untaggedAmong } from '#server/documents/given';
import { OperatorError } from '#server/process/failure';
import { pdfOf } from '#tests/support/documents';
import { draw } from '#tests/support/drawing';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sattelfest-operator-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = (name: string, content: string | Uint8Array) =>
  Bun.write(join(folder, 'documents', name), content);
const ofSize = (bytes: number) => pdfOf('x'.repeat(bytes - pdfOf('').length));
const mebibyte = 1024 * 1024;

/** The one line that the operator reads. */
function refusal(): string {
  try {
    readGivenDocuments(folder);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('without a folder nothing is given', () => {
  expect(readGivenDocuments(folder).size).toBe(0);
  expect(readGivenDocuments(join(folder, 'missing')).size).toBe(0);
});

test('files are read by their kind, and hidden files are ignored', async () => {
  await put('avb.pdf', pdfOf('Bedingungen'));
  await put('.DS_Store', 'hidden');
  const given = readGivenDocuments(folder);
  expect([...given.keys()]).toEqual(['avb']);
  expect(await given.get('avb')?.file.text()).toBe(pdfOf('Bedingungen'));
});

const tags = '1 0 obj <</Type/Catalog/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R';
const packed = (content: Uint8Array) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n5 0 obj <</Filter/FlateDecode/First 4/N 1/Type/ObjStm>>stream\r\n'),
    content,
    Buffer.from('\nendstream endobj\n%%EOF\n'),
  ]);

test.each<[string, boolean, string | Uint8Array]>([
  ['tags and a language', true, pdfOf(`${tags}/Lang(de-DE)>>`)],
  ['a language in hexadecimal', true, pdfOf(`${tags} /Lang <64652d4445>>>`)],
  ['both packed', true, packed(deflateSync(`1 0 ${tags} /Lang (de)>>`))],
  ['tags that are packed, and no language', false, packed(deflateSync(`1 0 ${tags}>>`))],
  ['packed objects that nobody can read', false, packed(Buffer.from(`${tags}/Lang(de)>>`).reverse())],
  ['tags without a language', false, pdfOf(`${tags}>>`)],
  ['tags with an empty language', false, pdfOf(`${tags}/Lang()>>`)],
  [
    'a language without tags',
    false,
    pdfOf('1 0 obj <</Type/Catalog/Lang(de-DE)>> 9 0 obj <</Type /StructTreeRoot>>'),
  ],
  ['neither', false, pdfOf('')],
])('a file with %s is one for screen readers: %p', async (_, tagged, content) => {
  await put('avb.pdf', content);
  const given = readGivenDocuments(folder);
  expect(given.get('avb')?.tagged).toBe(tagged);
  expect(untaggedAmong(given)).toEqual(tagged ? [] : ['documents/avb.pdf']);
});

test('the documents that the product draws are tagged', async () => {
  const document = documentTexts({ operator: placeholders, periods: usualPeriods }).erstinformation;
  await put('erstinformation.pdf', new Uint8Array(await draw({ document, operator: placeholders })));
  expect(untaggedAmong(readGivenDocuments(folder))).toEqual([]);
});

test('the largest files are accepted, also with bytes after the end', async () => {
  await put('avb.pdf', ofSize(2 * mebibyte));
  await put('erstinformation.pdf', `${pdfOf('')}${' '.repeat(900)}`);
  expect(readGivenDocuments(folder).size).toBe(2);
});

describe('a start is refused by', () => {
  const names = documentKinds.map((kind) => `${kind}.pdf`).join(', ');

  test.each([
    ['a text', 'avb.pdf', 'Guten Tag', 'documents/avb.pdf must be a PDF file'],
    ['an empty file', 'avb.pdf', '', 'documents/avb.pdf must be a PDF file'],
    ['half a PDF', 'avb.pdf', '%PDF-1.7\nstream', 'documents/avb.pdf must be a PDF file'],
    ['a PDF without its beginning', 'avb.pdf', '\n%PDF-1.7\n%%EOF', 'documents/avb.pdf must be a PDF file'],
    ['3 MiB', 'avb.pdf', ofSize(3 * mebibyte), 'documents/avb.pdf must be a PDF file of at most 2 MiB'],
    [
      'one byte too many',
      'avb.pdf',
      ofSize(2 * mebibyte + 1),
      'documents/avb.pdf must be a PDF file of at most 2 MiB',
    ],
    ['an unknown kind', 'agb.pdf', pdfOf(''), `documents/agb.pdf must be named after a document: ${names}`],
    ['capitals', 'AVB.PDF', pdfOf(''), `documents/AVB.PDF must be named after a document: ${names}`],
    ['another type', 'avb.docx', pdfOf(''), `documents/avb.docx must be named after a document: ${names}`],
    ['two lines', 'a\nb.pdf', pdfOf(''), `documents/a?b.pdf must be named after a document: ${names}`],
  ])('%s', async (_, name, content, line) => {
    await put(name, content);
    expect(refusal()).toBe(line);
  });

  test('a ninth file', async () => {
    for (const kind of documentKinds) await put(`${kind}.pdf`, pdfOf(kind));
    for (const name of ['tierarzt.pdf', 'tarife.pdf', 'zusatz.pdf']) await put(name, pdfOf(name));
    expect(refusal()).toBe(`documents/tarife.pdf must be named after a document: ${names}`);
  });

  test('more than 8 MiB in all', async () => {
    for (const kind of documentKinds.slice(0, 5)) await put(`${kind}.pdf`, ofSize((1.7 * mebibyte) | 0));
    expect(refusal()).toBe('documents must hold at most 8 MiB in all');
  });

  test('a folder in place of a file', async () => {
    await mkdir(join(folder, 'documents', 'avb.pdf'), { recursive: true });
    expect(refusal()).toMatch(/^documents\/avb\.pdf must be a file that this process can read \(\w+\)$/);
  });

  test('a folder that is a link to nowhere, such as a disk that is not mounted', async () => {
    await symlink(join(folder, 'unmounted'), join(folder, 'documents'));
    expect(refusal()).toBe('documents must be a folder that this process can read (ENOENT)');
  });

  test('a pipe, which nobody fills', async () => {
    await mkdir(join(folder, 'documents'));
    expect(Bun.spawnSync(['mkfifo', join(folder, 'documents', 'avb.pdf')]).exitCode).toBe(0);
    expect(refusal()).toBe('documents/avb.pdf must be a PDF file of at most 2 MiB');
  });

  test('a file in place of the folder', async () => {
    await Bun.write(join(folder, 'documents'), 'no folder');
    expect(refusal()).toMatch(/^documents must be a folder that this process can read \(\w+\)$/);
  });
});
