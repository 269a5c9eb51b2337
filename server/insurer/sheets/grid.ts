/** Collects the cells of one sheet. No file makes it larger than a table may be. */
import { withoutInvisible } from '#domain/fields';
import { largestReturn, longestCell, mostColumns, mostRows } from '#domain/insurer/answers';

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
    let row = rows.at(-1);
    if (row?.line !== line) {
      if (rows.length >= mostRows + mostTitles) throw new Unreadable(sentences.tooManyRows);
      row = { line, cells: new Map() };
      rows.push(row);
    }
    put(row, column, cell);
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

const count = (number: number) => number.toLocaleString('de-DE');

export const sentences = {
  empty: 'Die Datei ist leer.',
  tooLarge: `Die Datei ist zu groß: höchstens ${largestReturn / 1024 ** 2} MB sind möglich.`,
  old: 'Die Datei ist im alten Excel-Format (.xls) gespeichert oder mit einem Kennwort geschützt. Bitte speichern Sie sie in Excel ohne Kennwort als Excel-Arbeitsmappe (.xlsx) oder als CSV-Datei.',
  noTable:
    'Das ist weder eine Excel-Arbeitsmappe (.xlsx) noch eine CSV-Datei. Bitte speichern Sie die Tabelle in einem dieser beiden Formate.',
  damaged: 'Die Datei ist beschädigt oder unvollständig. Bitte speichern Sie sie in Excel noch einmal.',
  openQuote:
    'In der Datei ist ein Anführungszeichen geöffnet, aber nicht geschlossen. Bitte speichern Sie die Tabelle noch einmal als CSV-Datei.',
  unpacksTooLarge:
    'Die Arbeitsmappe ist entpackt zu groß: höchstens 8 MB sind möglich. Bitte speichern Sie nur die Tabelle als CSV-Datei.',
  macros:
    'Die Arbeitsmappe enthält Makros. Bitte speichern Sie sie ohne Makros als Excel-Arbeitsmappe (.xlsx) oder als CSV-Datei.',
  sheets:
    'Die Arbeitsmappe hat mehr als ein Tabellenblatt mit Inhalt; auch ausgeblendete Blätter zählen. Bitte lassen Sie nur das Blatt mit den Rückmeldungen darin.',
  noHeader:
    'In der Datei haben wir keine Zeile mit Spaltenüberschriften gefunden. Bitte ergänzen Sie sie über den Daten.',
  noRows: 'Die Datei hat nur Spaltenüberschriften und darunter keine Zeile.',
  tooManyRows: `Die Datei hat zu viele Zeilen: höchstens ${count(mostRows)} sind möglich. Bitte teilen Sie sie auf.`,
  tooManyColumns: `Die Datei hat zu viele Spalten: höchstens ${count(mostColumns)} sind möglich. Bitte entfernen Sie, was nicht gebraucht wird.`,
  tooMuchText:
    'Die Datei enthält zu viel Text. Bitte entfernen Sie Spalten, die nicht gebraucht werden, oder teilen Sie die Datei auf.',
  failed:
    'Die Datei ließ sich nicht in angemessener Zeit lesen. Bitte speichern Sie die Tabelle als CSV-Datei.',
} as const;

export class Unreadable extends Error {
  constructor(readonly sentence: string) {
    super(sentence);
  }
}

/** As a spreadsheet calls a column: 0 is A, 26 is AA. */
export function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
