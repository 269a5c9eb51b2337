import { Object as ObjectType, type Static } from 'typebox';
import type { AllSets } from '../application';
import { applicationIds, type Skipped } from '../cases/staff';
import {
  blockOf,
  blockSentence,
  type CaseStatus,
  type ConfirmationPolicy,
  caseStatuses,
  type StepBlock,
  type StepState,
} from '../cases/statuses';
import { berlinDay, formatDay } from '../dates';
import { choice, day, rule } from '../fields';
import { formatDecimal } from '../format';
import { clientId } from '../ids';
import type { HandoverColumn } from '../operator/operator';
import { salutationLabels } from '../people';
import { internationalPhone } from '../phone';
import { horseFields } from '../steps/sets';
import { paymentFrequencyLabels, tariffNames } from '../tariffs/catalogue';
import { type Cell, toCsv } from '../text/csv';
import { xlsxType } from '../text/xlsx';

export const handoverFormats = ['csv', 'xlsx', 'json'] as const;
export type HandoverFormat = (typeof handoverFormats)[number];

/** `due`: to be written; `written`: all but its last name. `gone`: an application was deleted before. */
export type DropState = 'due' | 'written' | 'done' | 'gone';

export const largestHandover = 200;

export type HandoverState = StepState & {
  /** When it was completed, in milliseconds since 1970; null while it is open. */
  completedAt: number | null;
  status: CaseStatus | null;
};

/** Why an application is not handed over; null if it is. What was transmitted is not given away a second time. */
export function handoverBlock(state: HandoverState | undefined, policy: ConfirmationPolicy): string | null {
  if (!state) return otherReasons.unknown;
  if (state.completedAt === null) return 'Noch nicht eingereicht';
  // for a while after an update, older applications have no case
  if (state.status === null) return 'Vorgang wird noch angelegt';
  const block = blockOf(state.status, 'transmitted', state, policy);
  return block && blockReason(block, state.status);
}

export function blockReason(block: StepBlock, from: CaseStatus): string {
  if (block !== 'forbidden') return blockSentence(block, from, 'transmitted');
  return from === 'transmitted' ? 'Bereits übermittelt' : caseStatuses[from].label;
}

export const otherReasons = {
  unknown: 'Antrag nicht gefunden',
  incomplete: 'Daten unvollständig',
} as const;

/** A completed application; `completedAt` in milliseconds since 1970. Nothing of this changes any more. */
export type HandedOver = { id: string; completedAt: number; sets: AllSets };

/** `columns`: those that were stored with the file. */
export function handoverText(
  format: 'csv' | 'json',
  columns: readonly HandoverColumn[],
  applications: readonly HandedOver[],
): string {
  if (format === 'csv') return toCsv(rowsOf(columns, applications));
  return `${JSON.stringify(
    applications.map((one) => objectOf(columns, one)),
    null,
    2,
  )}\n`;
}

/** The same cells for a spreadsheet that knows what a text is. The first row names the columns. */
export function handoverTable(columns: readonly HandoverColumn[], applications: readonly HandedOver[]) {
  const textOf = (cell: Cell) => (typeof cell === 'string' ? cell : cell.text);
  return rowsOf(columns, applications).map((row) => row.map(textOf));
}

function rowsOf(columns: readonly HandoverColumn[], applications: readonly HandedOver[]): Cell[][] {
  const rows = applications.map((one) => columns.map(({ fact }) => handoverFacts[fact]?.cell(one) ?? ''));
  return [columns.map(({ title }) => title), ...rows];
}

/** The same facts under the names of the API: days in ISO 8601, money in EUR. */
function objectOf(columns: readonly HandoverColumn[], one: HandedOver): object {
  const object: Record<string, unknown> = {};
  for (const { fact } of columns) {
    const value = handoverFacts[fact]?.value(one);
    const [set = '', name] = fact.split('.');
    object[set] = name ? { ...Object(object[set]), [name]: value } : value;
  }
  return object;
}

export const handoverTypes: Record<HandoverFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: xlsxType,
  json: 'application/json; charset=utf-8',
};

/** `Uebergabe-2026-11-20-5a77e1fe.csv`; `at` in ISO 8601. */
export function handoverName({ id, at, format }: { id: string; at: string; format: HandoverFormat }): string {
  return `Uebergabe-${berlinDay(new Date(at))}-${id.slice(0, 8)}.${format}`;
}

/** What a file can say of an application: in a table, and under its key in JSON. `title`: of its usual column. */
type HandoverFact = { title: string; value: (one: HandedOver) => unknown; cell: (one: HandedOver) => Cell };

/** `shown`: left out for what nobody typed. */
function fact<T>(
  title: string,
  value: (one: HandedOver) => T,
  shown: (value: T) => Cell = (plain) => String(plain ?? ''),
): HandoverFact {
  return { title, value, cell: (one) => shown(value(one)) };
}

const typed = (text: string | null): Cell => ({ text: text ?? '' });
const completedOn = ({ completedAt }: HandedOver) => berlinDay(new Date(completedAt));
const contact = ({ sets }: HandedOver) => sets['contact-data'];
const person = ({ sets }: HandedOver) => sets['policyholder-info'];
const horse = ({ sets }: HandedOver) => sets['horse-data'];
const tariff = ({ sets }: HandedOver) => sets['tariff-selection'];
const mandate = ({ sets }: HandedOver) => sets['sepa-mandate'];

