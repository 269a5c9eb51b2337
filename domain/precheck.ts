/** Whether a horse fits: the six requirements of step 1 as questions, and what follows from the answers. Nothing of it is stored. */
import { addDays, isDay, monthsAfter, yearsBefore } from './dates';
import { type Checked, type FieldError, tidied } from './fields';
import { keysOf } from './keys';
import { operationMonths, requirements, treatmentMonths } from './law/wordings';
import { oldestHorse } from './steps/sets';

/** Of those who ask for a call because they cannot answer one of the questions. */
export const precheckSource = 'vorpruefung';

export const answerLabels = { yes: 'Ja', no: 'Nein', unknown: 'Weiß nicht' };
type Answer = keyof typeof answerLabels;

type Common = { requirement: string; text: string };
/** `months`: so long it stands in the way. `note`: what does not count. */
type Dated = Common & { months: number; dayLabel: string; note?: string };
/** `meaning`: why no day can be named on which it ends. */
type Lasting = Common & { meaning: string };
export type Question = Dated | Lasting;

const [operation, planned, colic, wound, malformations, behaviour] = requirements;

/** To each of them, "Nein" is the answer that fits. */
export const questions = {
  operation: {
    requirement: operation,
    text: `Wurde Ihr Pferd in den letzten ${operationMonths} Monaten operiert?`,
    note: 'Eine Kastration, die medizinisch nicht notwendig war, zählt nicht.',
    months: operationMonths,
    dayLabel: 'Tag der letzten Operation',
  },
  planned: {
    requirement: planned,
    text: 'Ist derzeit eine Operation notwendig, geplant oder tierärztlich angeraten?',
    meaning: `Solange die Operation notwendig, geplant oder angeraten ist, passt es nicht. Nach der Operation dauert es noch ${operationMonths} Monate.`,
  },
  colic: {
    requirement: colic,
    text: `Wurde Ihr Pferd in den letzten ${treatmentMonths} Monaten wegen einer Kolik behandelt?`,
    note: 'Eine einmalige Spritze oder Schmerzmittelgabe und eine Nasenschlundsonde zählen nicht.',
    months: treatmentMonths,
    dayLabel: 'Tag der letzten Kolikbehandlung',
  },
  wound: {
    requirement: wound,
    text: `Wurde in den letzten ${treatmentMonths} Monaten eine Wunde Ihres Pferdes chirurgisch versorgt?`,
    months: treatmentMonths,
    dayLabel: 'Tag der letzten Wundversorgung',
  },
  malformations: {
    requirement: malformations,
    text: 'Hat Ihr Pferd Fehlbildungen?',
    meaning: 'Eine Fehlbildung vergeht nicht mit der Zeit. Deshalb können wir Ihnen keinen Tag nennen.',
  },
  behaviour: {
    requirement: behaviour,
    text: 'Hat Ihr Pferd Verhaltensstörungen?',
    meaning:
      'Solange Ihr Pferd eine Verhaltensstörung hat, passt es nicht. Deshalb können wir Ihnen keinen Tag nennen.',
  },
} satisfies Record<string, Question>;

export type QuestionKey = keyof typeof questions;

export const dayField = <Key extends QuestionKey>(key: Key) => `${key}Day` as const;

/** By the names of the fields, such as `operation` and `operationDay`. A missing one is empty. */
export type PrecheckEntries = Readonly<Record<string, string>>;

/** `day`: of the last treatment (`YYYY-MM-DD`), where a window decides and the answer is "Ja". */
type Given = { answer: Answer; day: string | null };
export type Answers = Record<QuestionKey, Given>;

/** `freeFrom`: the first day on which it stands in the way no more (`YYYY-MM-DD`); null: it stays. */
export type Obstacle = { key: QuestionKey; freeFrom: string | null };
export type Outcome = { obstacles: Obstacle[]; unknown: QuestionKey[] };

export const questionKeys: readonly QuestionKey[] = keysOf(questions);

export const precheckFields: readonly string[] = questionKeys.flatMap((key) =>
  'months' in questions[key] ? [key, dayField(key)] : [key],
);

/** `freeFrom` for a treatment on a day: the months begin after it (BGB §§ 187 (1), 188 (2) and (3)). */
function freeAfter(day: string, months: number): string {
  return addDays(monthsAfter(day, months), 1);
}

export function checkPrecheck(entries: PrecheckEntries, today: string): Checked<Answers> {
  const errors: FieldError[] = [];
  const given = questionKeys.map((key): [QuestionKey, Given] => {
    const answer = answerIn(entries, key);
    const day = answer === 'unknown' ? '' : dayIn(entries, key);
    if (!answer) errors.push({ path: key, message: 'Bitte wählen Sie Ja, Nein oder Weiß nicht' });
    const message = answer ? wrongDay(questions[key], answer, day, today) : null;
    if (message) errors.push({ path: dayField(key), message });
    return [key, { answer: answer ?? 'unknown', day: (answer === 'yes' && day) || null }];
  });
  return errors.length > 0
    ? { ok: false, errors }
    : { ok: true, value: Object.fromEntries(given) as Answers };
}

export function outcomeOf(answers: Answers, today: string): Outcome {
  const obstacles = questionKeys
    .filter((key) => answers[key].answer === 'yes')
    .map((key) => ({ key, freeFrom: freeFromOf(questions[key], answers[key].day) }))
    .filter(({ freeFrom }) => freeFrom === null || today < freeFrom);
  return { obstacles, unknown: questionKeys.filter((key) => answers[key].answer === 'unknown') };
}

/** The first day on which nothing of this stands in the way; null if something stays, or if nothing does now. */
export function allFreeFrom(obstacles: readonly Obstacle[]): string | null {
  const days = obstacles.map(({ freeFrom }) => freeFrom);
  return days.includes(null) ? null : (days.sort().at(-1) ?? null);
}

function freeFromOf(question: Question, day: string | null): string | null {
  return 'months' in question && day !== null ? freeAfter(day, question.months) : null;
}

/** Whoever only gives a day has answered "Ja". */
function answerIn(entries: PrecheckEntries, key: QuestionKey): Answer | null {
  const chosen = keysOf(answerLabels).find((answer) => answer === entries[key]);
  return chosen ?? (!entries[key] && dayIn(entries, key) ? 'yes' : null);
}

function dayIn(entries: PrecheckEntries, key: QuestionKey): string {
  return 'months' in questions[key] ? tidied(entries[dayField(key)] ?? '') : '';
}

function wrongDay(question: Question, answer: Answer, day: string, today: string): string | null {
  if (!('months' in question)) return null;
  if (!day)
    return answer === 'yes'
      ? 'Bitte geben Sie den Tag an. Wissen Sie ihn nicht, wählen Sie „Weiß nicht“'
      : null;
  if (!isDay(day)) return 'Diesen Tag gibt es nicht. Bitte prüfen Sie das Datum';
  if (day > today) return 'Der Tag darf nicht in der Zukunft liegen';
  if (day < yearsBefore(today, oldestHorse))
    return 'So alt kann Ihr Pferd nicht sein. Bitte prüfen Sie das Datum';
  const counts = answer === 'no' && today < freeAfter(day, question.months);
  return counts
    ? `Dieser Tag liegt in den letzten ${question.months} Monaten. Bitte wählen Sie „Ja“, oder löschen Sie den Tag`
    : null;
}
