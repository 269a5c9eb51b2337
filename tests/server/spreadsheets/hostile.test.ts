/** Files that are made to take memory and time. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { mostRows } from '#domain/returns/returns';
import { mostColumns } from '#domain/returns/table';
import { readTable } from '#server/spreadsheets/read';
import { sentences } from '#server/spreadsheets/sentences';
import { type Parts, partsOf, sheetOf, workbook, zipOf } from './xlsx';

const answers = sheetOf([
  ['Referenz', 'Stand'],
  ['SF-1', 'ja'],
]);
const read = { columns: ['Referenz', 'Stand'], rows: [{ line: 2, cells: ['SF-1', 'ja'] }] };
const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
const named = `<row r="1">${cell('A1', 'Referenz')}${cell('B1', 'Stand')}</row>`;
const book = (xml: string) => workbook({ sheets: [{ xml }] });
const withPart = (name: string, part: string | Uint8Array) =>
  zipOf({ ...partsOf({ sheets: [{ xml: answers }] }), [name]: part });
const withStrings = (strings: string) => withPart('xl/sharedStrings.xml', strings);
const million = 1_000_000;

/** `edit` gets the bytes and the place of the entry of `name` in the directory. */
function edited(name: string, edit: (view: DataView, at: number) => void): Uint8Array {
  const bytes = zipOf(partsOf({ sheets: [{ xml: answers }] }));
  edit(new DataView(bytes.buffer), Buffer.from(bytes).lastIndexOf(name) - 46);
  return bytes;
}