/** The columns of every file from before they were stored, in their order. Nothing here ever changes (decision 025). */
const first: Record<string, HandoverFact> = {
  applicationId: fact('Antrag-ID', ({ id }) => id),
  completedOn: fact('Eingereicht', completedOn, formatDay),
  'policyholderInfo.salutation': fact(
    'Anrede',
    (one) => person(one).salutation,
    (key) => salutationLabels[key],
  ),
  'policyholderInfo.firstName': fact('Vorname', (one) => person(one).firstName, typed),
  'policyholderInfo.lastName': fact('Nachname', (one) => person(one).lastName, typed),
  'policyholderInfo.birthDate': fact('Geburtsdatum', (one) => person(one).birthDate, formatDay),
  'policyholderInfo.street': fact('Straße', (one) => person(one).street, typed),
  'policyholderInfo.houseNumber': fact('Hausnummer', (one) => person(one).houseNumber, typed),
  'policyholderInfo.zipCode': fact('PLZ', (one) => person(one).zipCode, typed),
  'policyholderInfo.city': fact('Ort', (one) => person(one).city, typed),
  'policyholderInfo.email': fact('E-Mail', (one) => person(one).email),
  'policyholderInfo.phone': fact('Telefon', (one) => internationalPhone(person(one).phone), typed),
  'horseData.horseName': fact('Pferd', (one) => horse(one).horseName, typed),
  'horseData.birthDate': fact('Pferd geboren', (one) => horse(one).birthDate, formatDay),
  'horseData.gender': fact(
    'Geschlecht',
    (one) => horse(one).gender,
    (key) => horseFields.gender.options[key],
  ),
  'horseData.chipNumber': fact('Lebensnummer', (one) => horse(one).chipNumber, typed),
  'horseData.insuranceStartDate': fact('Beginn', (one) => horse(one).insuranceStartDate, formatDay),
  'tariffSelection.tariffType': fact(
    'Tarif',
    (one) => tariff(one).tariffType,
    (key) => tariffNames[key],
  ),
  'tariffSelection.selfParticipation': fact('Selbstbeteiligung', (one) => tariff(one).selfParticipation),
  'tariffSelection.paymentFrequency': fact(
    'Zahlweise',
    (one) => tariff(one).paymentFrequency,
    (key) => paymentFrequencyLabels[key],
  ),
  'tariffSelection.monthlyPremium': fact('Monatsbeitrag', (one) => tariff(one).monthlyPremium, formatDecimal),
  'sepaMandate.accountHolder': fact('Kontoinhaber', (one) => mandate(one).accountHolder, typed),
  'sepaMandate.iban': fact('IBAN', (one) => mandate(one).iban),
  'sepaMandate.bic': fact('BIC', (one) => mandate(one).bic),
  'sepaMandate.bankName': fact('Bank', (one) => mandate(one).bankName, typed),
  'sepaMandate.mandateReference': fact('Mandatsreferenz', (one) => mandate(one).mandateReference ?? null),
  'sepaMandate.mandateDate': fact('Mandat vom', completedOn, formatDay),
  'sepaMandate.creditorId': fact('Gläubiger-ID', (one) => mandate(one).creditorId ?? null),
};

/** What an operator can name in `[[handover.columns]]`. A fact whose cells shall look otherwise gets another key. */
export const handoverFacts: Readonly<Record<string, HandoverFact>> = {
  ...first,
  'contactData.email': fact('E-Mail des Kontakts', (one) => contact(one).email),
  'tariffSelection.annualPremium': fact('Jahresbeitrag', (one) => tariff(one).annualPremium, formatDecimal),
  'sepaMandate.creditorName': fact('Zahlungsempfänger', (one) => mandate(one).creditorName ?? null, typed),
};

export function isHandoverFact(key: unknown): boolean {
  return typeof key === 'string' && Object.hasOwn(handoverFacts, key);
}

export const firstColumns: readonly HandoverColumn[] = Object.entries(first).map(([key, { title }]) => ({
  title,
  fact: key,
}));
/** Of new files. Another one is added here. */
export const usualColumns: readonly HandoverColumn[] = [...firstColumns];

/** Response to a new hand-over. `count`: how many applications the file has; `sha256` of the file in hex. */
export type NewHandoverResponse = { id: string; count: number; sha256: string; skipped: Skipped[] };

export type Handover = NewHandoverResponse & {
  at: string;
  username: string;
  format: HandoverFormat;
  confirmedOn: string | null;
};

export type HandoverPage = { handovers: Handover[]; total: number; totalPages: number };

/** Response to a confirmation. `transmitted`: how many cases got the status by it. */
export type HandoverConfirmed = { transmitted: number; skipped: Skipped[] };

const some = rule(applicationIds, (ids) => ids.length > 0, 'Bitte wählen Sie mindestens einen Antrag');

/** Body of a new hand-over. The client makes the id, so that a repeated call makes no second one. */
export const newHandover = ObjectType({
  id: clientId,
  applicationIds: rule(
    some,
    (ids) => ids.length <= largestHandover,
    `Bitte wählen Sie höchstens ${largestHandover} Anträge`,
  ),
  format: choice([...handoverFormats], 'Dieses Format gibt es nicht'),
});
export type NewHandover = Static<typeof newHandover>;

/** Body of `confirm` on a given day in Germany. Staff may confirm later what was transmitted on an earlier day. */
export function handoverConfirmation(today: string) {
  return ObjectType({
    transmittedOn: rule(
      day('Bitte geben Sie den Tag der Übermittlung an'),
      (value) => value <= today,
      'Der Tag der Übermittlung darf nicht in der Zukunft liegen',
    ),
  });
}
