/** Tables in text files, as programs and people write them. */
// ASVS 5.1.1
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { tidied } from '#domain/fields';
import type { ReadTable } from '#domain/insurer/answers';
import { sentences } from '#server/insurer/sheets/grid';
import { readTable } from '#server/insurer/sheets/read';
import { holdFor } from '#tests/support/properties';

const utf8 = (text: string) => new TextEncoder().encode(text);
const marked = (text: string) => utf8(`\uFEFF${text}`);
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const bigEndian = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());

/** The letters of these tests have the same numbers in Windows-1252, except three. */
function windows(text: string): Uint8Array {
  const special: Record<string, number> = { '€': 0x80, '„': 0x84, '“': 0x93 };
  return Uint8Array.from(text, (letter) => special[letter] ?? letter.charCodeAt(0));
}

const columns = ['Referenz', 'Schein-Nr.', 'Stand', 'Grund'];
const rows = [
  { line: 2, cells: ['SF-2026-0001', '00471100', 'policiert', ''] },
  { line: 3, cells: ['SF-2026-0002', '', 'abgelehnt', 'Vorerkrankung; Kolik „Größe“\nsiehe Akte 5 €'] },
  { line: 5, cells: ['SF-2026-0003', '=1+1', 'Rückfrage', 'Hengst "Ümit", 3-5 Jahre'] },
];

