import { largestReturn, mostRows } from '#domain/returns/returns';
import { mostColumns } from '#domain/returns/table';

const count = (number: number) => number.toLocaleString('de-DE');

/** Why a file cannot be read, and what helps. */
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

/** Ends the reading. */
export class Unreadable extends Error {
  constructor(readonly sentence: string) {
    super(sentence);
  }
}
