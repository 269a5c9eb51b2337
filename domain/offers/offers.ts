/** A price that somebody gets by mail, to sleep over it. */
import { Integer, Object as ObjectType, Optional, type Static } from 'typebox';
import { berlinDay, formatDay } from '../dates';
import type { Entries } from '../facts';
import { optionalConsent, rule } from '../fields';
import { formNotices } from '../form-notices';
import { clientId } from '../ids';
import { emailRule } from '../people';
import { horseData, oldestHorse } from '../steps/horse';
import { choiceRules } from '../steps/tariff';
import { priceNotes } from '../tariffs/explanations';
import { assumedBirthSentence, type PricedSelection, surchargeAge } from '../tariffs/premium';

/** Of one account in 24 hours. */
export const mostStaffOffers = 20;

const yearMessage = 'Bitte prüfen Sie das Geburtsjahr';

export function offerRequest(today: string) {
  const year = Number(today.slice(0, 4));
  const isPossible = (value: number) => value <= year && value >= year - oldestHorse;
  return ObjectType({
    email: emailRule,
    ...choiceRules(),
    horseBirthYear: Optional(rule(Integer({ errorMessage: yearMessage }), isPossible, yearMessage)),
    insuranceStartDate: Optional(horseData(today).properties.insuranceStartDate),
    reminderConsent: optionalConsent(),
  });
}
export type OfferRequest = Static<ReturnType<typeof offerRequest>>;

export type OfferEntries = Entries<OfferRequest>;

/** What staff send, who ask nobody whether they want a reminder. */
export function newOffer(today: string) {
  const { reminderConsent: _, ...properties } = offerRequest(today).properties;
  return ObjectType({ id: clientId, ...properties });
}
export type NewOffer = Static<ReturnType<typeof newOffer>>;

/** What mail, PDF and page say. Days are `YYYY-MM-DD`; `validUntil` is the last one. */
export type OfferFacts = PricedSelection & {
  number: string;
  horseBirthYear: number | null;
  insuranceStartDate: string | null;
  monthlyCents: number;
  surchargePercent: number;
  tariffVersion: number;
  offeredOn: string;
  validUntil: string;
};

/** `/angebot/{token}`. `centsNow`: the monthly price if it has moved since. */
export type OfferView = OfferFacts & { centsNow: number | null };

export const birthYearLabel = 'Geburtsjahr des Pferdes';

export function birthYearFacts({ horseBirthYear }: Pick<OfferFacts, 'horseBirthYear'>) {
  return horseBirthYear === null ? [] : [{ label: birthYearLabel, value: String(horseBirthYear) }];
}

export function assumptionSentence({ horseBirthYear }: Pick<OfferFacts, 'horseBirthYear'>): string {
  return horseBirthYear === null
    ? `Berechnet für ein Pferd unter ${surchargeAge} Jahren.`
    : assumedBirthSentence;
}

/** What mail, PDF and page say beneath the price. */
export function offerNotes(offer: OfferFacts, operator: Parameters<typeof priceNotes>[2]): string[] {
  const { paymentFrequency, surchargePercent } = offer;
  return [assumptionSentence(offer), ...priceNotes(paymentFrequency, surchargePercent, operator)];
}

export function validitySentence({
  offeredOn,
  validUntil,
}: Pick<OfferFacts, 'offeredOn' | 'validUntil'>): string {
  return `Unverbindlich. Preisstand ${formatDay(offeredOn)}, gültig bis ${formatDay(validUntil)}.`;
}

export const offerStates = {
  open: 'Offen',
  begun: 'Antrag begonnen',
  completed: 'Antrag eingereicht',
  expired: 'Abgelaufen',
} as const;
export type OfferState = keyof typeof offerStates;

/** Money in EUR. */
export type OfferRow = {
  id: string;
  number: string;
  email: string;
  tariffType: PricedSelection['tariffType'];
  monthlyPremium: number;
  createdAt: string;
  expiresAt: string;
  state: OfferState;
  source: string;
  /** A mail about it came back. */
  undeliverable: boolean;
  /** The last answer by mail about it. */
  reply: { at: string; text: string } | null;
};

/** `sources`: the most frequent ones of all offers, with their numbers. */
export type OfferPage = {
  offers: OfferRow[];
  total: number;
  totalPages: number;
  sources: Record<string, number>;
};

export function offerFileName({ number }: Pick<OfferFacts, 'number'>): string {
  return `${number}.pdf`;
}

export const offerSentTitle = 'Ihr Angebot ist unterwegs';
/** The same whether it was sent or the address has got as many mails as one may get. */
export const offerSentSentence =
  'Wir schicken Ihnen das Angebot an die angegebene E-Mail-Adresse. Kommt in einigen Minuten nichts an, sehen Sie bitte auch im Spam-Ordner nach.';
export const offerDeletedTitle = 'Ihr Angebot ist gelöscht';
export const offerDeletedSentence =
  'Das Angebot und Ihre E-Mail-Adresse dazu sind gelöscht. Der Link aus der E-Mail öffnet nichts mehr.';

export const offerRefusals = {
  unknown: 'Dieses Angebot gibt es nicht.',
  tooMany: `Sie haben in 24 Stunden schon ${mostStaffOffers} Angebote gesendet. Bitte versuchen Sie es später erneut.`,
} as const;

export const offerNotices = formNotices({
  what: 'Ihre Anfrage',
  it: 'sie',
  several: 'Anfragen',
  instead: 'schreiben Sie uns',
});

export function lastDayOfOffer(expiresAt: number): string {
  return berlinDay(new Date(expiresAt));
}
