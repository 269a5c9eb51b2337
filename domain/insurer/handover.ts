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
import { pick } from '../keys';
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

/** A change of the texts ends all older files, as one of the table does (decision 025). */
export function handoverText(format: 'csv' | 'json', applications: readonly HandedOver[]): string {
  if (format === 'json') return `${JSON.stringify(applications.map(objectOf), null, 2)}\n`;
  return toCsv(rowsOf(applications));
}

/** The same cells for a spreadsheet that knows what a text is. The first row names the columns. */
export function handoverTable(applications: readonly HandedOver[]): string[][] {
  return rowsOf(applications).map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.text)));
}

function rowsOf(applications: readonly HandedOver[]): Cell[][] {
  return [Object.keys(columns), ...applications.map((one) => Object.values(columns).map((of) => of(one)))];
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

const completedOn = ({ completedAt }: HandedOver) => berlinDay(new Date(completedAt));
const horse = ({ sets }: HandedOver) => sets['horse-data'];
const person = ({ sets }: HandedOver) => sets['policyholder-info'];
const tariff = ({ sets }: HandedOver) => sets['tariff-selection'];
const mandate = ({ sets }: HandedOver) => sets['sepa-mandate'];

const typed = (text: string): Cell => ({ text });

const columns: Record<string, (one: HandedOver) => Cell> = {
  'Antrag-ID': ({ id }) => id,
  Eingereicht: (one) => formatDay(completedOn(one)),
  Anrede: (one) => salutationLabels[person(one).salutation],
  Vorname: (one) => typed(person(one).firstName),
  Nachname: (one) => typed(person(one).lastName),
  Geburtsdatum: (one) => formatDay(person(one).birthDate),
  Straße: (one) => typed(person(one).street),
  Hausnummer: (one) => typed(person(one).houseNumber),
  PLZ: (one) => typed(person(one).zipCode),
  Ort: (one) => typed(person(one).city),
  'E-Mail': (one) => person(one).email,
  Telefon: (one) => typed(internationalPhone(person(one).phone)),
  Pferd: (one) => typed(horse(one).horseName),
  'Pferd geboren': (one) => formatDay(horse(one).birthDate),
  Geschlecht: (one) => horseFields.gender.options[horse(one).gender],
  Lebensnummer: (one) => typed(horse(one).chipNumber ?? ''),
  Beginn: (one) => formatDay(horse(one).insuranceStartDate),
  Tarif: (one) => tariffNames[tariff(one).tariffType],
  Selbstbeteiligung: (one) => String(tariff(one).selfParticipation),
  Zahlweise: (one) => paymentFrequencyLabels[tariff(one).paymentFrequency],
  Monatsbeitrag: (one) => formatDecimal(tariff(one).monthlyPremium),
  Kontoinhaber: (one) => typed(mandate(one).accountHolder),
  IBAN: (one) => mandate(one).iban,
  BIC: (one) => mandate(one).bic,
  Bank: (one) => typed(mandate(one).bankName),
  Mandatsreferenz: (one) => mandate(one).mandateReference ?? '',
  'Mandat vom': (one) => formatDay(completedOn(one)),
  'Gläubiger-ID': (one) => mandate(one).creditorId ?? '',
};

/** The same facts under the names of the API: days in ISO 8601, money in EUR. */
function objectOf(one: HandedOver): object {
  const name = pick(person(one), 'salutation', 'firstName', 'lastName', 'birthDate');
  const address = pick(person(one), 'street', 'houseNumber', 'zipCode', 'city', 'email');
  const { tariffType, selfParticipation, paymentFrequency, monthlyPremium } = tariff(one);
  const { mandateReference = null, creditorId = null } = mandate(one);
  return {
    applicationId: one.id,
    completedOn: completedOn(one),
    policyholderInfo: { ...name, ...address, phone: internationalPhone(person(one).phone) },
    horseData: pick(horse(one), 'horseName', 'birthDate', 'gender', 'chipNumber', 'insuranceStartDate'),
    tariffSelection: { tariffType, selfParticipation, paymentFrequency, monthlyPremium },
    sepaMandate: {
      ...pick(mandate(one), 'accountHolder', 'iban', 'bic', 'bankName'),
      ...{ mandateReference, mandateDate: completedOn(one), creditorId },
    },
  };
}

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
