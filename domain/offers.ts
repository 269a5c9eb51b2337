/** A price that somebody gets by mail, to sleep over it. */
import { Integer, Object as ObjectType, Optional, type Static } from 'typebox';
import { addDays, berlinDay, berlinMidnight, formatDay } from './dates';
import { type Fact, type Fields, factsOf } from './facts';
import { optionalConsent, rule } from './fields';
import { formatMoney } from './format';
import { clientId } from './ids';
import { offerReminderConsent } from './law/wordings';
import type { Counted, Reply } from './lists';
import { emailRule, reachFields } from './people';
import { choiceRules, horseData, oldestHorse, tariffFields } from './steps/sets';
import { perPeriod } from './tariffs/catalogue';
import { coverSentence, priceNotes, waitingSentence } from './tariffs/explanations';
import { assumedBirthSentence, type PricedSelection, periods, surchargeAge, toEuro } from './tariffs/premium';
import { hourMs } from './time';

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

const birthYearLabel = 'Geburtsjahr des Pferdes';

export function birthYearFacts({ horseBirthYear }: Pick<OfferFacts, 'horseBirthYear'>) {
  return horseBirthYear === null ? [] : [{ label: birthYearLabel, value: String(horseBirthYear) }];
}

export function assumptionSentence({ horseBirthYear }: Pick<OfferFacts, 'horseBirthYear'>): string {
  return horseBirthYear === null
    ? `Berechnet für ein Pferd unter ${surchargeAge} Jahren.`
    : assumedBirthSentence;
}

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
  undeliverable: boolean;
  reply: Reply | null;
};

export type OfferPage = Counted & { offers: OfferRow[]; sources: Record<string, number> };

export const offerNews = {
  /** The same whether it was sent or the address has got as many mails as one may get. */
  sent: {
    title: 'Ihr Angebot ist unterwegs',
    lead: 'Bitte sehen Sie in Ihr Postfach.',
    sentence:
      'Wir schicken Ihnen das Angebot an die angegebene E-Mail-Adresse. Kommt in einigen Minuten nichts an, sehen Sie bitte auch im Spam-Ordner nach.',
  },
  deleted: {
    title: 'Ihr Angebot ist gelöscht',
    lead: 'Das gilt sofort.',
    sentence:
      'Das Angebot und Ihre E-Mail-Adresse dazu sind gelöscht. Der Link aus der E-Mail öffnet nichts mehr.',
  },
};

const most = 20;
/** What one account sends in 24 hours. */
export const offersADay = {
  actions: ['offer_created'],
  most,
  message: `Sie haben in 24 Stunden schon ${most} Angebote gesendet. Bitte versuchen Sie es später erneut.`,
} as const;

export const offerFields = {
  email: reachFields.email,
  ...tariffFields,
  tariffType: { ...tariffFields.tariffType, placeholder: 'Bitte wählen' },
  horseBirthYear: {
    label: `${birthYearLabel} (freiwillig)`,
    readLabel: birthYearLabel,
    kind: 'digits',
    hint: `Ab ${surchargeAge} Jahren kommt ein Zuschlag hinzu. Ohne Jahr rechnen wir mit einem jüngeren Pferd.`,
  },
  insuranceStartDate: {
    label: 'Gewünschter Beginn',
    kind: 'date',
    hint: 'Falls Sie ihn schon kennen: heute bis höchstens ein Jahr voraus.',
  },
  reminderConsent: { label: 'Erinnerung', sentence: offerReminderConsent },
} satisfies Fields<OfferRequest>;

export function offerFacts(offer: OfferFacts): Fact[] {
  const { tariffType, selfParticipation, paymentFrequency, ...horse } = factsOf(offerFields, offer);
  return [
    tariffType,
    selfParticipation,
    paymentFrequency,
    ...birthYearFacts(offer),
    horse.insuranceStartDate,
    { label: 'Angebotsnummer', value: offer.number },
    { label: 'Tarifstand', value: `Version ${offer.tariffVersion}` },
  ].map(({ label, value }) => ({ label, value: value ?? 'Noch offen' }));
}

/** `133,74 €`, `im Vierteljahr` and `534,96 € im Jahr` for a monthly price; null: that is the payment. */
export function offerAmounts(
  { paymentFrequency }: Pick<OfferFacts, 'paymentFrequency'>,
  monthlyCents: number,
) {
  const { months } = periods[paymentFrequency];
  return {
    amount: formatMoney(toEuro(monthlyCents * months)),
    rhythm: perPeriod[paymentFrequency],
    yearly: months === 12 ? null : `${formatMoney(toEuro(monthlyCents * 12))} ${perPeriod.annual}`,
  };
}

/** When which cover begins: by days, if a start is wished for. */
export function offerCover({ insuranceStartDate, tariffType }: OfferFacts): string {
  return insuranceStartDate === null ? waitingSentence : coverSentence(insuranceStartDate, tariffType);
}

export const movedTitle = 'Der Beitrag hat sich seit dem Angebot geändert.';

export function movedSentence(offer: Pick<OfferFacts, 'paymentFrequency'>, centsNow: number): string {
  const { amount, rhythm, yearly } = offerAmounts(offer, centsNow);
  return `${movedTitle} Jetzt sind es ${amount} ${rhythm}${yearly ? ` (${yearly})` : ''}.`;
}

const reminderDaysBefore = 3;
/** Reminders go out in the morning. */
const reminderHour = 9;

/** `nextTariffs`: the day on which the next released tariffs begin, not before tomorrow. */
export function endOfOffer(today: string, days: number, nextTariffs: string | null): number {
  const last = addDays(today, days);
  const isShorter = nextTariffs !== null && nextTariffs <= last;
  return berlinMidnight(isShorter ? nextTariffs : addDays(last, 1)) - 1;
}

/** Who wants to be reminded of an offer gets the mail at `now` if it ends before this instant. */
export function reminderBoundary(now: number): number {
  const day = berlinDay(new Date(now - reminderHour * hourMs));
  return berlinMidnight(addDays(day, reminderDaysBefore + 1));
}
