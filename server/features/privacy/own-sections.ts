import { confirmationLabels } from '#domain/cases/statuses';
import { formatDay } from '#domain/dates';
import { type Fact, factsOf } from '#domain/facts';
import { formatInstant, formatMoney } from '#domain/format';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import { mailKinds } from '#domain/mails/kinds';
import { offerStates } from '#domain/offers';
import { preparationStates } from '#domain/preparations/preparations';
import {
  contactFields,
  horseFields,
  mandateFields,
  policyholderFields,
  tariffFields,
} from '#domain/steps/sets';
import type { ShownData } from '#web/site/privacy/OwnDataPage.tsx';
import type { SeenData } from './own-data';

type OwnApplication = SeenData['applications'][number];

export function shownOf(data: SeenData): ShownData {
  const { applications, preparations, offers, callbackRequests, withdrawals, mails } = data;
  const sections = [
    ...applications.map((one) => ({ title: titleOf(one), facts: applicationFacts(one) })),
    ...preparations.map((one) => ({
      title: 'Am Telefon vorbereiteter Antrag',
      facts: preparationFacts(one),
    })),
    ...offers.map((one) => ({ title: 'Angebot', facts: ownOfferFacts(one) })),
    ...callbackRequests.map((one) => ({ title: 'Rückrufanfrage', facts: callbackFacts(one) })),
    ...withdrawals.map(({ receivedAt, name, contract, outcome }) => ({
      title: 'Widerruf',
      facts: [
        { label: 'Eingegangen', value: formatInstant(receivedAt) },
        { label: 'Name', value: name },
        { label: 'Nummer', value: contract },
        { label: 'Ergebnis', value: outcome && (withdrawalOutcomes[outcome] ?? outcome) },
      ],
    })),
  ];
  return {
    address: data.address,
    isEmpty: sections.length === 0,
    hasCompleted: applications.some(({ completed }) => completed),
    sections:
      mails.length > 0 ? [...sections, { title: 'E-Mails an Sie', facts: mails.map(mailFact) }] : sections,
  };
}

function mailFact({ type, at }: SeenData['mails'][number], place: number): Fact {
  return { label: `${place + 1}. ${formatInstant(at)}`, value: mailKinds[type]?.label ?? type };
}

function callbackFacts(request: SeenData['callbackRequests'][number]): Fact[] {
  const { name, phone, preferredTime, source, createdAt, calls, noCalls, reply } = request;
  return [
    { label: 'Gesendet', value: formatInstant(createdAt) },
    { label: 'Quelle', value: source },
    { label: 'Name', value: name },
    { label: 'Telefon', value: phone },
    { label: 'Wunschzeit', value: preferredTime },
    { label: 'Anrufe', value: String(calls.length) },
    { label: 'Weitere Anrufe', value: noCalls ? 'abbestellt' : null },
    replyFact(reply),
  ];
}

function titleOf({ completed, restricted, horseData }: OwnApplication): string {
  const state = completed ? 'Abgeschlossener Antrag' : 'Angefangener Antrag';
  const horse = horseData ? ` für ${horseData.horseName}` : '';
  return `${state}${horse}${completed && restricted ? ', gesperrt' : ''}`;
}

function applicationFacts(application: OwnApplication): Fact[] {
  const { id, lastUpdated, source, policyNumber, advice, confirmation, returns } = application;
  const { horseData, contactData, tariffSelection, policyholderInfo, sepaMandate } = application;
  // each row takes what it shows out of the fields, so that those without a row of their own follow
  const { insuranceStartDate, horseName, birthDate, chipNumber, ...horse } = factsOf(
    horseFields,
    horseData ?? {},
  );
  const { accountHolder, iban, ...mandate } = factsOf(mandateFields, {
    ...sepaMandate,
    iban: sepaMandate?.ibanMasked,
  });
  const born = birthDate.value && `geboren am ${birthDate.value}`;
  return [
    { label: 'Antragsnummer', value: id },
    { label: 'Zuletzt geändert', value: formatInstant(lastUpdated) },
    { label: 'Quelle', value: source },
    { label: 'Pferd', value: listed(horseName.value, born, chipNumber.value) },
    ...Object.values(horse),
    { label: 'Beginn', value: insuranceStartDate.value },
    ...personFacts('Kontakt', factsOf(contactFields, contactData ?? {})),
    ...Object.values(factsOf(tariffFields, tariffSelection ?? {})),
    ...policyholderFacts(policyholderInfo),
    { label: 'Versicherungsschein', value: policyNumber },
    { label: 'Bestätigung', value: confirmation && confirmationText(confirmation) },
    { label: 'Beratung', value: advice.map((one) => one.advice).join('\n') || null },
    { label: 'Antwort des Versicherers', value: returns.map(returnText).join('\n') || null },
    { label: 'Lastschrift', value: listed(accountHolder.value, iban.value) },
    ...Object.values(mandate),
    { label: 'Mandatsreferenz', value: sepaMandate?.mandateReference ?? null },
  ];
}

function returnText({ name, at, cells }: OwnApplication['returns'][number]): string {
  const told = cells.filter(({ text }) => text !== '').map(({ column, text }) => `${column}: ${text}`);
  return `${name} vom ${formatInstant(at)}: ${told.join('; ')}`;
}

function confirmationText({ answer, at }: NonNullable<OwnApplication['confirmation']>): string {
  const label = confirmationLabels[answer];
  return at === null ? label : `${label} (${formatInstant(at)})`;
}

function preparationFacts(prepared: SeenData['preparations'][number]): Fact[] {
  const { applicationId, createdAt, expiresAt, state, contact, horse, tariff, policyholder } = prepared;
  return [
    { label: 'Antragsnummer', value: applicationId },
    { label: 'Vorbereitet', value: formatInstant(createdAt) },
    { label: 'Stand', value: preparationStates[state] },
    { label: 'Einladung gilt bis', value: formatInstant(expiresAt) },
    replyFact(prepared.reply),
    ...personFacts('Kontakt', factsOf(contactFields, contact ?? {})),
    ...Object.values(factsOf(horseFields, horse ?? {})),
    ...Object.values(factsOf(tariffFields, tariff ?? {})),
    ...policyholderFacts(policyholder),
  ];
}

function ownOfferFacts(offer: SeenData['offers'][number]): Fact[] {
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

function replyFact(reply: { text: string } | null | undefined): Fact {
  return { label: 'Ihre Antwort per E-Mail', value: reply?.text ?? null };
}

/** Of the birth date the link shows the year only. */
function policyholderFacts(entered: { birthDate?: string | undefined } | null | undefined): Fact[] {
  const { birthDate: _, street, zipCode, ...person } = factsOf(policyholderFields, entered ?? {});
  return [
    ...personFacts('Versicherungsnehmer', person),
    { label: 'Geburtsjahr', value: entered?.birthDate ?? null },
    { label: 'Anschrift', value: listed(street.value, zipCode.value) },
  ];
}

type PersonFacts = Record<'salutation' | 'email' | 'phone', Fact> & Record<string, Fact>;

/** Name, address and number in one row, and rows for whatever else there is. */
function personFacts(label: string, person: PersonFacts): Fact[] {
  const { salutation, email, phone, ...more } = person;
  return [{ label, value: listed(salutation.value, email.value, phone.value) }, ...Object.values(more)];
}

function listed(...values: (string | null)[]): string | null {
  return values.filter(Boolean).join(', ') || null;
}
