import {
  Boolean as BooleanType,
  Object as ObjectType,
  Optional,
  type Static,
  String as StringType,
} from 'typebox';
import type { Calendar } from '../calendar/working-days';
import { berlinClock, berlinInstant } from '../clock';
import { addDays, berlinDay, formatDay, isDay } from '../dates';
import { choice, type FieldError, isPrintable, rule } from '../fields';
import { clientId } from '../ids';
import { keysOf } from '../keys';
import type { PreparationState } from '../preparations/preparations';
import { hourMs } from '../time';
import type { Callback } from './request';

export const callOutcomeLabels = {
  reached: 'Erreicht',
  not_reached: 'Nicht erreicht',
  appointment: 'Termin vereinbart',
};
export type CallOutcome = keyof typeof callOutcomeLabels;

export const noCallsLabel = 'Möchte keinen Anruf';

export function noCallsSentence(since: number): string {
  const day = formatDay(berlinDay(new Date(since)));
  return `Diese Person möchte seit dem ${day} keinen Anruf mehr. Deshalb lässt sich keiner mehr protokollieren.`;
}

const noteMessage = 'Bitte schreiben Sie höchstens 1.000 Zeichen, ohne unsichtbare';
/** A text of several lines, which are stored with line feeds; empty is as good as none. */
const note = rule(
  StringType({ errorMessage: noteMessage, normalise: (value: string) => value.replace(/\r\n?/g, '\n') }),
  (value) => value.length <= 1_000 && isPrintable(value, /[\t\n]/g),
  noteMessage,
);

const momentMessage = 'Bitte geben Sie Tag und Uhrzeit des nächsten Anrufs an';
const moment = rule(StringType({ errorMessage: momentMessage }), isMoment, momentMessage);

function isMoment(value: string): boolean {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
  return form.test(value) && isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));
}

/** Body of `calls`. The client makes the id, so that a repeated call logs nothing twice. */
export const newCall = ObjectType({
  id: clientId,
  outcome: choice(keysOf(callOutcomeLabels), 'Bitte wählen Sie, was der Anruf ergab'),
  note: Optional(note),
  nextCallAt: Optional(moment),
  done: Optional(BooleanType({ errorMessage: 'Bitte geben Sie an, ob das Anliegen erledigt ist' })),
});
export type NewCall = Static<typeof newCall>;

export type Call = {
  id: string;
  at: string;
  username: string;
  outcome: CallOutcome;
  note: string | null;
  nextCallAt: string | null;
  done: boolean;
};

export type CallbackRow = Callback & {
  attempts: number;
  lastOutcome: CallOutcome | null;
  lastCallAt: string | null;
  /** Null also if nobody may call any more. */
  nextCallAt: string | null;
  overdue: boolean;
  undeliverable: boolean;
  preparation: PreparationState | null;
  keepUntil: string | null;
};

const furthestDays = 60;
const [opening, closing] = ['09:00', '18:00'];
const pauseMs = 2 * hourMs;

export function wrongNextCall({ outcome, nextCallAt }: NewCall, now: number): FieldError | null {
  const wrong = (message: string) => ({ path: 'nextCallAt', message });
  if (!nextCallAt)
    return outcome === 'appointment' ? wrong('Bitte geben Sie Tag und Uhrzeit des Termins an') : null;
  const at = Date.parse(nextCallAt);
  if (at <= now) return wrong('Der nächste Anruf muss in der Zukunft liegen');
  const last = berlinInstant(addDays(berlinDay(new Date(now)), furthestDays), '23:59');
  return at > last ? wrong(`Der nächste Anruf muss in den nächsten ${furthestDays} Tagen liegen`) : null;
}

/**
 * Null: not at all. Who was not reached is called two hours later if that is within opening hours, else the next
 * working day.
 */
export function nextCallOf({ outcome, nextCallAt, done }: NewCall, now: number, calendar: Calendar) {
  if (nextCallAt) return Date.parse(nextCallAt);
  if (outcome !== 'not_reached' || done) return null;
  const later = now + pauseMs;
  const [day, time] = [berlinDay(new Date(later)), berlinClock(later)];
  if (calendar.isWorkingDay(day) && time >= opening && time <= closing) return later;
  return berlinInstant(calendar.workingDaysAfter(berlinDay(new Date(now)), 1), opening);
}
