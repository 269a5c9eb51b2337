import { Boolean as BooleanType, Object as ObjectType, type Static, type TObject } from 'typebox';
import type { Consent, Field } from './facts';
import { type Checked, check } from './fields';
import { type SetKey, type StepNumber, setKeys } from './steps/all';
import {
  contactFields,
  horseFields,
  mandateFields,
  policyholderFields,
  setSchemas,
  tariffFields,
} from './steps/sets';

export type Application = {
  id: string;
  currentStep: StepNumber;
  completed: boolean;
  createdAt: string;
  lastUpdated: string;
};

export const setFields: Record<SetKey, Record<string, Field | Consent>> = {
  'horse-data': horseFields,
  'contact-data': contactFields,
  'tariff-selection': tariffFields,
  'policyholder-info': policyholderFields,
  'sepa-mandate': mandateFields,
};

export type SetInput = { [K in SetKey]: Static<ReturnType<(typeof setSchemas)[K]>> };

export type Entered = { [K in SetKey]: { key: K; input: SetInput[K] } }[SetKey];

/** Fields that the visitor left out are null. */
type Stored<T> = { id: string; applicationId: string } & {
  [Name in keyof T]-?: undefined extends T[Name] ? Exclude<T[Name], undefined> | null : T[Name];
};

/** Each data set as the server returns it; money in EUR, `ibanMasked` only for readers who may not see the IBAN. */
export type SetRecord = {
  'horse-data': Stored<SetInput['horse-data']>;
  /** Without the consent to reminders unless it was given. */
  'contact-data': Omit<Stored<SetInput['contact-data']>, 'reminderConsent'> & { reminderConsent?: boolean };
  'tariff-selection': Stored<Required<SetInput['tariff-selection']>> & {
    monthlyPremium: number;
    annualPremium: number;
  };
  'policyholder-info': Stored<SetInput['policyholder-info']>;
  /** Reference and creditor are set at completion. */
  'sepa-mandate': Stored<SetInput['sepa-mandate']> & {
    ibanMasked?: string;
    mandateReference?: string;
    creditorName?: string;
    creditorId?: string;
  };
};

/** What the applicant declares besides the data sets: body and response of `declarations`. */
export const declarations = /* @__PURE__ */ ObjectType({
  adviceWaiver: /* @__PURE__ */ BooleanType({
    errorMessage: 'Bitte geben Sie an, ob Sie auf Beratung verzichten',
  }),
});
export type Declarations = Static<typeof declarations>;

/** `recipients`: who gets which mail, if policyholder and contact have different addresses. */
export type StoredDeclarations = Declarations & { recipients?: string };

export function recipientsSentence(contact: string, policyholder: string): string {
  return `Unterlagen und Bestätigung gehen an ${contact} und ${policyholder}.`;
}

/** A data set is returned with its own state; a submission names those that the overview showed, with dots between them. */
export const shownStateHeader = 'X-Shown-State';

/** Names the source of an application that the save creates, percent-encoded, because a header has no other letters. */
export const sourceHeader = 'X-Source';

export type Sets = { [K in SetKey]: SetRecord[K] | null };

export type AllSets = { [K in SetKey]: SetRecord[K] };

/** The button that submits the application, unless `SUBMIT_LABEL` rewords it. */
export const usualSubmitLabel = 'Antrag absenden';

export const incompleteTitle = 'Unvollständige Daten';

export const missingSentences: Record<SetKey, string> = {
  'horse-data': 'Keine Pferdedaten verfügbar',
  'contact-data': 'Keine Kontaktdaten verfügbar',
  'tariff-selection': 'Keine Tarifdaten verfügbar',
  'policyholder-info': 'Keine Versicherungsnehmerdaten verfügbar',
  'sepa-mandate': 'Keine SEPA-Daten verfügbar',
};

/** The schemas of the day that was asked for last: making one takes longer than a check. */
let made: { today: string; of: Partial<Record<SetKey, TObject>> } = { today: '', of: {} };

export function setSchema(key: SetKey, today: string): TObject {
  if (made.today !== today) made = { today, of: {} };
  made.of[key] ??= setSchemas[key](today);
  return made.of[key];
}

export function checkSet<K extends SetKey>(key: K, today: string, input: unknown): Checked<SetInput[K]> {
  return check(setSchema(key, today), input) as Checked<SetInput[K]>;
}

export function missingSets(sets: { [K in SetKey]?: unknown }): SetKey[] {
  return setKeys.filter((key) => !sets[key]);
}

export function areAllThere(sets: Sets): sets is AllSets {
  return missingSets(sets).length === 0;
}
