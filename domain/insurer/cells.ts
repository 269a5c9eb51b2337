/** What the insurer wrote into a cell, what a spreadsheet program made of it, and what its columns probably mean. */
import { addDays, firstSerial, formatDay, isDay } from '../dates';
import { tidied } from '../fields';
import { isUuid, referenceOf } from '../ids';
import { folded, spelledOut } from '../text/folding';
import { type ReturnMapping, type ReturnMeaning, returnMeaningKeys } from './answers';

/** `nothing`: also what only says that there is nothing. `day`: of a number the day that it may stand for. */
export type Cell = {
  kind: 'nothing' | 'error' | 'day' | 'number' | 'text';
  text: string;
  day: string | null;
};

export const formulaProblem = 'Die Formel hat einen Fehler.';

// of Excel, LibreOffice and Numbers; a formula that nobody has calculated too
const error = /^(?:#n\/?[av]$|#[\p{L}_/\d]+[!?]$|#getting_data$|(?:err|fehler):\s?\d[\dn]{2}$|=[^\s=>])/iu;
const number = /^(?:≈\s*)?[+-]?\d[\d.,]*(?:e[+-]?\d+)?$/i;
const nothings = new Set(
  `folgt kein keine keiner keines keineangabe keineangaben ka na nv nn none null nan leer ohne entfaellt offen nochoffen
  unbekannt ausstehend tbd tba`.split(/\s+/),
);

/** The same for every kind of file and every column. What a column makes of it is said below. */
export function cellOf(raw: string): Cell {
  const text = valueIn(raw);
  if (error.test(text)) return { kind: 'error', text, day: null };
  if (isNothing(text)) return { kind: 'nothing', text, day: null };
  const day = writtenDay(text);
  if (day !== null) return { kind: 'day', text, day };
  return number.test(text)
    ? { kind: 'number', text, day: countedDay(text) }
    : { kind: 'text', text, day: null };
}

/** Without what keeps a spreadsheet program from calculating: `="00123"` is `00123`, and `'-5` is `-5`. */
export function valueIn(cell: string): string {
  const text = tidied(cell);
  const [, quoted] = /^="(.*)"$/s.exec(text) ?? [];
  return (quoted?.replaceAll('""', '"') ?? text.replace(/^'(?=[=+\-@\d])/, '')).trim();
}

/** Marks and zeros, as in `00.00.0000`, and words that stand for an empty cell. */
function isNothing(text: string): boolean {
  const plain = text.normalize('NFKC');
  return !/[\p{L}1-9]/u.test(plain) || nothings.has(spelledOut(plain).replace(/[^a-z\d]/g, ''));
}

export type Answer = 'issued' | 'declined' | 'in_review';

const answers: Record<string, Answer> = {
  policiert: 'issued',
  angenommen: 'issued',
  ausgestellt: 'issued',
  abgelehnt: 'declined',
  rueckfrage: 'in_review',
  rueckfragen: 'in_review',
  // of a program that drops the dots
  ruckfrage: 'in_review',
  ruckfragen: 'in_review',
};

/** What the word is said of. It changes nothing, unlike any other word beside it: `nicht angenommen`. */
const said = /^(?:antrag|police|versicherungsschein|vertrag) /;

/** Null: no word that is known. A question mark makes a question of it. */
export function answerIn(value: string): Answer | null {
  const words = spelledOut(value).replace(/[.,;:!]+$/, '');
  const word = words.trim().replace(said, '');
  return Object.hasOwn(answers, word) ? (answers[word] ?? null) : null;
}

/** Excel's number of a day, with its time, or `20261125`; null: it is neither. */
function countedDay(value: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(value) ?? [];
  if (year) return existing(`${year}-${month}-${day}`);
  const [, serial] = /^(\d{5})(?:[.,]\d+)?$/.exec(value) ?? [];
  return serial && Number(serial) >= 20_000 && Number(serial) <= 80_000
    ? addDays(firstSerial, Number(serial))
    : null;
}

const months = 'jan jae|feb|mae mar mrz|apr|mai may|jun|jul|aug|sep|okt oct|nov|dez dec'.split('|');
// a weekday before it and a time after it say nothing new
const written =
  /^(?:(?:mo|di|mi|do|fr|sa|so)[a-z]*[.,]* ?)?(\d{1,4})[-/. ]{1,2}(\d{1,2}|[a-z]{3,9})[-/. ]{1,2}(\d{4}|\d{1,2})(?:[t, ]+(?:um )?\d{1,2}[:.]\d{2}[\d:.,]*(?: ?uhr| ?[ap]m)?(?: ?z| ?[+-]\d{2}:?\d{2})?)?$/;

/** The day that somebody wrote, in the usual spellings; null: there is no such day. */
function writtenDay(value: string): string | null {
  const [, first = '', middle = '', last = ''] = written.exec(spelledOut(value)) ?? [];
  const named = months.findIndex((names) => names.split(' ').includes(middle.slice(0, 3))) + 1;
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  const century = year.length === 2 ? '20' : '';
  return existing(`${century}${year}-${String(named || middle).padStart(2, '0')}-${day.padStart(2, '0')}`);
}

const existing = (day: string) => (isDay(day) ? day : null);

export function saidOn(day: string | null): string {
  return day === null ? 'laut Versicherer' : `laut Versicherer am ${formatDay(day)}`;
}

/** `1,23E+11`, or marked by who read the file: what spreadsheet programs make of long numbers, whose digits are lost then. */
export function isRounded(value: string): boolean {
  return /^≈|^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(value);
}

/** Before a number that the file does not show as it is stored. */
export const inexact = (number: string) => `≈ ${number}`;

/** The mark of a text may stand before any number, unlike before `'s Pferd`. */
export const unmarked = (text: string) => text.replace(/^['’‘´`](.*?)['’‘´`]?$/s, '$1');

/** By what an application is looked for: a mandate reference, its id, or the beginning of that. */
export type Reference = { kind: 'mandate' | 'id' | 'start'; key: string } | { kind: 'none'; problem: string };

export function referenceIn({ kind, text }: Cell): Reference {
  if (kind === 'error') return none(formulaProblem);
  // the dots after the beginning of an id are as the backoffice shows it
  const key = folded(unmarked(text))
    .replace(/\s/g, '')
    .replace(/\.{3}$/, '');
  // an id may begin with eight zeros
  if (kind === 'nothing' && key !== '00000000') return none('Die Referenz fehlt.');
  const id = key.replace(/^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/, '$1-$2-$3-$4-$5');
  if (isUuid(id)) return { kind: 'id', key: id };
  if (/^[\da-f]{8}$/.test(key)) return { kind: 'start', key };
  if (isRounded(key)) {
    return none(
      'Ein Tabellenprogramm hat die Referenz in eine gerundete Zahl verwandelt. Bitte lassen Sie sich die Datei mit der Spalte als Text geben.',
    );
  }
  if (/^\d{1,7}$/.test(key)) {
    return none(
      'Die Referenz hat weniger als acht Zeichen. Vermutlich hat ein Tabellenprogramm Nullen am Anfang weggelassen.',
    );
  }
  if (/^[\da-f]{1,7}$/.test(key)) return none('Von der Antrag-ID brauchen wir mindestens acht Zeichen.');
  return { kind: 'mandate', key: referenceOf(key) };
}

function none(problem: string): Reference {
  return { kind: 'none', problem };
}

/** As they are compared: spelled out, letters and digits only, `nr` for a number. The best name first. */
const names: Record<ReturnMeaning, string> = {
  reference: `mandatsreferenz mandatsreferenznr mandatsref sepamandatsreferenz separeferenz mandat antragid antragsid
    antragsnr antragnr ihrereferenz ihrzeichen vermittlerreferenz kundenreferenz antrag referenz referenznr referenzid
    ref refnr reference`,
  policyNumber: `versicherungsscheinnr versicherungsschein versscheinnr scheinnr vsnr vsn vs policennr policenr
    policyno policynumber police policy vertragsnr vertragnr vertrag`,
  status: `status stand antragsstatus antragstatus vertragsstatus bearbeitungsstatus bearbeitungsstand ergebnis
    entscheidung antragsentscheidung statusdesantrags`,
  reason: `grund ablehnungsgrund begruendung grundderablehnung bemerkung bemerkungen hinweis hinweise anmerkung
    anmerkungen kommentar notiz`,
  date: `datum ausstellungsdatum ausgestelltam policierungsdatum policiertam entscheidungsdatum entscheidungam
    entschiedenam datumderentscheidung statusdatum statusvom standvom erledigtam bearbeitetam bearbeitungsdatum`,
};

/** A part of a longer name says something only from this length. */
const tellingLength = 8;

/** The columns by meaning, as far as their names or the first `rows` say it; staff decide. No column has two meanings. */
export function guessMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Partial<ReturnMapping> {
  const left = new Map(columns.map((column) => [column, keyOf(column)]));
  const found: Partial<ReturnMapping> = {};
  const look = (fits: (key: string, name: string) => boolean) => {
    for (const meaning of returnMeaningKeys) {
      if (found[meaning] !== undefined) continue;
      const column = firstOf(left, names[meaning].split(/\s+/), fits);
      if (column === undefined) continue;
      found[meaning] = column;
      left.delete(column);
    }
  };
  look((key, name) => key === name);
  look((key, name) => name.length >= tellingLength && key.includes(name));
  // an insurer calls our number as it likes
  found.reference ??= [...left.keys()].find((column) => hasReferences(rows, columns.indexOf(column)));
  return found;
}

/** Meanings that are remembered without the names of their columns: by the places of those in the order of letters. */
export type KeptMeanings = Partial<Record<ReturnMeaning, number>>;

function inOrder(columns: readonly string[]): string[] {
  const keys = columns.map((name) => ({ name, key: folded(name) }));
  const sorted = keys.toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  return sorted.map(({ name }) => name);
}

/** Null for what may be the first row of data: it may name persons, so nothing of it is remembered. */
export function keptMeanings(mapping: ReturnMapping, columns: readonly string[]): KeptMeanings | null {
  if (!columns.every(isName)) return null;
  const names = inOrder(columns);
  return Object.fromEntries(Object.entries(mapping).map(([meaning, name]) => [meaning, names.indexOf(name)]));
}

function isName(column: string): boolean {
  const cell = cellOf(column);
  return cell.kind === 'text' && answerIn(cell.text) === null && !isOurs(cell) && !column.includes('@');
}

/** `columns`: with the same names but for their spelling and order. */
export function meaningsIn(kept: KeptMeanings, columns: readonly string[]): Partial<ReturnMapping> {
  const names = inOrder(columns);
  return Object.fromEntries(Object.entries(kept).map(([meaning, place]) => [meaning, names[place]]));
}

function hasReferences(rows: readonly (readonly string[])[], index: number): boolean {
  const cells = rows.map((row) => row[index] ?? '').filter(Boolean);
  return cells.length > 0 && cells.every((cell) => isOurs(cellOf(cell)));
}

/** Eight digits may be a day or anything else. */
function isOurs(cell: Cell): boolean {
  const reference = referenceIn(cell);
  if (reference.kind === 'none') return false;
  return reference.kind === 'mandate' ? /^SF-\d{8}-/.test(reference.key) : !/^\d{8}$/.test(reference.key);
}

function firstOf(
  columns: ReadonlyMap<string, string>,
  known: readonly string[],
  fits: (key: string, name: string) => boolean,
): string | undefined {
  for (const name of known) for (const [column, key] of columns) if (fits(key, name)) return column;
  return undefined;
}

function keyOf(column: string): string {
  return spelledOut(column)
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('nummer', 'nr');
}
