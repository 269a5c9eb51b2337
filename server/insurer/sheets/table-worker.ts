import { parentPort } from 'node:worker_threads';
import { mostRows, type ReadTable, type SheetTable } from '#domain/insurer/answers';
import { inexact } from '#domain/insurer/cells';
import { createGrid, type GridRow, letters, sentences, Unreadable } from './grid';
import { markedEncoding } from './sheet';
import { readWorkbook } from './workbook';

/** `rows`: JSON in parts, of which each is read in far less than a millisecond. */
export type Packed = { columns: string[]; rows: string[] } | { unreadable: string };

const rowsAtOnce = 20;

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(pack(read(bytes))));
parentPort?.postMessage('loaded');

function read(bytes: Uint8Array): ReadTable {
  try {
    return tableOf(gridOf(bytes));
  } catch (error) {
    return { unreadable: error instanceof Unreadable ? error.sentence : sentences.damaged };
  }
}

/** What it is shows in its first bytes; its name may lie. */
function gridOf(bytes: Uint8Array) {
  const startsWith = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0)) throw new Unreadable(sentences.old);
  return startsWith(0x50, 0x4b, 0x03, 0x04) ? readWorkbook(bytes) : readText(bytes);
}

/** Among so many rows with text the names of the columns are looked for. */
const searched = 20;

function tableOf(grid: readonly GridRow[]): SheetTable {
  if (grid.length === 0) throw new Unreadable(sentences.empty);
  const index = headerIndex(grid);
  const header = grid[index];
  if (!header) throw new Unreadable(sentences.noHeader);
  const rows = grid.slice(index + 1);
  if (rows.length === 0) throw new Unreadable(sentences.noRows);
  if (rows.length > mostRows) throw new Unreadable(sentences.tooManyRows);
  // a column without a name and without a text is none: many tables begin in the second one
  const used = new Set([header, ...rows].flatMap(({ cells }) => [...cells.keys()]));
  const columns = [...used].toSorted((a, b) => a - b);
  return {
    columns: uniqueNames(columns.map((column) => nameOf(header.cells.get(column), column))),
    rows: rows.map(({ line, cells }) => ({ line, cells: columns.map((column) => cells.get(column) ?? '') })),
  };
}

/**
 * Titles have few cells: the names of the columns are the first row with more than half as many as the widest. A number
 * or a date names no column; -1 if such a row is as wide as the table, since it belongs to the data.
 */
function headerIndex(grid: readonly GridRow[]): number {
  const first = grid.slice(0, searched);
  const widest = Math.max(...first.map(({ cells }) => cells.size));
  for (const [index, { cells }] of first.entries()) {
    if (cells.size * 2 <= widest) continue;
    if (![...cells.values()].some(isValue)) return index;
    if (cells.size === widest) return -1;
  }
  return -1;
}

const isValue = (text: string) => /^[-+≈]?[\d.,/\s:-]*\d\s*[€%]?$/.test(text);

/** In characters. All names of a file are compared at once, in one piece. */
const longestName = 100;

const nameOf = (text: string | undefined, column: number) =>
  text?.replace(/\s+/g, ' ').slice(0, longestName).trim().toWellFormed() ?? `Spalte ${letters(column)}`;

function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${name} (${number})`;
    taken.add(unique);
    return unique;
  });
}

function pack(table: ReadTable): Packed {
  if ('unreadable' in table) return table;
  const starts = [...table.rows.keys()].filter((at) => at % rowsAtOnce === 0);
  const rows = starts.map((at) => JSON.stringify(table.rows.slice(at, at + rowsAtOnce)));
  return { columns: table.columns, rows };
}

/** In the order of trust: a text rarely contains a tab, often a comma. */
const delimiters = ['\t', ';', ','];
/** So many rows show which delimiter a file has. */
const sample = 200;

function readText(bytes: Uint8Array): GridRow[] {
  const text = decode(bytes);
  if (hasControls(text) || isDocument(text)) throw new Unreadable(sentences.noTable);
  // Excel reads a first line like this, and shows it to nobody
  const said = /^sep=(.)(?:\r\n|\n|\r)/i.exec(text);
  const body = said ? text.slice(said[0].length) : text;
  const grid = createGrid();
  for (const { line, cells } of recordsIn(body, said?.[1] ?? delimiterOf(body))) {
    for (const [column, cell] of cells.entries())
      grid.add(line, column, lost.test(cell) ? inexact(cell) : cell);
  }
  return grid.rows;
}

/** A number of more than 15 digits, of which a spreadsheet has put zeros in place of the last ones, also as `4.711,00`. */
const lost = /^\s*[+-]?[1-9](?:\.?\d){14}(?:\.?0)+(?:,0+)?\s*$/;

function decode(bytes: Uint8Array): string {
  const wide = markedEncoding(bytes) ?? encodingByZeros(bytes);
  for (const encoding of wide ? [wide] : ['utf-8', 'windows-1252']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {}
  }
  throw new Unreadable(sentences.noTable);
}

/** UTF-16 without a mark has zeros, which no other text has: those of its ASCII letters. */
function encodingByZeros(bytes: Uint8Array): string | null {
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
    for (const { cells } of recordsIn(text, delimiter).take(sample)) {
      all += 1;
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    }
  } catch (error) {
    // the rows before a quote that nothing closes show it too
    if (!(error instanceof Unreadable)) throw error;
  }
  widths.delete(1);
  return Math.max(0, ...widths.values()) / Math.max(1, all);
}

type Row = { line: number; cells: string[] };

/**
 * Those that are not blank. People write a quote inside a cell as it is, also at its beginning: it opens only what another
 * one closes before the next delimiter.
 */
function* recordsIn(text: string, delimiter: string): Generator<Row, void> {
  const by = RegExp.escape(delimiter);
  const plain = new RegExp(`[^${by}\\r\\n]*`, 'y');
  // a blank at the ends of a cell is none of it
  const opening = /[^\S\t\r\n]*"/y;
  const end = new RegExp(`[^\\S${by}\\r\\n]*(${by}|\\r\\n?|\\n|$)`, 'y');
  const ahead = (look: RegExp, from: number) => {
    look.lastIndex = from;
    return look.exec(text);
  };
  let row: Row = { line: 1, cells: [] };
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length || row.cells.length > 0; ) {
    const quoted = ahead(opening, at);
    const close = quoted ? closingIn(text, at + quoted[0].length) : -1;
    let after = close < 0 ? null : ahead(end, close + 1);
    if (quoted && after) {
      row.cells.push(text.slice(at + quoted[0].length, close).replaceAll('""', '"'));
      at = close + 1 + after[0].length;
    } else {
      const cell = ahead(plain, at)?.[0] ?? '';
      row.cells.push(cell);
      after = ahead(end, at + cell.length);
      at += cell.length + (after?.[0].length ?? 0);
    }
    if (after?.[1] === delimiter) continue;
    if (row.cells.length > 1 || row.cells[0]?.trim()) yield row;
    row = { line: row.line + 1, cells: [] };
  }
}

/** Two quotes are one of the text. */
function closingIn(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  if (at < 0) throw new Unreadable(sentences.openQuote);
  return at;
}
