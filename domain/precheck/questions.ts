/** The six requirements of step 1 as questions. To each of them, "Nein" is the answer that fits. */
import { operationMonths, requirements, treatmentMonths } from '../law/wordings';

/** Of those who ask for a call because they cannot answer one of the questions. */
export const precheckSource = 'vorpruefung';

export const answerLabels = { yes: 'Ja', no: 'Nein', unknown: 'Weiß nicht' };
export type Answer = keyof typeof answerLabels;

type Common = { requirement: string; text: string };
/** `months`: so long it stands in the way. `note`: what does not count. */
type Dated = Common & { months: number; dayLabel: string; note?: string };
/** `meaning`: why no day can be named on which it ends. */
type Lasting = Common & { meaning: string };
export type Question = Dated | Lasting;

const [operation, planned, colic, wound, malformations, behaviour] = requirements;

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
