/** What the insurer wrote into a cell, and what a spreadsheet program made of it. */
import { addDays, firstSerial, formatDay, isDay } from '../dates';
import { tidied } from '../fields';
import { isUuid, referenceOf } from '../ids';
import { folded, spelledOut } from '../text/folding';

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
