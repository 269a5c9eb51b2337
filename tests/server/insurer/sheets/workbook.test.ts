/** Workbooks, as Excel, LibreOffice and Numbers write them. */
import { expect, test } from 'bun:test';
import { longestCell } from '#domain/insurer/answers';
import { sentences } from '#server/insurer/sheets/grid';
import { readTable } from '#server/insurer/sheets/read';
import { longer } from '#server/insurer/sheets/sheet';
import { type Book, partsOf, sheetOf, stylesOf, workbook, zipOf } from './xlsx';

const names = '<row r="1"><c r="A1" t="str"><v>Wert</v></c><c r="B1" t="str"><v>Zahl</v></c></row>';
const styles = stylesOf([
  ...[0, 14, 'dd\\.mm\\.yyyy', '[$-407]d\\.\\ mmm\\ yyyy;@', 'dd/mm/yyyy hh:mm', '[h]:mm', '00000000'],
  ...['h:mm', '0.00', '#,##0.00\\ "days"', '[Red]General', 22],
]);

const inline = (inner: string) => ` t="inlineStr"><is>${inner}</is>`;

/** What the only cell below the name `Wert` becomes; null: nothing. */
async function seen(cell: string, book: Partial<Book> = {}): Promise<string | null> {
  const xml = `<sheetData>${names}<row r="2"><c r="A2"${cell}</c><c r="B2"><v>1</v></c></row></sheetData>`;
  const table = await readTable(workbook({ sheets: [{ xml }], styles, ...book }));
  if ('unreadable' in table) throw new Error(table.unreadable);
  return table.rows[0]?.cells[table.columns.indexOf('Wert')] || null;
}

const cells: [what: string, cell: string, seen: string | null][] = [
  ['with a number', '><v>12</v>', '12'],
  ['with a fraction', '><v>0.30000000000000004</v>', '0,3'],
  ['with a large number', '><v>1.23456789012E11</v>', '123456789012'],
  ['with a number that lost digits', '><v>1.2345678901234568E+19</v>', '≈ 12345678901234567000'],
  ['with a negative number', '><v>-7</v>', '-7'],
  ['with a format of zeros', ' s="6"><v>471100</v>', '00471100'],
  ['with a long number in a format of zeros', ' s="6"><v>1234567890</v>', '1234567890'],
  ['with a fraction in a format of zeros', ' s="6"><v>1.5</v>', '00000002'],
  ['with a day', ' s="1"><v>46357</v>', '2026-12-01'],
  ['with a day in German', ' s="2"><v>46357</v>', '2026-12-01'],
  ['with a day of a language', ' s="3"><v>46357</v>', '2026-12-01'],
  ['with a day and a time', ' s="4"><v>46357.999</v>', '2026-12-01'],
  ['with a usual day and time', ' s="11"><v>46357.5</v>', '2026-12-01'],
  ['with the first day', ' s="1"><v>1</v>', '1900-01-01'],
  ['with the day before the one that was none', ' s="1"><v>59</v>', '1900-02-28'],
  ['with the day that was none', ' s="1"><v>60</v>', '≈ 60'],
  ['with the day after it', ' s="1"><v>61</v>', '1900-03-01'],
  ['with the last day', ' s="1"><v>2958465</v>', '9999-12-31'],
  ['after the last day', ' s="1"><v>2958466</v>', '≈ 2958466'],
  ['with a negative day', ' s="1"><v>-1</v>', '≈ -1'],
  ['with hours that passed', ' s="5"><v>1.5</v>', '≈ 1,5'],
  ['with a time', ' s="7"><v>0.5</v>', '≈ 0,5'],
  ['with decimals', ' s="8"><v>12.5</v>', '12,50'],
  ['with a unit that has letters of a date', ' s="9"><v>12.5</v>', '12,50 days'],
  ['with a colour', ' s="10"><v>46357</v>', '46357'],
  ['with a day as text', ' t="d"><v>2026-12-01T10:00:00</v>', '2026-12-01'],
  ['with an unknown style', ' s="99"><v>3</v>', '3'],
  ['that is true', ' t="b"><v>1</v>', 'WAHR'],
  ['that is false', ' t="b"><v>0</v>', 'FALSCH'],
  ['with an error', ' t="e"><f>VLOOKUP(1,B:B,1)</f><v>#N/A</v>', '#NV'],
  ['with another error', ' t="e"><v>#DIV/0!</v>', '#DIV/0!'],
  ['with an error of a newer program', ' t="e"><v>#BUSY</v>', '#NV'],
  ['with 15 digits', '><v>471108151234567</v>', '471108151234567'],
  ['with 16 digits', '><v>4711081512345678</v>', '≈ 4711081512345678'],
  ['with a formula', '><f>1+1</f><v>2</v>', '2'],
  ['with a formula that gives a text', ' t="str"><f>A1&amp;"x"</f><v>Wertx</v>', 'Wertx'],
  ['with a formula that gives nothing', ' t="str"><f>IF(1,"")</f><v></v>', null],
  ['with a formula never evaluated', '><f>HYPERLINK("a"&amp;A1)</f>', '=HYPERLINK("a"&A1)'],
  ['with a formula of another cell', '><f t="shared" si="0"/>', null],
  ['that looks like a formula', inline('<t>=1+1</t>'), '=1+1'],
  ['with zeros in front', inline('<t>00123</t>'), '00123'],
  [
    'with two letters',
    ' t="inlineStr"><is><r><t>po</t></r><r><rPr><b/></rPr><t xml:space="preserve">liciert </t></r></is>',
    'policiert',
  ],
  ['with line breaks', inline('<t> eins_x000D_\nzwei_x000D__x000A_drei </t>'), 'eins\nzwei\ndrei'],
  ['with an escape that was a text', inline('<t>_x005F_x000D_</t>'), '_x000D_'],
  [
    'with marks',
    inline('<t>&lt;b&gt; &amp;amp; &#228;&#x1F40E;&#128014; &apos;&quot;</t>'),
    `<b> &amp; ä🐎🐎 '"`,
  ],
  ['with unchecked characters', inline('<t><![CDATA[a<b&amp;]]></t>'), 'a<b&amp;'],
  ['without anything', '>', null],
  ['with blanks', ' t="inlineStr"><is><t xml:space="preserve">  </t></is>', null],
];
test.each(cells)('a cell %s', async (_, cell, text) => {
  expect(await seen(cell)).toBe(text);
});

