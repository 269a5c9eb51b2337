/** What an application begins with: it is read from its source until it is saved, and the person checks all of it. */

import { defaultSource, phoneSource } from '../fields';
import type { ContactData, HorseData, PolicyholderInfo } from '../steps/sets';
import type { PricedSelection } from '../tariffs/premium';
import type { PreparedValues } from './preparations';

/** Another application of the same person, a call with staff, or an offer. */
export type PrefillSource = 'application' | 'preparation' | 'offer';

/** Where its applicant comes from (`domain/fields.ts`), if what it was begun from does not know that. */
export function usualSource(begunFrom: PrefillSource): string {
  return begunFrom === 'preparation' ? phoneSource : defaultSource;
}

type Given<Values, Names extends keyof Values = never> = Partial<Omit<Values, Names>>;

/** `GET /api/applications/{id}/prefill`: never consents, declarations or bank data. */
export type Prefill = {
  contactData?: Given<ContactData, 'dataProcessingConsent' | 'reminderConsent'>;
  policyholderInfo?: Given<PolicyholderInfo>;
  horse?: Given<HorseData, 'requirementsConsent'>;
  tariff?: PricedSelection;
};

/** At most one is there. */
type Sources = {
  application: { contact: ContactData; policyholder: PolicyholderInfo } | null;
  preparation: PreparedValues | null;
  offer: (PricedSelection & { email: string; insuranceStartDate: string | null }) | null;
};

/** Null: there is nothing (any more). */
export function prefillOf({ application, preparation, offer }: Sources, today: string): Prefill | null {
  if (application) return prefillOfApplication(application);
  if (preparation) return prefillOfPreparation(preparation, today);
  return offer && prefillOfOffer(offer, today);
}

function prefillOfApplication({ contact, policyholder }: NonNullable<Sources['application']>): Prefill {
  const { birthDate, street, houseNumber, zipCode, city } = policyholder;
  return {
    contactData: personOf(contact),
    policyholderInfo: { ...personOf(policyholder), birthDate, street, houseNumber, zipCode, city },
  };
}

function prefillOfPreparation(
  { contact, horse, tariff, policyholder }: PreparedValues,
  today: string,
): Prefill {
  const { insuranceStartDate, ...others } = horse ?? {};
  return {
    contactData: contact,
    ...ifAny('policyholderInfo', policyholder ?? {}),
    ...ifAny('horse', { ...others, ...startOf(insuranceStartDate, today) }),
    ...(tariff && { tariff }),
  };
}

function prefillOfOffer(
  { email, insuranceStartDate, ...tariff }: NonNullable<Sources['offer']>,
  today: string,
): Prefill {
  return { contactData: { email }, tariff, ...ifAny('horse', startOf(insuranceStartDate, today)) };
}

function startOf(insuranceStartDate: string | null | undefined, today: string) {
  return insuranceStartDate && insuranceStartDate >= today ? { insuranceStartDate } : {};
}

function ifAny<Name extends keyof Prefill>(name: Name, values: NonNullable<Prefill[Name]>): Prefill {
  return Object.keys(values).length > 0 ? { [name]: values } : {};
}

function personOf({ salutation, firstName, lastName, email, phone }: Person): Person {
  return { salutation, firstName, lastName, email, phone };
}

type Person = Omit<ContactData, 'dataProcessingConsent' | 'reminderConsent'>;
