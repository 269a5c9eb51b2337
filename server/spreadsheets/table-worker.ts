import { parentPort } from 'node:worker_threads';
import { mostRows } from '#domain/returns/returns';
import type { ReadTable, SheetRow, SheetTable } from '#domain/returns/table';
import { letters } from './columns';
import type { GridRow } from './grid';
import { sentences, Unreadable } from './sentences';
import { readText } from './text';
import { readWorkbook } from './workbook';

/** `rows`: JSON in parts, of which each is read in far less than a millisecond. */
export type Packed = { columns: string[]; rows: Uint8Array[] } | { unreadable: string };

/** In characters. */
const partLength = 64 * 1024;

parentPort?.on('message', (bytes: Uint8Array) => {
  const packed = pack(read(bytes));
  const handOver = 'rows' in packed ? packed.rows.map(({ buffer }) => buffer as ArrayBuffer) : [];
  parentPort?.postMessage(packed, handOver);
});
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

/** Finds the names of the columns, and makes a table of what stands beneath them. */
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
  const parts: Uint8Array[] = [];
  let part: SheetRow[] = [];
  let length = 0;
  const close = () => {
    parts.push(new TextEncoder().encode(JSON.stringify(part)));
    part = [];
    length = 0;
  };
  for (const row of table.rows) {
    part.push(row);
    length += row.cells.reduce((sum, cell) => sum + cell.length + 3, 0);
    if (length > partLength) close();
  }
  close();
  return { columns: table.columns, rows: parts };
}