test('a cell with a string that others share', async () => {
  const strings =
    '<si><t>Name</t></si><si><r><t>Mus</t></r><r><t>ter</t></r></si><si/><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>';
  expect(await seen(' t="s"><v>1</v>', { strings })).toBe('Muster');
  expect(await seen(' t="s"><v>2</v>', { strings })).toBeNull();
  expect(await seen(' t="s"><v>3</v>', { strings })).toBe('東京');
  expect(await seen(' t="s"><v>9</v>', { strings })).toBeNull();
});

test('a cell with a day since 1904', async () => {
  expect(await seen(' s="1"><v>44895</v>', { properties: ' date1904="1"' })).toBe('2026-12-01');
  expect(await seen(' s="1"><v>0</v>', { properties: ' date1904="true"' })).toBe('1904-01-01');
  expect(await seen(' s="1"><v>46357</v>', { properties: ' date1904="0"' })).toBe('2026-12-01');
});

const answers = [
  ['Referenz', 'Schein', 'Stand'],
  ['SF-1', '0012', 'policiert'],
];
const table = { columns: answers[0] ?? [], rows: [{ line: 2, cells: answers[1] ?? [] }] };

test('a workbook with titles, blank rows and a first column that is free', async () => {
  const xml = sheetOf(
    [['', 'Rückmeldungen'], [], ['', 'Referenz', '', 'Stand'], ['', 'SF-1', 'x', 'ja'], [], ['', 'SF-2']],
    2,
  );
  expect(await readTable(workbook({ sheets: [{ xml }] }))).toEqual({
    columns: ['Referenz', 'Spalte C', 'Stand'],
    rows: [
      { line: 5, cells: ['SF-1', 'x', 'ja'] },
      { line: 7, cells: ['SF-2', '', ''] },
    ],
  });
});

test('a workbook with merged cells', async () => {
  const rows = [
    ['Referenz', 'Stand', 'Grund'],
    ['SF-1', 'ja', 'a'],
    ['', '', 'b'],
    [],
    ['', 'nein', 'c'],
    ['', 'nein', 'd'],
  ];
  const merges =
    '<mergeCells count="2"><mergeCell ref="A2:A5"/><mergeCell ref="B2:C2"/><mergeCell ref="A9:A1048576"/></mergeCells>';
  expect(await readTable(workbook({ sheets: [{ xml: `${sheetOf(rows)}${merges}` }] }))).toMatchObject({
    rows: [
      { line: 2, cells: ['SF-1', 'ja', 'a'] },
      { line: 3, cells: ['SF-1', '', 'b'] },
      { line: 5, cells: ['SF-1', 'nein', 'c'] },
      { line: 6, cells: ['', 'nein', 'd'] },
    ],
  });
});

test('a workbook whose rows and cells have no addresses', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const xml = `<sheetData>${answers.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData>`;
  expect(await readTable(workbook({ sheets: [{ xml }] }))).toEqual(table);
});

