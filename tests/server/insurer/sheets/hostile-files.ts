/** Workbooks and text files that are made to take memory and time, by what becomes of them. */
import { expect } from 'bun:test';
import { sentences } from '#server/insurer/sheets/grid';
import { type Parts, partsOf, sheetOf, stylesOf, workbook, zipOf } from './xlsx';

const answers = sheetOf([
  ['Referenz', 'Stand'],
  ['SF-1', 'ja'],
]);
const columns = ['Referenz', 'Stand'];
const read = { columns, rows: [{ line: 2, cells: ['SF-1', 'ja'] }] };
const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
const named = `<row r="1">${cell('A1', 'Referenz')}${cell('B1', 'Stand')}</row>`;
const book = (xml: string, more: Omit<Parameters<typeof workbook>[0], 'sheets'> = {}) =>
  workbook({ sheets: [{ xml }], ...more });
const rows = (xml: string) => book(`<sheetData>${named}${xml}</sheetData>`);
/** 300,000 times. */
const often = (one: string) =>
  `<sheetData>${named}${`<row>${one.repeat(200)}</row>`.repeat(1_500)}</sheetData>`;
const parts = (): Parts => partsOf({ sheets: [{ xml: answers }] });
const withPart = (name: string, part: string | Uint8Array) => zipOf({ ...parts(), [name]: part });
const withStrings = (strings: string) => withPart('xl/sharedStrings.xml', strings);
const withStyles = (styles: string) => withPart('xl/styles.xml', `<a>${styles}</a>`);
const million = 1_000_000;
const filledWith = (byte: number) => new Uint8Array(2 * 1024 ** 2).fill(byte);
const numbered = <T>(length: number, one: (index: number) => T) => Array.from({ length }, (_, at) => one(at));

/** `edit` gets the place of the entry of `name` in the directory. */
function edited(
  name: string,
  edit: (view: DataView, at: number) => void,
  bytes = zipOf(parts()),
): Uint8Array {
  edit(new DataView(bytes.buffer), Buffer.from(bytes).lastIndexOf(name) - 46);
  return bytes;
}

