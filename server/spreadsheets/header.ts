/** Finds the names of the columns, and makes a table of what stands beneath them. */
import { mostRows } from '#domain/returns/returns';
import type { SheetTable } from '#domain/returns/table';
import { letters } from './columns';
import type { GridRow } from './grid';
import { sentences, Unreadable } from './sentences';

/** Among so many rows with text the names of the columns are looked for. */
const searched = 20;

export function tableOf(grid: readonly GridRow[]): SheetTable {
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

const nameOf = (text: string | undefined, column: number) =>
  text?.replace(/\s+/g, ' ') ?? `Spalte ${letters(column)}`;

function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${name} (${number})`;
    taken.add(unique);
    return unique;
  });
}
