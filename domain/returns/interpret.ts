/** What a line of the insurer's file says. Whether the case allows it is decided elsewhere (`domain/cases/decide.ts`). */
import { longestNote } from '../cases/staff';
import { isPrintable, maximum } from '../fields';
import {
  type Answer,
  answerIn,
  dayIn,
  isRounded,
  type Reference,
  referenceIn,
  saidOn,
  valueIn,
} from './cells';
import { type ReturnMapping, type ReturnMeaning, returnMeaningKeys } from './returns';
import type { SheetRow } from './table';

/** Where the cells of each meaning stand in a row. */
export type Places = Partial<Record<ReturnMeaning, number>>;

export function placesOf(mapping: ReturnMapping, columns: readonly string[]): Places {
  const named = returnMeaningKeys.flatMap((meaning) => {
    const name = mapping[meaning];
    return name === undefined ? [] : [[meaning, columns.indexOf(name)] as const];
  });
  return Object.fromEntries(named);
}

export type Line = {
  line: number;
  /** As it stands in the file. */
  given: { reference: string; reason: string | null; date: string | null };
  reference: Reference;
  to: Answer | null;
  /** Only for a contract: others may have a number of the insurer in its place. */
  policyNumber: string | null;
  /** The reason of the step in the history. */
  reason: string;
  note: string | null;
  problem: string | null;
};

/** What is longer is neither a number nor a word that is known, and would take long to compare. */
const longestValue = 200;

const askedBack = 'Der Versicherer hat eine Rückfrage. Worum es geht, steht nicht in der Datei.';

export function interpret({ line, cells }: SheetRow, places: Places, today: string): Line {
  const cell = (meaning: ReturnMeaning) => cells[places[meaning] ?? -1] ?? '';
  const value = (meaning: ReturnMeaning) => valueIn(cell(meaning).slice(0, longestValue));
  const number = numberIn(value('policyNumber'));
  const status = value('status');
  const to = status === '' && number !== '' ? 'issued' : answerIn(status);
  const date = value('date');
  const day = dayIn(date);
  const reason = valueIn(cell('reason'));
  return {
    line,
    given: { reference: cell('reference'), reason: cell('reason') || null, date: cell('date') || null },
    reference: referenceIn(value('reference')),
    to,
    policyNumber: to === 'issued' && number !== '' ? number : null,
    reason: to === 'in_review' || reason === '' ? saidOn(day) : reasonOf(reason, day),
    note: to === 'in_review' ? noteOf(reason) : null,
    problem:
      statusProblem(status, to) ??
      (to === 'issued' ? numberProblem(number) : null) ??
      (date === '' ? null : dayProblem(day, date, today)),
  };
}

/** Empty also for what only marks that there is none. */
function numberIn(value: string): string {
  return /[\p{L}\p{N}]/u.test(value) ? value : '';
}

function reasonOf(reason: string, day: string | null): string {
  const line = reason.replace(/[\p{Cc}\s]+/gu, ' ');
  const end = day === null ? '' : ` (${saidOn(day)})`;
  return shortened(line, maximum.text - end.length) + end;
}

function noteOf(reason: string): string {
  const text = reason.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ' ');
  return shortened(text, longestNote) || askedBack;
}

function shortened(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`;
}

function statusProblem(status: string, to: Answer | null): string | null {
  if (to !== null) return null;
  if (status === '') return 'Weder ein Stand noch eine Versicherungsscheinnummer ist angegeben.';
  return `Der Stand „${shortened(status, maximum.name)}“ ist nicht bekannt.`;
}

function numberProblem(number: string): string | null {
  if (isRounded(number)) {
    return 'Ein Tabellenprogramm hat die Versicherungsscheinnummer in eine gerundete Zahl verwandelt.';
  }
  if (number.length > maximum.short) {
    return `Die Versicherungsscheinnummer hat mehr als ${maximum.short} Zeichen.`;
  }
  return isPrintable(number) ? null : 'Die Versicherungsscheinnummer hat mehrere Zeilen.';
}

function dayProblem(day: string | null, given: string, today: string): string | null {
  if (day === null) return `Das Datum „${shortened(given, maximum.name)}“ gibt es nicht.`;
  return day > today ? 'Das Datum liegt in der Zukunft.' : null;
}