/** As Excel in German writes the rows above: only what needs quotes has them. */
function fileOf(delimiter: string, lineBreak: string): string {
  const cell = (text: string) =>
    /["\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [columns, rows[0]?.cells, rows[1]?.cells, columns.map(() => ''), rows[2]?.cells];
  return lines.map((cells) => `${cells?.map(cell).join(delimiter)}${lineBreak}`).join('');
}

const files: [by: string, bytes: Uint8Array][] = [
  ['Excel as CSV', windows(fileOf(';', '\r\n'))],
  ['Excel as "CSV UTF-8"', marked(fileOf(';', '\r\n'))],
  ['Excel as "Unicode-Text"', utf16(`\uFEFF${fileOf('\t', '\r\n')}`)],
  ['Excel with its line about the delimiter', utf8(`sep=;\r\n${fileOf(';', '\r\n')}`)],
  ['LibreOffice', utf8(fileOf(',', '\n'))],
  ['Numbers', utf8(fileOf(',', '\n').trimEnd())],
  ['an old Macintosh', windows(fileOf(';', '\r'))],
  ['a program without a mark for UTF-16', utf16(fileOf(';', '\r\n'))],
  ['a program with the other order of bytes', bigEndian(`\uFEFF${fileOf(';', '\n')}`)],
  ['a program with neither', bigEndian(fileOf(',', '\n'))],
];

test.each(files)('a file of %s is read', async (_, bytes) => {
  expect(await readTable(bytes)).toEqual({ columns, rows });
});

/** The cells of each line are separated by semicolons, as are the names of the columns. */
const tableOf = (columns: string, ...lines: [line: number, cells: string][]): ReadTable => ({
  columns: columns.split(';'),
  rows: lines.map(([line, cells]) => ({ line, cells: cells.split(';') })),
});

const hand: [what: string, text: string, table: ReadTable][] = [
  [
    'that somebody typed',
    'Referenz, Stand,Grund\nSF-1 ,  policiert\n\n"SF-2", "abgelehnt", Hengst "Alt"\n SF-3,offen,"Müller, Hans",mehr\n',
    tableOf(
      'Referenz;Stand;Grund;Spalte D',
      [2, 'SF-1;policiert;;'],
      [4, 'SF-2;abgelehnt;Hengst "Alt";'],
      [5, 'SF-3;offen;Müller, Hans;mehr'],
    ),
  ],
  [
    'with titles above the names of its columns',
    'Rückmeldungen der Musterversicherung;;;\nStand;01.12.2026;;\n;;;\nReferenz;Nummer;Stand;Grund\nSF-1;1;ja;\n',
    tableOf('Referenz;Nummer;Stand;Grund', [5, 'SF-1;1;ja;']),
  ],
  [
    'with decimals and names with commas',
    'Referenz;Beitrag;Name\nSF-1;12,50;Müller, Hans\nSF-2;13,00;Maier, Eva\n',
    tableOf('Referenz;Beitrag;Name', [2, 'SF-1;12,50;Müller, Hans'], [3, 'SF-2;13,00;Maier, Eva']),
  ],
  ...['|', ']', '^', '\\', '.'].map((delimiter): (typeof hand)[number] => [
    `that says it is cut by ${delimiter}`,
    `sep=${delimiter}\nReferenz${delimiter}Stand\nSF-1${delimiter}ja\n`,
    { columns: ['Referenz', 'Stand'], rows: [{ line: 2, cells: ['SF-1', 'ja'] }] },
  ]),
  [
    'with quotes at the beginning of cells',
    'Referenz;Stand;Grund;Pferd\nSF-1;ja;"Sturm" lahmt seit Mai;\n"SF-2" ; "nein";"Alt; lahm ""seit"" Mai";"Nero"\nSF-3;;"Sturm" und "Nero";"Fjölnir\nSF-4;;"";"Zwei\nZeilen"\nSF-5;;"a"b"c";""d""\n',
    {
      columns: ['Referenz', 'Stand', 'Grund', 'Pferd'],
      rows: [
        { line: 2, cells: ['SF-1', 'ja', '"Sturm" lahmt seit Mai', ''] },
        { line: 3, cells: ['SF-2', 'nein', 'Alt; lahm "seit" Mai', 'Nero'] },
        { line: 4, cells: ['SF-3', '', '"Sturm" und "Nero"', '"Fjölnir'] },
        { line: 5, cells: ['SF-4', '', '', 'Zwei\nZeilen'] },
        { line: 6, cells: ['SF-5', '', '"a"b"c"', '""d""'] },
      ],
    },
  ],
  [
    'with numbers that lost digits',
    'Referenz;Police\nSF-1;4711081512345680\nSF-2;4711081512345678\nSF-3;0047110815123450\nSF-4;100000000000000\nSF-5;4.711.081.512.345.680\nSF-6;4711081512345680,00\n',
    tableOf(
      'Referenz;Police',
      [2, 'SF-1;≈ 4711081512345680'],
      [3, 'SF-2;4711081512345678'],
      [4, 'SF-3;0047110815123450'],
      [5, 'SF-4;100000000000000'],
      [6, 'SF-5;≈ 4.711.081.512.345.680'],
      [7, 'SF-6;≈ 4711081512345680,00'],
    ),
  ],
  ['with one column', 'Referenz\nSF-1\nSF-2\n', tableOf('Referenz', [2, 'SF-1'], [3, 'SF-2'])],
  [
    'with columns of one name, and of none',
    ';Name;Name;;  Name \n;a;b;;c\n;;;d;\n',
    tableOf('Name;Name (2);Spalte D;Name (3)', [2, 'a;b;;c'], [3, ';;d;']),
  ],
];
test.each(hand)('a file %s is read', async (_, text, table) => {
  expect(await readTable(utf8(text))).toEqual(table);
  expect(await readTable(windows(text))).toEqual(table);
});

test('a file keeps 100 characters of the name of a column', async () => {
  const table = await readTable(utf8(`${'x'.repeat(101)};${'x'.repeat(102)}\nSF-1;ja\n`));
  expect(table).toMatchObject({ columns: ['x'.repeat(100), `${'x'.repeat(100)} (2)`] });
});

test('a file keeps 5,000 characters of a cell', async () => {
  const read = async (length: number) => {
    const table = await readTable(utf8(`Referenz;Grund\nSF-1;${'x'.repeat(length)}\n`));
    return 'rows' in table ? table.rows[0]?.cells[1] : '';
  };
  expect(await read(5_000)).toBe('x'.repeat(5_000));
  expect(await read(5_001)).toBe(`${'x'.repeat(4_999)}…`);
});

const many = (count: number) => `Referenz;Stand\n${'SF-1;ja\n\n'.repeat(count)}`;
const wide = (count: number) => {
  const names = Array.from({ length: count }, (_, index) => `Name ${index}`).join(';');
  return `${names}\n${names}\n`;
};
const refused: [what: string, bytes: Uint8Array, sentence: string][] = [
  ['without anything', utf8(''), sentences.empty],
  ['of blank lines', utf8(' \n;;\n\n'), sentences.empty],
  ['of data only', utf8('SF-1;4711;ja\nSF-2;4712;nein\n'), sentences.noHeader],
  ['of data only, with long numbers', utf8('SF-1;4711081512345680;ja\nSF-2;;nein\n'), sentences.noHeader],
  ['of names only', utf8('Referenz;Stand\n;\n'), sentences.noRows],
  ['with 2,001 rows', utf8(many(2_001)), sentences.tooManyRows],
  ['with 5,000 rows', utf8(many(5_000)), sentences.tooManyRows],
  ['with 201 columns', utf8(wide(201)), sentences.tooManyColumns],
  ['with a quote that never ends', utf8('Referenz;Stand\n"SF-1;ja\nSF-2;nein\n'), sentences.openQuote],
  ['with such a quote in its last cell', utf8('Referenz;Stand\nSF-1;"ja'), sentences.openQuote],
  ['that is a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\r', 'latin1'), sentences.noTable],
  ['that is a web page', utf8('<!DOCTYPE html>\n<table><tr><td>Referenz; Stand\n'), sentences.noTable],
  ['that is XML', marked('<?xml version="1.0"?>\n<Antwort Stand="ja">\n'), sentences.noTable],
  ['that is a PDF of letters only', utf8('%PDF-1.7\n1 0 obj\n'), sentences.noTable],
  ['that is too large', new Uint8Array(2 * 1024 ** 2 + 1).fill(32), sentences.tooLarge],
];
test.each(refused)('a file %s is refused', async (_, bytes, sentence) => {
  expect(await readTable(bytes)).toEqual({ unreadable: sentence });
});

