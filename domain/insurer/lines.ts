/** What a line of the insurer's file says, and would change. Whether the case allows it is decided in `domain/cases/decide.ts`. */
import type { CaseChange, Decision } from '../cases/decide';
import { isPolicyNumber, longestNote } from '../cases/staff';
import { blockSentence, type CaseStatus } from '../cases/statuses';
import { isPrintable, maximum } from '../fields';
import type { ReturnMapping, ReturnMeaning, SheetRow } from './answers';
import {
  type Answer,
  answerIn,
  type Cell,
  cellOf,
  formulaProblem,
  isRounded,
  type Reference,
  referenceIn,
  saidOn,
  unmarked,
  valueIn,
} from './cells';

type Places = Partial<Record<ReturnMeaning, number>>;

export function placesOf(mapping: ReturnMapping, columns: readonly string[]): Places {
  return Object.fromEntries(
    Object.entries(mapping).map(([meaning, name]) => [meaning, columns.indexOf(name)]),
  );
}

export type Line = {
  line: number;
  given: { reference: string; reason: string | null; date: string | null };
  reference: Reference;
  to: Answer | null;
  /** Only for a contract: others may have a number of the insurer in its place. */
  policyNumber: string | null;
  /** The reason of the step in the history. */
  reason: string;
  note: string | null;
  problem: string | null;
  /** What of it is left out. It keeps nothing from being applied. */
  hint: string | null;
};

/** What is longer is neither a number nor a word that is known, and would take long to compare. */
const longestValue = 200;

const askedBack = 'Der Versicherer hat eine Rückfrage. Worum es geht, steht nicht in der Datei.';

/** Null dates of other programs are older. */
const firstDay = '2000-01-01';

export function interpret({ line, cells }: SheetRow, places: Places, today: string): Line {
  const cell = (meaning: ReturnMeaning) => cells[places[meaning] ?? -1] ?? '';
  const value = (meaning: ReturnMeaning) => cellOf(cell(meaning).slice(0, longestValue));
  const [given, status, why, date] = [value('policyNumber'), value('status'), value('reason'), value('date')];
  const number = { ...given, text: unmarked(given.text) };
  const isNumber = number.kind !== 'error' && isPolicyNumber(number.text);
  const to = status.text === '' && isNumber ? 'issued' : answerIn(status.text);
  const day = date.day !== null && firstDay <= date.day && date.day <= today ? date.day : null;
  const reason = why.kind === 'nothing' || why.kind === 'error' ? '' : valueIn(cell('reason'));
  const hints = [
    why.kind === 'error' ? `Der Grund wird weggelassen: ${formulaProblem}` : '',
    day === null ? dayHint(date) : '',
  ];
  return {
    line,
    given: { reference: cell('reference'), reason: cell('reason') || null, date: cell('date') || null },
    reference: referenceIn(value('reference')),
    to,
    policyNumber: to === 'issued' && isNumber ? number.text : null,
    reason: to === 'in_review' || reason === '' ? saidOn(day) : reasonOf(reason, day),
    note: to === 'in_review' ? noteOf(reason) : null,
    problem: statusProblem(status, number, to) ?? (to === 'issued' ? numberProblem(number) : null),
    hint: hints.filter(Boolean).join(' ') || null,
  };
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

function statusProblem({ kind, text }: Cell, number: Cell, to: Answer | null): string | null {
  if (to !== null) return null;
  if (kind === 'error' || (text === '' && number.kind === 'error')) return formulaProblem;
  if (text === '') return 'Weder ein Stand noch eine Versicherungsscheinnummer ist angegeben.';
  return `Der Stand „${shortened(text, maximum.name)}“ ist nicht bekannt.`;
}

const madeBySpreadsheet = 'Ein Tabellenprogramm hat die Versicherungsscheinnummer in';

function numberProblem({ kind, text }: Cell): string | null {
  if (text === '') return null;
  if (kind === 'error') return formulaProblem;
  if (kind === 'day') return `${madeBySpreadsheet} ein Datum verwandelt.`;
  if (isRounded(text)) return `${madeBySpreadsheet} eine gerundete Zahl verwandelt.`;
  if (!isPolicyNumber(text))
    return `„${shortened(text, maximum.short)}“ ist keine Versicherungsscheinnummer.`;
  if (text.length > maximum.short) {
    return `Die Versicherungsscheinnummer hat mehr als ${maximum.short} Zeichen.`;
  }
  return isPrintable(text) ? null : 'Die Versicherungsscheinnummer hat mehrere Zeilen.';
}

function dayHint({ kind, text }: Cell): string {
  if (kind === 'nothing') return '';
  if (kind === 'error') return `Das Datum wird weggelassen: ${formulaProblem}`;
  return `Das Datum „${shortened(text, maximum.name)}“ kann nicht stimmen und wird weggelassen.`;
}

export const notApplied = {
  noMatch: 'Kein Antrag hat diese Referenz.',
  several: 'Mehrere Anträge beginnen mit diesen acht Zeichen. Bitte geben Sie die ganze Antrag-ID an.',
  open: 'Noch nicht eingereicht',
  already: 'Das steht schon so im Vorgang.',
  unmatched: 'Die Zeile ist keinem Antrag zugeordnet.',
  unknown: 'Diese Zeile gibt es in der Datei nicht oder nicht mehr.',
  stale: 'Dieser Vorgang wurde inzwischen geändert.',
  taken: 'Diese Versicherungsscheinnummer hat schon ein anderer Vorgang.',
} as const;

/** A case that is issued may still get its number, which is no step. */
export function changeBy({ to, policyNumber, reason }: Line, from: CaseStatus): CaseChange {
  return {
    ...(to !== null && to !== from && { status: to }),
    ...(policyNumber !== null && { policyNumber }),
    reason,
  };
}

export function refusedBecause(decision: Decision): string | null {
  switch (decision.kind) {
    case 'stale':
      return notApplied.stale;
    case 'blocked':
      return blockSentence(decision.block, decision.from, decision.to);
    case 'invalid':
      return decision.error.message;
    case 'allowed':
      return decision.differences.length > 0 ? null : notApplied.already;
  }
}

type Matched = Pick<Line, 'line' | 'policyNumber'> & { applicationId: string | null };

/** Problems that lines have because of others in the same file, by line. */
export function clashesIn(lines: readonly Matched[]): Map<number, string> {
  const clashes = new Map<number, string>();
  const first = new Map<string, Matched>();
  for (const one of lines) {
    if (one.applicationId === null) continue;
    const before = first.get(one.applicationId);
    if (before) clashes.set(one.line, `Um diesen Antrag geht es schon in Zeile ${before.line}.`);
    else first.set(one.applicationId, one);
  }
  for (const [number, some] of Map.groupBy(first.values(), ({ policyNumber }) => policyNumber)) {
    if (number === null || some.length === 1) continue;
    for (const { line } of some) {
      const other = `Zeile ${some.find((one) => one.line !== line)?.line}, bei einem anderen Antrag.`;
      clashes.set(line, `Dieselbe Versicherungsscheinnummer steht in ${other}`);
    }
  }
  return clashes;
}
