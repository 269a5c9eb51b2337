import { formatDay } from '#domain/dates';
import { type Fact, factsOf } from '#domain/facts';
import { formatInstant, formatMoney } from '#domain/format';
import { offerStates } from '#domain/offers/offers';
import { preparationStates } from '#domain/preparations/preparations';
import type { OwnOffer, OwnPreparation } from '#domain/privacy/own-data';
import { contactFields } from '#domain/steps/contact';
import { horseFields } from '#domain/steps/horse';
import { policyholderFields } from '#domain/steps/policyholder';
import { tariffFields } from '#domain/steps/tariff';

export function preparationFacts(prepared: OwnPreparation): Fact[] {
  const { applicationId, createdAt, expiresAt, state, contact, horse, tariff, policyholder } = prepared;
  const { birthDate: _, street, zipCode, ...person } = factsOf(policyholderFields, policyholder ?? {});
  return [
    { label: 'Antragsnummer', value: applicationId },
    { label: 'Vorbereitet', value: formatInstant(createdAt) },
    { label: 'Stand', value: preparationStates[state] },
    { label: 'Einladung gilt bis', value: formatInstant(expiresAt) },
    replyFact(prepared.reply),
    ...personFacts('Kontakt', factsOf(contactFields, contact ?? {})),
    ...Object.values(factsOf(horseFields, horse ?? {})),
    ...Object.values(factsOf(tariffFields, tariff ?? {})),
    ...personFacts('Versicherungsnehmer', person),
    { label: 'Geburtsjahr', value: policyholder?.birthDate ?? null },
    { label: 'Anschrift', value: listed(street.value, zipCode.value) },
  ];
}

export function ownOfferFacts(offer: OwnOffer): Fact[] {
  const { number, horseBirthYear, insuranceStartDate, monthlyPremium, createdAt, expiresAt } = offer;
  return [
    { label: 'Angebotsnummer', value: number },
    { label: 'Erstellt', value: formatInstant(createdAt) },
    { label: 'Gültig bis', value: formatInstant(expiresAt) },
    { label: 'Stand', value: offerStates[offer.state] },
    { label: 'Quelle', value: offer.source },
    ...Object.values(factsOf(tariffFields, offer)),
    { label: 'Monatsbeitrag', value: formatMoney(monthlyPremium) },
    { label: 'Geburtsjahr des Pferdes', value: horseBirthYear === null ? null : String(horseBirthYear) },
    { label: 'Gewünschter Beginn', value: insuranceStartDate && formatDay(insuranceStartDate) },
    { label: 'Erinnerung gewünscht', value: offer.reminderConsent ? 'Ja' : null },
    replyFact(offer.reply),
  ];
}

export function replyFact(reply: { text: string } | null | undefined): Fact {
  return { label: 'Ihre Antwort per E-Mail', value: reply?.text ?? null };
}

type PersonFacts = Record<'salutation' | 'email' | 'phone', Fact> & Record<string, Fact>;

/** Name, address and number in one row, and rows for whatever else there is. */
export function personFacts(label: string, person: PersonFacts): Fact[] {
  const { salutation, email, phone, ...more } = person;
  return [{ label, value: listed(salutation.value, email.value, phone.value) }, ...Object.values(more)];
}

export function listed(...values: (string | null)[]): string | null {
  return values.filter(Boolean).join(', ') || null;
}