test('a workbook whose elements have a prefix', async () => {
  const ns = 'xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"';
  const cell = (text: string) => `<x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`;
  const xml = `<x:worksheet ${ns}><x:sheetData>${answers.map((row) => `<x:row>${row.map(cell).join('')}</x:row>`).join('')}</x:sheetData></x:worksheet>`;
  const more = { 'xl/worksheets/sheet1.xml': xml };
  expect(await readTable(workbook({ sheets: [{ xml: '' }], more }))).toEqual(table);
});

test('a workbook in another order of bytes', async () => {
  const xml = `<?xml version="1.0" encoding="UTF-16"?><worksheet>${sheetOf(answers)}</worksheet>`;
  const more = { 'xl/worksheets/sheet1.xml': Buffer.from(`\uFEFF${xml}`, 'utf16le') };
  expect(await readTable(workbook({ sheets: [{ xml: '' }], more }))).toEqual(table);
});

test('a workbook with further sheets that are empty', async () => {
  const empty = '<dimension ref="A1"/><sheetData><row r="1"><c r="A1" s="1"/></row></sheetData>';
  const sheets = [{ xml: empty }, { xml: sheetOf(answers) }, { xml: empty, state: 'hidden' }];
  expect(await readTable(workbook({ sheets, styles }))).toEqual(table);
});

test.each([
  ['backslashes', (name: string) => name.replaceAll('/', '\\')],
  ['capitals and backslashes', (name: string) => name.toUpperCase().replaceAll('/', '\\')],
])('a workbook of an old program, with %s in its names', async (_, named) => {
  const parts = partsOf({ sheets: [{ xml: full }], strings: '<si><t>x</t></si>' });
  const old = Object.entries(parts).map(([name, part]) => [
    named(name),
    String(part).replace(/Target="([^"]*)"/g, (_, to) => `Target="${to.replaceAll('/', '\\')}"`),
  ]);
  expect(await readTable(zipOf(Object.fromEntries(old)))).toEqual(table);
});

test('a workbook with one part under both spellings of its name is refused', async () => {
  const more = { 'xl\\workbook.xml': '<workbook/>' };
  expect(await readTable(workbook({ sheets: [{ xml: full }], more }))).toEqual({
    unreadable: sentences.damaged,
  });
});

const full = sheetOf(answers);
const one = (more: Partial<Book>) => workbook({ sheets: [{ xml: full }], ...more });
const hidden = [{ xml: full, state: 'veryHidden' }, { xml: sheetOf([['x']]) }];
const sheetFile = 'application/vnd.oasis.opendocument.spreadsheet';
type Refused = [what: string, bytes: Uint8Array, sentence: string];
const refused: Refused[] = [
  ['with two sheets', one({ sheets: [{ xml: full }, { xml: full }] }), sentences.sheets],
  ['with a hidden sheet', one({ sheets: hidden }), sentences.sheets],
  ['without rows', one({ sheets: [{ xml: '<sheetData/>' }] }), sentences.empty],
  ...['sheet.macroEnabled.main+xml', 'macrosheet+xml', 'vbaProject'].map((type): Refused => {
    const types = `application/vnd.ms-excel.${type}`;
    return [`with a part of type ${type}`, one({ types }), sentences.macros];
  }),
  ['with macros under another name', one({ more: { 'xl/vbaProject.bin': 'x' } }), sentences.macros],
  ['with old macros', one({ more: { 'xl/macrosheets/sheet1.xml': '<x/>' } }), sentences.macros],
  ['with old dialogs', one({ more: { 'xl/dialogsheets/sheet1.xml': '<x/>' } }), sentences.macros],
  ['with a backslash too', one({ more: { 'xl\\macrosheets\\sheet1.xml': '<x/>' } }), sentences.macros],
  ['of 1997', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0), sentences.old],
  ['of OpenDocument', zipOf({ mimetype: sheetFile, 'content.xml': '<x/>' }), sentences.noTable],
  ['that is a zip of pictures', zipOf({ 'a.png': 'x' }), sentences.noTable],
];
test.each(refused)('a workbook %s is refused', async (_, bytes, sentence) => {
  expect(await readTable(bytes)).toEqual({ unreadable: sentence });
});

test('a workbook that broke off is refused', async () => {
  const whole = workbook({ sheets: [{ xml: full }] });
  for (const length of [4, 30, 200, whole.length / 2, whole.length - 1]) {
    expect(await readTable(whole.slice(0, length))).toEqual({ unreadable: sentences.damaged });
  }
});

test('a text of a million parts is put together as far as a cell may show it', () => {
  let text = '';
  for (let part = 0; part < 1_000_000; part += 1) text = longer(text, 'a');
  expect(text.length).toBeLessThanOrEqual(8 * longestCell);
  expect(longer('', 'x'.repeat(1_000_000)).length).toBeLessThanOrEqual(8 * longestCell);
});