const sheet = 'xl/worksheets/sheet1.xml';
const bomb = () => {
  const lines = numbered(9, (at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY a0 "xxxxxxxxxx">${lines.join('')}]><sst><si><t>&a9;</t></si></sst>`;
};

/** One part under two names that become the same. */
function twice(): Uint8Array {
  const [first, second] = ['xl/drawings/a.xml', 'xl/drawings/b.xml'] as const;
  const bytes = zipOf({ ...parts(), [first]: 'x', [second]: 'y' });
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(second, first), 'latin1');
}

function mergedOften(): Uint8Array {
  const long = `<row r="2">${cell('A2', 'x'.repeat(5_000))}</row>`;
  const others = numbered(1_999, (at) => `<row r="${at + 3}">${cell(`B${at + 3}`, 'x')}</row>`);
  const merges = '<mergeCells><mergeCell ref="A2:A3000"/></mergeCells>';
  return book(`<sheetData>${named}${long}${others.join('')}</sheetData>${merges}`);
}

function listedOften(): Uint8Array {
  const name = 'xl/_rels/workbook.xml.rels';
  const more = { 'xl/x.xml': `<a>${'<row/>'.repeat(million / 3)}</a>` };
  const all = partsOf({ sheets: [{ xml: answers }], more });
  const again = '<Relationship Id="rId1" Type="/worksheet" Target="x.xml"/>'.repeat(50_000);
  return zipOf({ ...all, [name]: String(all[name]).replace('</R', `${again}</R`) });
}

function manyFormats(): Uint8Array {
  const ids = numbered(70_000, (id) => id);
  const formats = ids.map((id) => `<numFmt numFmtId="${id}" formatCode="0.0;0.0;0.0&quot;${id}&quot;"/>`);
  return withStyles(
    `${formats.join('')}<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`,
  );
}

type Files = Record<string, () => Uint8Array>;
const files: [outcome: string | object, files: Files][] = [
  [
    sentences.damaged,
    {
      'is longer than it says': () =>
        edited(
          'xl/sharedStrings.xml',
          (view, at) => view.setUint32(at + 24, 100, true),
          withStrings(`<sst>${'<si/>'.repeat(8 * million)}</sst>`),
        ),
      'is shorter than it says': () => edited(sheet, (view, at) => view.setUint32(at + 24, 5_000, true)),
      'begins beyond its end': () => edited(sheet, (view, at) => view.setUint32(at + 42, 0x7fffffff, true)),
      'is packed in another way': () => edited(sheet, (view, at) => view.setUint16(at + 10, 12, true)),
      'has parts that overlap': () => edited(sheet, (view, at) => view.setUint32(at + 42, 0, true)),
      'has one part twice': twice,
      'has entities that grow': () => withStrings(bomb()),
      'refers to a file of ours': () =>
        withStrings('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><sst><si><t>&b;</t></si></sst>'),
      'is nested a million times': () => book('<a>'.repeat(million)),
      'has 700,000 attributes': () =>
        book(`<row ${numbered(0.7 * million, (at) => `a${at}=""`).join(' ')}/>`),
      'has a string of 8 MB': () => withStrings(`<sst><si><t>${'x'.repeat(8 * million)}</t></si></sst>`),
      'merges 200,000 times': () =>
        book(`${answers}<mergeCells>${'<mergeCell ref="A1:A1048576"/>'.repeat(million / 5)}</mergeCells>`),
      'has rows in no order': () => rows(`<row r="1">${cell('A1', 'x')}</row>`),
      'has addresses that are none': () =>
        book(`<sheetData><row r="1">${cell('ÄÖ1', 'x')}</row></sheetData>`),
      'has 70,000 formats, each for a style': manyFormats,
    },
  ],
  [
    sentences.unpacksTooLarge,
    {
      'unpacks to 9 MB': () => withPart('xl/media/image1.png', new Uint8Array(9 * million)),
      'has nine parts of 1 MB': () =>
        zipOf({
          ...parts(),
          ...Object.fromEntries(numbered(9, (at) => [`a${at}`, new Uint8Array(million)])),
        }),
      'says 4 GB, as zip64 does': () =>
        edited(sheet, (view, at) => view.setUint32(at + 24, 0xffffffff, true)),
    },
  ],
  [
    sentences.tooMuchText,
    {
      'has 1.6 million strings': () => withStrings(`<sst>${'<si/>'.repeat(1.6 * million)}</sst>`),
      'shows one string often': () =>
        book(often('<c t="s"><v>0</v></c>'), { strings: `<si><t>${'x'.repeat(30_000)}</t></si>` }),
      'merges one string often': mergedOften,
    },
  ],
  [
    sentences.noRows,
    {
      'shows a string that nobody sees often': () =>
        book(often('<c t="s"><v>0</v></c>'), { strings: `<si><t>${'\u200b'.repeat(30_000)}</t></si>` }),
      'has a format of many places that shows nothing': () =>
        book(often('<c s="0"><v>0</v></c>'), { styles: stylesOf(['#'.repeat(20)]) }),
      'has a million blank rows': () => rows('<row/>'.repeat(million)),
      'has 2 million blank cells': () => rows(`<row>${'<c/>'.repeat(16_000)}</row>`.repeat(125)),
      'is 2 MB of quotes': () => filledWith(34),
      'is 2 MB of one letter': () => filledWith(65),
    },
  ],
  [
    sentences.empty,
    { 'is 2 MB of delimiters': () => filledWith(59), 'is 2 MB of line breaks': () => filledWith(10) },
  ],
  [
    read,
    {
      'says it has a million rows': () => book(`<dimension ref="A1:XFD1048576"/>${answers}`),
      'has 9,000 parts': () =>
        zipOf({ ...parts(), ...Object.fromEntries(numbered(9_000, (at) => [`xl/a/${at}`, ''])) }),
      'has strings of 8 MB': () =>
        withStrings(`<sst>${`<si><t>${'ж'.repeat(20_000)}</t></si>`.repeat(200)}</sst>`),
      'has a shared string of a million parts': () =>
        withStrings(`<sst><si>${'<t>a</t>'.repeat(million)}</si></sst>`),
      'has a string of many letters of a million parts': () =>
        withStrings(`<sst><si><r>${'<t>a</t>'.repeat(million)}</r></si></sst>`),
      'refers to itself': () =>
        withPart(
          'xl/worksheets/_rels/sheet1.xml.rels',
          '<Relationships><Relationship Id="a" Target="sheet1.xml"/></Relationships>',
        ),
      'lists one sheet of 2 MB 50,000 times': listedOften,
      'has a format of 200,000 brackets, for 300,000 styles': () =>
        withStyles(
          `<numFmt numFmtId="164" formatCode="${'['.repeat(200_000)}"/><cellXfs>${'<xf numFmtId="164"/>'.repeat(0.3 * million)}</cellXfs>`,
        ),
      'has 300,000 styles of one format that exists': () =>
        withStyles(`<cellXfs>${'<xf numFmtId="4"/>'.repeat(0.3 * million)}</cellXfs>`),
      'leaves its folder': () => withPart('../../../../tmp/x', 'x'),
    },
  ],
  [
    { columns: [...columns, 'Spalte XFD'], rows: [{ line: 1_048_576, cells: ['', '', 'x'] }] },
    { 'has a cell in the last corner': () => rows(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`) },
  ],
  [
    { columns, rows: [{ line: 2, cells: [`${'a'.repeat(4_999)}…`, ''] }] },
    {
      'has a cell of a million parts': () =>
        rows(`<row r="2">${cell('A2', `a</t>${'<t>a</t>'.repeat(million)}<t>`)}</row>`),
      'has a cell whose value is a million CDATA sections': () => sections('v'),
    },
  ],
  [
    { columns, rows: [{ line: 2, cells: [`=${'a'.repeat(4_998)}…`, ''] }] },
    { 'has a cell whose formula is a million CDATA sections': () => sections('f') },
  ],
  [
    { columns, rows: [{ line: 2_000_001, cells: ['SF-1', 'ja'] }] },
    {
      'has a row before and after 2 MB of line breaks': () =>
        Buffer.from(`Referenz;Stand${'\n'.repeat(2_000_000)}SF-1;ja`),
    },
  ],
  [
    expect.anything(),
    Object.fromEntries(
      [';"', ';"a', ';""', ';"""a', ';""""b', '""x', '"\n', '"a" b\n', '      ;"a" b', ' '].map((unit) => [
        `is 2 MB of ${JSON.stringify(unit)}`,
        () => Buffer.from(unit.repeat((2 * million) / unit.length)),
      ]),
    ),
  ],
];

function sections(name: 'v' | 'f'): Uint8Array {
  const content = '<![CDATA[a]]>'.repeat(0.6 * million);
  return rows(`<row r="2"><c t="str"><${name}>${content}</${name}></c></row>`);
}

/** What a file does, how it is made, and the sentence why it cannot be read, or what is read. */
export const hostileFiles = files.flatMap(([outcome, some]) =>
  Object.entries(some).map(([what, make]) => [what, make, outcome] as const),
);
