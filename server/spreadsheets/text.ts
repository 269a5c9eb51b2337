/** CSV and its relatives, as spreadsheets and people write them. */
import { CsvError, parse } from 'csv-parse/sync';
import { createGrid, type GridRow } from './grid';
import { sentences, Unreadable } from './sentences';

/** In the order of trust: a text rarely contains a tab, often a comma. */
const delimiters = ['\t', ';', ','];
/** So many rows show which delimiter a file has. */
const sample = 200;

export function readText(bytes: Uint8Array): GridRow[] {
  const text = decode(bytes);
  if (hasControls(text) || isDocument(text)) throw new Unreadable(sentences.noTable);
  // Excel reads a first line like this, and shows it to nobody
  const said = /^sep=(.)(?:\r\n|\n|\r)/i.exec(text);
  const body = said ? text.slice(said[0].length) : text;
  const grid = createGrid();
  eachRecord(body, said?.[1] ?? delimiterOf(body), (record, line) => {
    for (const [column, cell] of record.entries()) grid.add(line, column, cell);
  });
  return grid.rows;
}

function decode(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes);
  for (const encoding of wide ? [wide] : ['utf-8', 'windows-1252']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {}
  }
  throw new Unreadable(sentences.noTable);
}

/** UTF-16 by its mark, or because it has zeros, which no other text has: those of its ASCII letters. */
function wideEncodingOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell pictures and programs from texts
const hasControls = (text: string) => /[\0-\x08\x0e-\x19\x1b-\x1f]/.test(text);

/** Web pages are often called .xls. Also files of LibreOffice as XML, PDF and RTF. */
const isDocument = (text: string) => /^\s*(?:<(?:!doctype|\?xml|html|table)|%pdf-|\{\\rtf)/i.test(text);

/** The one that cuts the largest share of the rows into the same number of cells. */
function delimiterOf(text: string): string {
  const shares = delimiters.map((delimiter) => shareOf(text, delimiter));
  return delimiters[shares.indexOf(Math.max(...shares))] ?? ';';
}

function shareOf(text: string, delimiter: string): number {
  const widths = new Map<number, number>();
  let all = 0;
  try {
    eachRecord(text, delimiter, (record, line) => {
      if (line > sample) throw new EnoughRead();
      if (record.length === 1 && record[0] === '') return;
      all += 1;
      widths.set(record.length, (widths.get(record.length) ?? 0) + 1);
    });
  } catch (error) {
    // a quote that another delimiter closes
    if (error instanceof Unreadable) return 0;
    if (!(error instanceof EnoughRead)) throw error;
  }
  widths.delete(1);
  return Math.max(0, ...widths.values()) / Math.max(1, all);
}

class EnoughRead extends Error {}

function eachRecord(text: string, delimiter: string, take: (record: string[], line: number) => void): void {
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      // people write a quote inside a cell as it is, and a blank after a comma
      relax_quotes: true,
      trim: true,
      relax_column_count: true,
      // each would be an error of another width: a million of them take longer than a file may
      skip_empty_lines: true,
      on_record: (record: string[], { records, empty_lines }) => {
        take(record, records + empty_lines);
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) throw new Unreadable(sentences.openQuote);
    throw error;
  }
}
