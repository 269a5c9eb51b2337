import { type AllSets, type Application, missingSentences, type Sets } from '#domain/application';
import { stateLabels } from '#domain/applications/staff';
import { groupIban, maskIban } from '#domain/bank/numbers';
import { berlinDay } from '#domain/dates';
import { factsOf } from '#domain/facts';
import { formatInstant } from '#domain/format';
import {
  consents,
  mandateWording,
  paragraphsOf,
  requirementsWording,
  type WordingTexts,
} from '#domain/law/wordings';
import { creditorOf, type Operator } from '#domain/operator/operator';
import { ageText, contactFields, horseFields, mandateFields, policyholderFields } from '#domain/steps/sets';
import { coverSentence, priceNotes, waitingSentence } from '#domain/tariffs/explanations';
import { surchargeOf } from '#domain/tariffs/premium';
import { amountsOf, linesOn, type Price, type Section, writeFacts, writePrice, writeSection } from './blocks';
import { contentWidth, type Element, type Paper, sheet, styles } from './paper';
import { drawPaper } from './pdf';

const title = 'Antrag auf OP-Versicherung für ein Pferd';

export function drawApplication(copy: Copy): Promise<Uint8Array> {
  const { application, sets, operator, printedAt } = copy;
  const about = {
    title: `${title}, Nr. ${application.id}`,
    subject: title,
    running: `Antrag ${application.id}`,
    operator,
    date: new Date(printedAt ?? application.lastUpdated),
  };
  return drawPaper(about, (paper, whole, line) => {
    writeCover(paper, whole, copy);
    const selection = sets['tariff-selection'];
    if (selection) writePrice(paper, whole, priceOf(selection, copy));
    for (const section of sectionsOf(copy)) writeSection(paper, whole, section);
    if (printedAt) {
      paper.y += 14;
      const foot = `Stand vom ${formatInstant(printedAt)}. Enthält personenbezogene Daten.`;
      line('P', foot, styles.declared, 0);
    }
  });
}

function writeCover(paper: Paper, parent: Element, { application, operator: { insurer }, printedAt }: Copy) {
  const { id, completed, createdAt, lastUpdated } = application;
  const line = linesOn(paper, parent);
  line('H1', title, styles.title, 2);
  line('P', `An die ${insurer.name}, ${insurer.street}, ${insurer.zipCode} ${insurer.city}`, styles.body, 8);
  if (!printedAt) {
    const sent = `Antragsnummer ${id}, eingereicht am ${formatInstant(lastUpdated)} Uhr`;
    line('P', sent, styles.strong, 1);
    const status = `Dieses Dokument hält Ihre Angaben fest. Es ist kein Versicherungsschein: Der Vertrag kommt zustande, wenn die ${insurer.name} den Antrag annimmt.`;
    line('P', status, styles.body, 14);
    return;
  }
  const open = 'Noch nicht eingereicht: Die Angaben können sich ändern.';
  if (!completed) line('P', open, styles.strong, 4);
  line('P', `Antragsnummer ${id}`, styles.strong, 1);
  const facts = [
    { label: 'Status', value: stateLabels[completed ? 'completed' : 'incomplete'] },
    { label: 'Begonnen', value: formatInstant(createdAt) },
    { label: completed ? 'Eingereicht' : 'Zuletzt aktualisiert', value: formatInstant(lastUpdated) },
  ];
  writeFacts(paper, parent, facts, { x: sheet.left, width: contentWidth, columns: 3 });
  paper.y += 10;
}

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

type Content = Omit<Section, 'title'>;

/** The day for computing ages: for an open application that of printing, for a completed one that of completion. */
function dayOf({ application, printedAt }: Copy): string {
  const open = !application.completed && printedAt;
  return berlinDay(new Date(open || application.lastUpdated));
}

/** The stored price: today's catalogue is not used. */
function priceOf(selection: AllSets['tariff-selection'], copy: Copy): Price {
  const horse = copy.sets['horse-data'];
  const surcharge = surchargeOf(copy.ageSurchargePercent, horse?.birthDate ?? null, dayOf(copy));
  const start = horse ? [factsOf(horseFields, horse).insuranceStartDate] : [];
  const notes = [
    ...priceNotes(selection.paymentFrequency, surcharge, copy.operator),
    waitingSentence,
    ...(horse ? [coverSentence(horse.insuranceStartDate, selection.tariffType)] : []),
  ];
  return { ...amountsOf(selection, start), notes };
}

/** All data sets, then the declaration. The tariff is included only if it is missing; otherwise it has its own box. */
function sectionsOf(copy: Copy): Section[] {
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

function mandateContent(mandate: AllSets['sepa-mandate'], { operator, printedAt, declared = {} }: Copy) {
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