test('a file with 2,000 rows and 200 columns is read', async () => {
  expect(await readTable(utf8(many(2_000)))).toMatchObject({ rows: { length: 2_000 } });
  expect(await readTable(utf8(wide(200)))).toMatchObject({ columns: { length: 200 } });
});

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('"', ';', ',', '\t', '\n', '\r', '\r\n', ' ', 'ä', '=', "'"),
    maxLength: 8,
  }),
);

test('any table that is written is read back, with each delimiter and encoding', async () => {
  const delimiter = fc.constantFrom(';', ',', '\t');
  const lineBreak = fc.constantFrom('\r\n', '\n');
  const encoding = fc.constantFrom(utf8, marked, utf16, (text: string) => utf16(`\uFEFF${text}`));
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
  const written = fc.asyncProperty(table, delimiter, lineBreak, encoding, async (rows, by, end, encode) => {
    const quoted = (text: string) =>
      /["\r\n]/.test(text) || text.includes(by) ? `"${text.replaceAll('"', '""')}"` : text;
    const names = ['Eins', 'Zwei', 'Drei'];
    const text = [names, ...rows].map((cells) => cells.map(quoted).join(by) + end).join('');
    const seen = rows.map((cells, index) => ({ line: index + 2, cells: cells.map(seenText) }));
    const kept = seen.filter(({ cells }) => cells.some((one) => one !== ''));
    expect(await readTable(encode(text))).toEqual(
      kept.length > 0 ? { columns: names, rows: kept } : { unreadable: sentences.noRows },
    );
  });
  await holdFor(300, written);
});

const seenText = (text: string) => tidied(text.replace(/\r\n?/g, '\n'));
