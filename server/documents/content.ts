import { type AllSets, type Application, missingSentences, type Sets } from '#domain/application';
import { groupIban, maskIban } from '#domain/bank/numbers';
import { berlinDay } from '#domain/dates';
import { type Fact, factsOf } from '#domain/facts';
import {
  consents,
  mandateWording,
  paragraphsOf,
  requirementsWording,
  type WordingTexts,
} from '#domain/law/wordings';
import { creditorOf, type Operator } from '#domain/operator/operator';
import { contactFields } from '#domain/steps/contact';
import { ageText, horseFields } from '#domain/steps/horse';
import { policyholderFields } from '#domain/steps/policyholder';
import { mandateFields } from '#domain/steps/sepa';

/** The applicant's copy of a completed application or, with `printedAt` (ISO 8601), that of staff with the whole IBAN. */
export type Copy = {
  application: Application;
  /** Only the copy for staff may lack some. */
  sets: Sets;
  operator: Operator;
  /** Of the tariffs under which it was completed, or of those in force. */
  ageSurchargePercent: number;
  printedAt?: string;
  /** What was declared, as the applicant read it. A wording that is missing here is printed as it is now. */
  declared?: WordingTexts;
};

export type Section = {
  title: string;
  facts: Fact[];
  /** The exact words of the applicant's declarations: paragraphs, each with its list of points. */
  declared: { text: string; points?: readonly string[] }[];
};

type Content = Omit<Section, 'title'>;

/** The day for computing ages: for an open application that of printing, for a completed one that of completion. */
export function dayOf({ application, printedAt }: Copy): string {
  const open = !application.completed && printedAt;
  return berlinDay(new Date(open || application.lastUpdated));
}

/** All data sets, then the declaration. The tariff is included only if it is missing; otherwise it has its own box. */
export function sectionsOf(copy: Copy): Section[] {
  const { application, sets, declared = {} } = copy;
  const submission: Section = {
    title: 'Erklärung beim Absenden',
    facts: [],
    declared: [
      ...quoted(declared.submission ?? consents.submission),
      ...(declared.adviceWaiver ? quoted(declared.adviceWaiver) : []),
    ],
  };
  return [
    ...(sets['tariff-selection'] ? [] : [missing('tariff-selection', 'Tarif und Beitrag')]),
    section('horse-data', 'Pferd', sets['horse-data'], (horse) => horseContent(horse, copy)),
    section('policyholder-info', 'Versicherungsnehmer', sets['policyholder-info'], (person) => ({
      facts: Object.values(factsOf(policyholderFields, person)),
      declared: [],
    })),
    section('contact-data', 'Kontakt', sets['contact-data'], (contact) => ({
      facts: Object.values(factsOf(contactFields, contact)),
      declared: quoted(declared.dataProcessing ?? consents.dataProcessing),
    })),
    section('sepa-mandate', 'SEPA-Lastschriftmandat', sets['sepa-mandate'], (mandate) =>
      mandateContent(mandate, copy),
    ),
    ...(application.completed ? [submission] : []),
  ];
}

function section<T>(
  key: keyof Sets,
  title: string,
  record: T | null,
  contentOf: (record: T) => Content,
): Section {
  return record ? { title, ...contentOf(record) } : missing(key, title);
}

function missing(key: keyof Sets, title: string): Section {
  return { title, facts: [], declared: [{ text: missingSentences[key] }] };
}

function horseContent(horse: AllSets['horse-data'], copy: Copy): Content {
  const { insuranceStartDate, horseName, gender, birthDate, ...more } = factsOf(horseFields, horse);
  const label = copy.application.completed ? 'Alter bei Antragstellung' : 'Alter';
  const age = { label, value: ageText(horse.birthDate, dayOf(copy)) };
  // the box with the price contains the start
  const start = copy.sets['tariff-selection'] ? [] : [insuranceStartDate];
  return {
    facts: [...start, horseName, gender, birthDate, age, ...Object.values(more)],
    declared: quoted(
      copy.declared?.requirements ?? requirementsWording('Voraussetzungen für die Versicherung:'),
    ),
  };
}

function mandateContent(
  mandate: AllSets['sepa-mandate'],
  { operator, printedAt, declared = {} }: Copy,
): Content {
  const forStaff = printedAt !== undefined;
  const creditor = creditorOf(mandate, operator);
  const { accountHolder, iban, ...more } = factsOf(mandateFields, mandate);
  const { mandateReference } = mandate;
  return {
    facts: [
      { label: 'Gläubiger', value: creditor.name },
      { label: 'Gläubiger-ID', value: creditor.id },
      ...(mandateReference ? [{ label: 'Mandatsreferenz', value: mandateReference }] : []),
      accountHolder,
      forStaff
        ? { ...iban, value: groupIban(mandate.iban) }
        : { label: 'IBAN (verkürzt)', value: maskIban(mandate.iban) },
      ...Object.values(more),
    ],
    declared: quoted(declared.mandate ?? mandateWording(creditor.name)),
  };
}

/** The paragraphs of a wording. The last one, which the applicant declares, is in quotes. */
function quoted(wording: string): Section['declared'] {
  const paragraphs = paragraphsOf(wording);
  const last = paragraphs.pop();
  return [...paragraphs, ...(last ? [{ ...last, text: `„${last.text}“` }] : [])];
}
