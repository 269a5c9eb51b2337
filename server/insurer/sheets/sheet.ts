/** The cells of one sheet of a workbook, as texts, and how its XML is read. */
import { Parser } from 'saxen';
import { longestCell } from '#domain/insurer/answers';
import { type NumberFormat, numberText, plainFormat, textWith } from './formats';
import { createGrid, type Grid, type GridRow, sentences, Unreadable } from './grid';

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

/** By their local names, since some programs write a prefix before each. */
type Attributes = (name: string) => string | undefined;

type XmlReader = {
  open?: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  /** `inside`: the element that has opened last; '' after its end, and where a text says how others are spoken. */
  text?: (text: string, inside: string) => void;
};

/** Workbooks need six. */
const deepest = 100;
/** Between two tags, or of one: a cell has at most 32,767 characters, each written with up to six. */
const longestRun = 250_000;

/** Builds no tree of it. `bytes`: null if a workbook has no such part. */
export function readXml(bytes: Uint8Array | null, reader: XmlReader): void {
  if (!bytes) return;
  let depth = 0;
  let inside = '';
  let phonetic = false;
  const parser = new Parser();
  let given: () => Record<string, string> | false = () => false;
  // one for all tags, of which a file may have millions
  const attributes: Attributes = (wanted) => {
    const all = given() || {};
    for (const name in all) if (localName(name) === wanted) return decodeEntities(all[name] ?? '');
    return undefined;
  };
  parser.on('openTag', (name, ofTag) => {
    depth += 1;
    if (depth > deepest) throw new Unreadable(sentences.damaged);
    given = ofTag;
    inside = localName(name);
    if (inside === 'rPh') phonetic = true;
    reader.open?.(inside, attributes);
  });
  parser.on('closeTag', (name) => {
    depth -= 1;
    inside = '';
    if (localName(name) === 'rPh') phonetic = false;
    reader.close?.(localName(name));
  });
  const give = (text: string) => reader.text?.(text, phonetic ? '' : inside);
  parser.on('text', (raw) => give(decodeEntities(raw)));
  parser.on('cdata', give);
  // a document type can define entities; no program writes one into a workbook
  parser.on('attention', () => {
    throw new Unreadable(sentences.damaged);
  });
  parser.write(textIn(bytes));
  parser.end();
}

const marks: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };
export const markedEncoding = (bytes: Uint8Array) => marks[Buffer.from(bytes.subarray(0, 2)).toString('hex')];

function textIn(bytes: Uint8Array): string {
  const text = new TextDecoder(markedEncoding(bytes) ?? 'utf-8', { fatal: true }).decode(bytes);
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('<', at + 1);
    const end = next < 0 ? text.length : next;
    if (end - at > longestRun) throw new Unreadable(sentences.damaged);
    at = end;
  }
  return text;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** saxen's own function cuts characters above U+FFFF, such as emoji. */
function decodeEntities(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
  });
}
