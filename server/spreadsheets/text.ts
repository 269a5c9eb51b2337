/** CSV and its relatives, as spreadsheets and people write them. */
import { inexact } from '#domain/returns/cells';
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
  for (const { line, cells } of recordsIn(body, said?.[1] ?? delimiterOf(body))) {
    for (const [column, cell] of cells.entries())
      grid.add(line, column, lost.test(cell) ? inexact(cell) : cell);
  }
  return grid.rows;
}

/** A number of more than 15 digits, of which a spreadsheet has put zeros in place of the last ones, also as `4.711,00`. */
const lost = /^\s*[+-]?[1-9](?:\.?\d){14}(?:\.?0)+(?:,0+)?\s*$/;

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
