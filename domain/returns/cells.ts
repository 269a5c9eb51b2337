/** What the insurer wrote into a cell, and what a spreadsheet program made of it. */
import { addDays, firstSerial, formatDay, isDay } from '../dates';
import { tidied } from '../fields';
import { isUuid } from '../ids';
import { folded, spelledOut } from '../text/folding';

/** Without what keeps a spreadsheet program from calculating: `="00123"` is `00123`, and `'-5` is `-5`. */
export function valueIn(cell: string): string {
  const text = tidied(cell);
  const [, quoted] = /^="(.*)"$/s.exec(text) ?? [];
  return (quoted?.replaceAll('""', '"') ?? text.replace(/^'(?=[=+\-@])/, '')).trim();
}

/** Statuses that an insurer can give. */
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

/** The day that an insurer wrote; null: there is no such day. */
export function dayIn(value: string): string | null {
  const day = isSerial(value) ? addDays(firstSerial, Math.floor(Number(value))) : writtenDay(value);
  return day !== null && isDay(day) ? day : null;
}

function isSerial(value: string): boolean {
  return /^\d{5}(?:\.\d+)?$/.test(value) && Number(value) >= 20_000 && Number(value) <= 80_000;
}

function writtenDay(value: string): string | null {
  // a date may have a time
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+Z?)?$/.exec(value) ?? [];
  if (iso) return iso;
  const [, day = '', month = '', year] = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})$/.exec(value) ?? [];
  return year ? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null;
}

export function saidOn(day: string | null): string {
  return day === null ? 'laut Versicherer' : `laut Versicherer am ${formatDay(day)}`;
}

/** `1,23E+11`: what spreadsheet programs make of long numbers, whose digits are lost then. */
export function isRounded(value: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(value);
}

/** By what an application is looked for: a mandate reference, its id, or the beginning of that. */
export type Reference = { kind: 'mandate' | 'id' | 'start'; key: string } | { kind: 'none'; problem: string };

export function referenceIn(value: string): Reference {
  // the dots after the beginning of an id are as the backoffice shows it
  const key = folded(value)
    .replace(/\s/g, '')
    .replace(/\.{3}$/, '');
  if (!/[\p{L}\p{N}]/u.test(key)) return none('Die Referenz fehlt.');
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
  return { kind: 'mandate', key: key.toUpperCase() };
}

function none(problem: string): Reference {
  return { kind: 'none', problem };
}
