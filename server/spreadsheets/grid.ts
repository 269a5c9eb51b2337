/** Collects the cells of one sheet. No file makes it larger than a table may be. */
import { withoutInvisible } from '#domain/fields';
import { mostRows } from '#domain/returns/returns';
import { longestCell, mostColumns } from '#domain/returns/table';
import { sentences, Unreadable } from './sentences';

/** Texts by their column, from 0. */
export type GridRow = { line: number; cells: Map<number, string> };

/** In characters: twice as many as a file of text can have. */
const mostText = 4_000_000;
/** Above the table, besides its rows. */
const mostTitles = 20;

export function createGrid() {
  const rows: GridRow[] = [];
  const columns = new Set<number>();
  let text = 0;

  function startRow(line: number): GridRow {
    if (rows.length >= mostRows + mostTitles) throw new Unreadable(sentences.tooManyRows);
    const row = { line, cells: new Map<number, string>() };
    rows.push(row);
    return row;
  }

  function put(row: GridRow, column: number, cell: string): void {
    columns.add(column);
    text += cell.length;
    if (columns.size > mostColumns) throw new Unreadable(sentences.tooManyColumns);
    if (text > mostText) throw new Unreadable(sentences.tooMuchText);
    row.cells.set(column, cell);
  }

  /** Lines must come in ascending order. */
  function add(line: number, column: number, raw: string): void {
    const cell = tidy(raw);
    if (cell === '') return;
    const last = rows.at(-1);
    put(last?.line === line ? last : startRow(line), column, cell);
  }

  return { rows, put, add };
}

export type Grid = ReturnType<typeof createGrid>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const plain = /^[\u0000-\u007f]*$/;

/** Without characters that nobody sees; line breaks become `\n`. What follows the longest cell is left out, marked by an ellipsis. */
export function tidy(raw: string): string {
  // most cells are plain, and there are many
  const seen = plain.test(raw) ? raw : withoutInvisible(raw);
  const short = seen.length > longestCell ? `${seen.slice(0, longestCell - 1)}…` : seen;
  return short.replace(/\r\n?/g, '\n').trim().toWellFormed();
}