const sheet = 'xl/worksheets/sheet1.xml';
const bomb = () => {
  const lines = ['<!ENTITY a0 "xxxxxxxxxx">'];
  for (let index = 1; index < 10; index += 1)
    lines.push(`<!ENTITY a${index} "${`&a${index - 1};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE sst [${lines.join('')}]><sst><si><t>&a9;</t></si></sst>`;
};

type Hostile = [what: string, make: () => Uint8Array, outcome: string | object];
const files: Hostile[] = [
  ['says it has a million rows', () => book(`<dimension ref="A1:XFD1048576"/>${answers}`), read],
  [
    'has a cell in the last corner',
    () => book(`<sheetData>${named}<row r="1048576">${cell('XFD1048576', 'x')}</row></sheetData>`),
    { columns: ['Referenz', 'Stand', 'Spalte XFD'], rows: [{ line: 1_048_576, cells: ['', '', 'x'] }] },
  ],
  [
    'unpacks to 60 MB',
    () => withPart('xl/media/image1.png', new Uint8Array(60 * million)),
    sentences.unpacksTooLarge,
  ],
  [
    'has a hundred parts of 1 MB',
    () => {
      const parts: Parts = partsOf({ sheets: [{ xml: answers }] });
      for (let index = 0; index < 100; index += 1) parts[`a${index}`] = new Uint8Array(million);
      return zipOf(parts);
    },
    sentences.unpacksTooLarge,
  ],
  [
    'is longer than it says',
    () => {
      const bytes = withStrings(`<sst>${'<si/>'.repeat(8 * million)}</sst>`);
      const at = Buffer.from(bytes).lastIndexOf('xl/sharedStrings.xml') - 46;
      new DataView(bytes.buffer).setUint32(at + 24, 100, true);
      return bytes;
    },
    sentences.damaged,
  ],
  [
    'is shorter than it says',
    () => edited(sheet, (view, at) => view.setUint32(at + 24, 5_000, true)),
    sentences.damaged,
  ],
  [
    'says 4 GB, as zip64 does',
    () => edited(sheet, (view, at) => view.setUint32(at + 24, 0xffffffff, true)),
    sentences.unpacksTooLarge,
  ],
  [
    'begins beyond its end',
    () => edited(sheet, (view, at) => view.setUint32(at + 42, 0x7fffffff, true)),
    sentences.damaged,
  ],
  [
    'is packed in another way',
    () => edited(sheet, (view, at) => view.setUint16(at + 10, 12, true)),
    sentences.damaged,
  ],
  [
    'has parts that overlap',
    () => edited(sheet, (view, at) => view.setUint32(at + 42, 0, true)),
    sentences.damaged,
  ],
  [
    'has 9,000 parts',
    () => {
      const parts: Parts = partsOf({ sheets: [{ xml: answers }] });
      for (let index = 0; index < 9_000; index += 1) parts[`xl/a/${index}`] = '';
      return zipOf(parts);
    },
    read,
  ],
  [
    'has one part twice',
    () => {
      const [first = '', second = ''] = ['xl/drawings/a.xml', 'xl/drawings/b.xml'];
      const bytes = zipOf({ ...partsOf({ sheets: [{ xml: answers }] }), [first]: 'x', [second]: 'y' });
      return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(second, first), 'latin1');
    },
    sentences.damaged,
  ],
  ['has entities that grow', () => withStrings(bomb()), sentences.damaged],
  [
    'refers to a file of ours',
    () => withStrings('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><sst><si><t>&b;</t></si></sst>'),
    sentences.damaged,
  ],
  ['is nested a million times', () => book('<a>'.repeat(million)), sentences.damaged],
  [
    'has a million attributes',
    () => book(`<row ${Array.from({ length: million }, (_, index) => `a${index}=""`).join(' ')}/>`),
    sentences.damaged,
  ],
  [
    'has 9 million strings',
    () => withStrings(`<sst>${'<si/>'.repeat(9 * million)}</sst>`),
    sentences.tooMuchText,
  ],
  [
    'has a string of 48 MB',
    () => withStrings(`<sst><si><t>${'x'.repeat(48 * million)}</t></si></sst>`),
    sentences.damaged,
  ],
  [
    'has strings of 48 MB',
    () => withStrings(`<sst>${`<si><t>${'ж'.repeat(20_000)}</t></si>`.repeat(1_200)}</sst>`),
    read,
  ],
  [
    'shows one string often',
    () =>
      workbook({
        sheets: [
          {
            xml: `<sheetData>${named}${`<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(2_000)}</sheetData>`,
          },
        ],
        strings: `<si><t>${'x'.repeat(30_000)}</t></si>`,
      }),
    sentences.tooMuchText,
  ],
  [
    'merges one string often',
    () => {
      const long = `<row r="2">${cell('A2', 'x'.repeat(5_000))}</row>`;
      const rows = Array.from(
        { length: 1_999 },
        (_, index) => `<row r="${index + 3}">${cell(`B${index + 3}`, 'x')}</row>`,
      );
      return book(
        `<sheetData>${named}${long}${rows.join('')}</sheetData><mergeCells><mergeCell ref="A2:A3000"/></mergeCells>`,
      );
    },
    sentences.tooMuchText,
  ],
  [
    'merges a million times',
    () => book(`${answers}<mergeCells>${'<mergeCell ref="A1:A1048576"/>'.repeat(million)}</mergeCells>`),
    sentences.damaged,
  ],
  [
    'has a million blank rows',
    () => book(`<sheetData>${named}${'<row/>'.repeat(million)}</sheetData>`),
    sentences.noRows,
  ],
  [
    'has 9 million blank cells',
    () => book(`<sheetData>${named}${`<row>${'<c/>'.repeat(16_000)}</row>`.repeat(560)}</sheetData>`),
    sentences.noRows,
  ],
  [
    'has rows in no order',
    () => book(`<sheetData>${named}<row r="1">${cell('A1', 'x')}</row></sheetData>`),
    sentences.damaged,
  ],
  [
    'has addresses that are none',
    () => book(`<sheetData><row r="1">${cell('ÄÖ1', 'x')}</row></sheetData>`),
    sentences.damaged,
  ],
  [
    'refers to itself',
    () =>
      withPart(
        'xl/worksheets/_rels/sheet1.xml.rels',
        '<Relationships><Relationship Id="a" Target="sheet1.xml"/></Relationships>',
      ),
    read,
  ],
  [
    'lists one sheet of 5 MB 200,000 times',
    () => {
      const parts = partsOf({
        sheets: [{ xml: answers }],
        more: { 'xl/x.xml': `<a>${'<row/>'.repeat(million)}</a>` },
      });
      const name = 'xl/_rels/workbook.xml.rels';
      const again = '<Relationship Id="rId1" Type="/worksheet" Target="x.xml"/>'.repeat(200_000);
      return zipOf({ ...parts, [name]: String(parts[name]).replace('</R', `${again}</R`) });
    },
    read,
  ],
  [
    'has a format of 200,000 brackets, for a million styles',
    () =>
      withPart(
        'xl/styles.xml',
        `<a><numFmt numFmtId="164" formatCode="${'['.repeat(200_000)}"/><cellXfs>${'<xf numFmtId="164"/>'.repeat(million)}</cellXfs></a>`,
      ),
    read,
  ],
  ['leaves its folder', () => withPart('../../../../tmp/x', 'x'), read],
  ['is 2 MB of delimiters', () => new Uint8Array(2 * 1024 ** 2).fill(59), sentences.empty],
  ['is 2 MB of line breaks', () => new Uint8Array(2 * 1024 ** 2).fill(10), sentences.empty],
  [
    'has a row before and after 2 MB of line breaks',
    () => Buffer.from(`Referenz;Stand${'\n'.repeat(2_000_000)}SF-1;ja`),
    { ...read, rows: [{ line: 2_000_001, cells: ['SF-1', 'ja'] }] },
  ],
  ['is 2 MB of quotes', () => new Uint8Array(2 * 1024 ** 2).fill(34), sentences.noRows],
  ['is 2 MB of one letter', () => new Uint8Array(2 * 1024 ** 2).fill(65), sentences.noRows],
];

/** What reading takes of the processor, so that waiting for it on a busy machine does not count. */
async function timed(bytes: Uint8Array) {
  const before = process.cpuUsage();
  const table = await readTable(bytes);
  const { user, system } = process.cpuUsage(before);
  return { table, took: user + system };
}

let usual = 0;

beforeAll(async () => {
  const text = (index: number) => `<c t="inlineStr"><is><t>Spalte ${index}</t></is></c>`;
  const row = `<row>${Array.from({ length: mostColumns }, (_, index) => text(index)).join('')}</row>`;
  const { table, took } = await timed(book(`<sheetData>${row.repeat(mostRows + 1)}</sheetData>`));
  expect(table).toMatchObject({ rows: { length: mostRows } });
  usual = took;
});

describe('a file that', () => {
  test.each(files)('%s', async (_, make, outcome) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(2 * 1024 ** 2 + 1);
    const { table, took } = await timed(bytes);
    expect(table).toEqual(typeof outcome === 'string' ? { unreadable: outcome } : (outcome as typeof table));
    // at most some times as long as the largest table that is read
    expect(took / usual).toBeLessThan(8);
  });
});
