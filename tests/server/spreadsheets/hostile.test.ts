/** Workbooks that are made to take memory and time. */
import { describe, test } from 'bun:test';
import { sentences } from '#server/spreadsheets/sentences';
import { expectCheap } from './cheap';
import { type Parts, partsOf, sheetOf, stylesOf, workbook, zipOf } from './xlsx';

const answers = sheetOf([
  ['Referenz', 'Stand'],
  ['SF-1', 'ja'],
]);
const read = { columns: ['Referenz', 'Stand'], rows: [{ line: 2, cells: ['SF-1', 'ja'] }] };
const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
const named = `<row r="1">${cell('A1', 'Referenz')}${cell('B1', 'Stand')}</row>`;
const book = (xml: string, more: Omit<Parameters<typeof workbook>[0], 'sheets'> = {}) =>
  workbook({ sheets: [{ xml }], ...more });
/** 300,000 times. */
const often = (one: string) =>
  `<sheetData>${named}${`<row>${one.repeat(200)}</row>`.repeat(1_500)}</sheetData>`;
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
  // ASVS 5.2.1–5.2.3
  [
    'unpacks to 9 MB',
    () => withPart('xl/media/image1.png', new Uint8Array(9 * million)),
    sentences.unpacksTooLarge,
  ],
  [
    'has nine parts of 1 MB',
    () => {
      const parts: Parts = partsOf({ sheets: [{ xml: answers }] });
      for (let index = 0; index < 9; index += 1) parts[`a${index}`] = new Uint8Array(million);
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
  // ASVS 1.5.1
  ['has entities that grow', () => withStrings(bomb()), sentences.damaged],
  // ASVS 1.5.1
  [
    'refers to a file of ours',
    () => withStrings('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><sst><si><t>&b;</t></si></sst>'),
    sentences.damaged,
  ],
  ['is nested a million times', () => book('<a>'.repeat(million)), sentences.damaged],
  [
    'has 700,000 attributes',
    () => book(`<row ${Array.from({ length: 0.7 * million }, (_, index) => `a${index}=""`).join(' ')}/>`),
    sentences.damaged,
  ],
  [
    'has 1.6 million strings',
    () => withStrings(`<sst>${'<si/>'.repeat(1.6 * million)}</sst>`),
    sentences.tooMuchText,
  ],
  [
    'has a string of 8 MB',
    () => withStrings(`<sst><si><t>${'x'.repeat(8 * million)}</t></si></sst>`),
    sentences.damaged,
  ],
  [
    'has strings of 8 MB',
    () => withStrings(`<sst>${`<si><t>${'ж'.repeat(20_000)}</t></si>`.repeat(200)}</sst>`),
    read,
  ],
  ...[
    ['a shared string', '<si>', '</si>'],
    ['a string of many letters', '<si><r>', '</r></si>'],
  ].map(
    ([what = '', open = '', close = '']): Hostile => [
      `has ${what} of a million parts`,
      () => withStrings(`<sst>${open}${'<t>a</t>'.repeat(million)}${close}</sst>`),
      read,
    ],
  ),
  [
    'has a cell of a million parts',
    () =>
      book(
        `<sheetData>${named}<row r="2">${cell('A2', `a</t>${'<t>a</t>'.repeat(million)}<t>`)}</row></sheetData>`,
      ),
    { columns: ['Referenz', 'Stand'], rows: [{ line: 2, cells: [`${'a'.repeat(4_999)}…`, ''] }] },
  ],
  ...['v', 'f'].map(
    (name): Hostile => [
      `has a cell whose ${name} is a million CDATA sections`,
      () =>
        book(
          `<sheetData>${named}<row r="2"><c t="str"><${name}>${'<![CDATA[a]]>'.repeat(0.6 * million)}</${name}></c></row></sheetData>`,
        ),
      {
        columns: ['Referenz', 'Stand'],
        rows: [{ line: 2, cells: [`${name === 'v' ? 'a' : '='}${'a'.repeat(4_998)}…`, ''] }],
      },
    ],
  ),
  [
    'shows a string that nobody sees often',
    () => book(often('<c t="s"><v>0</v></c>'), { strings: `<si><t>${'\u200b'.repeat(30_000)}</t></si>` }),
    sentences.noRows,
  ],
  [
    'has a format of many places that shows nothing',
    () => book(often('<c s="0"><v>0</v></c>'), { styles: stylesOf(['#'.repeat(20)]) }),
    sentences.noRows,
  ],
  [
    'shows one string often',
    () => book(often('<c t="s"><v>0</v></c>'), { strings: `<si><t>${'x'.repeat(30_000)}</t></si>` }),
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
    'merges 200,000 times',
    () => book(`${answers}<mergeCells>${'<mergeCell ref="A1:A1048576"/>'.repeat(million / 5)}</mergeCells>`),
    sentences.damaged,
  ],
  [
    'has a million blank rows',
    () => book(`<sheetData>${named}${'<row/>'.repeat(million)}</sheetData>`),
    sentences.noRows,
  ],
  [
    'has 2 million blank cells',
    () => book(`<sheetData>${named}${`<row>${'<c/>'.repeat(16_000)}</row>`.repeat(125)}</sheetData>`),
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
    'lists one sheet of 2 MB 50,000 times',
    () => {
      const parts = partsOf({
        sheets: [{ xml: answers }],
        more: { 'xl/x.xml': `<a>${'<row/>'.repeat(million / 3)}</a>` },
      });
      const name = 'xl/_rels/workbook.xml.rels';
      const again = '<Relationship Id="rId1" Type="/worksheet" Target="x.xml"/>'.repeat(50_000);
      return zipOf({ ...parts, [name]: String(parts[name]).replace('</R', `${again}</R`) });
    },
    read,
  ],
  [
    'has a format of 200,000 brackets, for 300,000 styles',
    () =>
      withPart(
        'xl/styles.xml',
        `<a><numFmt numFmtId="164" formatCode="${'['.repeat(200_000)}"/><cellXfs>${'<xf numFmtId="164"/>'.repeat(0.3 * million)}</cellXfs></a>`,
      ),
    read,
  ],
  [
    'has 300,000 styles of one format that exists',
    () =>
      withPart('xl/styles.xml', `<a><cellXfs>${'<xf numFmtId="4"/>'.repeat(0.3 * million)}</cellXfs></a>`),
    read,
  ],
  [
    'has 70,000 formats, each for a style',
    () => {
      const all = Array.from({ length: 70_000 }, (_, id) => id);
      const formats = all.map((id) => `<numFmt numFmtId="${id}" formatCode="0.0;0.0;0.0&quot;${id}&quot;"/>`);
      const styles = all.map((id) => `<xf numFmtId="${id}"/>`);
      return withPart('xl/styles.xml', `<a>${formats.join('')}<cellXfs>${styles.join('')}</cellXfs></a>`);
    },
    sentences.damaged,
  ],
  ['leaves its folder', () => withPart('../../../../tmp/x', 'x'), read],
];

describe('a workbook that', () => {
  test.each(files)('%s', (_, make, outcome) => expectCheap(make(), outcome));
});
