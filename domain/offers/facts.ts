/** The form for an offer, and what page, mail and PDF say of one. */
import { type Fact, type Fields, factsOf } from '../facts';
import { formatMoney } from '../format';
import { offerReminderConsent } from '../law/wordings';
import { tariffFields } from '../steps/tariff';
import { perPeriod } from '../tariffs/catalogue';
import { periods, surchargeAge, toEuro } from '../tariffs/premium';
import { coverSentence, waitingSentence } from '../tariffs/waiting';
import { birthYearFacts, birthYearLabel, type OfferFacts, type OfferRequest } from './offers';

export const offerFields = {
  email: { label: 'E-Mail', kind: 'email', autoComplete: 'email' },
  tariffType: { ...tariffFields.tariffType, placeholder: 'Bitte wählen' },
  selfParticipation: tariffFields.selfParticipation,
  paymentFrequency: tariffFields.paymentFrequency,
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

/** Besides the price. */
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
