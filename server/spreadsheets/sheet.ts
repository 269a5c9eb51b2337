/** The cells of one sheet of a workbook, as texts. */

import { longestCell } from '#domain/returns/table';
import { type NumberFormat, numberText, plainFormat, textWith } from './formats';
import { createGrid, type Grid, type GridRow } from './grid';
import { sentences, Unreadable } from './sentences';
import { type Attributes, readXml } from './xml';

/** What the cells of all sheets refer to. `formats`: by the style of a cell. */
export type Shared = { strings: string[]; formats: NumberFormat[]; since1904: boolean };

type Merged = { column: number; from: number; to: number };
type Cell = {
  column: number;
  type: string;
  style: number;
  value: string | null;
  formula: string;
  text: string;
};

const mostMerged = 10_000;
/** Of every spreadsheet: up to XFD1048576. */
const lastLine = 1_048_576;
const lastColumn = 16_383;

const germanErrors: Record<string, string> = {
  '#N/A': '#NV',
  '#REF!': '#BEZUG!',
  '#VALUE!': '#WERT!',
  '#NUM!': '#ZAHL!',
};

/** In characters: of all that a cell may have, each written as `_x000D_`, nothing that is shown is missing. */
const longestText = 7 * longestCell;

/** A text may come in a million parts. What it is too long for is not added. */
export function longer(text: string, part: string): string {
  return text.length > longestText ? text : text + part.slice(0, longestText);
}

/** Formulas are not evaluated: the program that saved the file has left what they gave. */
export function readSheet(xml: Uint8Array, shared: Shared): GridRow[] {
  const grid = createGrid();
  const merged: Merged[] = [];
  let line = 0;
  // one for all, because a sheet may have millions of blank ones
  const cell: Cell = { column: -1, type: 'n', style: 0, value: null, formula: '', text: '' };
  readXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        line = nextLine(line, attributes('r'));
        cell.column = -1;
      } else if (name === 'c') startCell(cell, attributes);
      else if (name === 'v') cell.value ??= '';
      else if (name === 'mergeCell') keepMerged(merged, attributes('ref') ?? '');
    },
    text(text, inside) {
      if (inside === 'v') cell.value = longer(cell.value ?? '', text);
      else if (inside === 'f') cell.formula = longer(cell.formula, text);
      else if (inside === 't') cell.text = longer(cell.text, text);
    },
    close(name) {
      if (name === 'c') grid.add(line, cell.column, textOf(cell, shared));
    },
  });
  fillMerged(grid, merged);
  return grid.rows;
}

function nextLine(last: number, stated: string | undefined): number {
  const line = stated === undefined ? last + 1 : Number(stated);
  if (!Number.isSafeInteger(line) || line <= last || line > lastLine) throw new Unreadable(sentences.damaged);
  return line;
}

function startCell(cell: Cell, attributes: Attributes): void {
  const stated = attributes('r');
  cell.column = stated === undefined ? cell.column + 1 : placeOf(stated).column;
  if (cell.column > lastColumn) throw new Unreadable(sentences.damaged);
  cell.type = attributes('t') ?? 'n';
  cell.style = Number(attributes('s') ?? 0);
  cell.value = null;
  cell.formula = '';
  cell.text = '';
}

/** `B3` is column 1 of line 3. */
function placeOf(reference: string): { column: number; line: number } {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (!letters) throw new Unreadable(sentences.damaged);
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { column, line: Number(digits) };
}

function textOf({ type, style, value, formula, text }: Cell, shared: Shared): string {
  const format = shared.formats[style] ?? plainFormat;
  if (type === 'inlineStr') return textWith(format, unescaped(text));
  if (value === null) return formula === '' ? '' : `=${formula}`;
  if (type === 's') return textWith(format, shared.strings[Number(value)] ?? '');
  if (type === 'b') return value.trim() === '1' ? 'WAHR' : 'FALSCH';
  // programs that are newer have errors of their own
  if (type === 'e') return germanErrors[value] ?? (/[!?]$/.test(value) ? value : '#NV');
  if (type === 'd') return value.slice(0, 10);
  return type === 'str' ? textWith(format, unescaped(value)) : numberText(value, format, shared.since1904);
}

/** ECMA-376, 22.9.2.19: characters that XML does not allow are written as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-fA-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

function keepMerged(merged: Merged[], reference: string): void {
  const [from, to] = reference.split(':');
  if (!from || !to) return;
  if (merged.length === mostMerged) throw new Unreadable(sentences.damaged);
  const first = placeOf(from);
  merged.push({ column: first.column, from: first.line, to: placeOf(to).line });
}

/** What was merged downwards counts for each row that has anything else. */
function fillMerged({ rows, put }: Grid, merged: readonly Merged[]): void {
  for (const { column, from, to } of merged) {
    if (from === to) continue;
    const value = rows.find(({ line }) => line === from)?.cells.get(column);
    if (value === undefined) continue;
    for (const row of rows) if (row.line > from && row.line <= to) put(row, column, value);
  }
}
