/** An application as the API shows it, and its five data sets together. */
import type { TObject } from 'typebox';
import { type Checked, check } from './fields';
import { type SetKey, type StepNumber, setKeys } from './steps/all';
import { type ContactData, contactData } from './steps/contact';
import { type HorseData, horseData } from './steps/horse';
import { type PolicyholderInfo, policyholderInfo } from './steps/policyholder';
import { type SepaMandate, sepaMandate } from './steps/sepa';
import { type TariffSelection, tariffSelection } from './steps/tariff';

/** Wire shape of an application; timestamps are ISO 8601 UTC. */
export type Application = {
  id: string;
  currentStep: StepNumber;
  completed: boolean;
  createdAt: string;
  lastUpdated: string;
};

/** Each data set as the visitor sends it. */
export type SetInput = {
  'horse-data': HorseData;
  'contact-data': ContactData;
  'tariff-selection': TariffSelection;
  'policyholder-info': PolicyholderInfo;
  'sepa-mandate': SepaMandate;
};

type Stored<T> = T & { id: string; applicationId: string };

/** Each data set as the server answers it; money in EUR, `ibanMasked` only for readers who may not see the IBAN. */
export type SetRecord = {
  'horse-data': Stored<Omit<HorseData, 'chipNumber'> & { chipNumber: string | null }>;
  'contact-data': Stored<ContactData>;
  'tariff-selection': Stored<Required<TariffSelection> & { monthlyPremium: number; annualPremium: number }>;
  'policyholder-info': Stored<PolicyholderInfo>;
  'sepa-mandate': Stored<SepaMandate & { ibanMasked?: string; mandateReference?: string }>;
};

/** All five data sets of an application that can be completed. */
export type AllSets = { [K in SetKey]: SetRecord[K] };

/** Title of a refusal to complete, and of the wizard's alert (spec 4 and 8). */
export const incompleteTitle = 'Unvollständige Daten';

/** Schema of a data set on a given day in Germany. */
export function setSchema(key: SetKey, today: string): TObject {
  return schemas[key](today);
}

/** Checks what a visitor sent for one data set against all its rules. */
export function checkSet<K extends SetKey>(key: K, today: string, input: unknown): Checked<SetInput[K]> {
  return check(setSchema(key, today), input) as Checked<SetInput[K]>;
}

/** Keys of the data sets that are not there yet, in the order of the wizard. */
export function missingSets(sets: { [K in SetKey]?: unknown }): SetKey[] {
  return setKeys.filter((key) => !sets[key]);
}

const schemas: Record<SetKey, (today: string) => TObject> = {
  'horse-data': horseData,
  'contact-data': () => contactData,
  'tariff-selection': () => tariffSelection,
  'policyholder-info': policyholderInfo,
  'sepa-mandate': () => sepaMandate,
};
