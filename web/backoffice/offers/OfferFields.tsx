import { Fragment } from 'react';
import { berlinDay } from '#domain/dates';
import { offerFields } from '#domain/offers/facts';
import { latestInsuranceStart, oldestHorse } from '#domain/steps/horse';
import { paymentFrequencies, tariffTypes } from '#domain/tariffs/catalogue';
import { assumedBirthDate, assumedBirthSentence } from '#domain/tariffs/premium';
import { DescribedField, type FieldLimits } from '../../ui/DescribedField';
import { showHint } from '../../ui/hints/start';
import type { Fields } from '../form/form';
import { ageNote, PricesMissing, priceOf, usePrices } from '../prices';

const { reminderConsent: _, ...fields } = offerFields;
type Name = keyof typeof fields;
const names = Object.keys(fields) as Name[];

/** The same by `offerFields`; what a visitor is asked besides, staff leave out. */
export type TypedOffer = Record<Name, string>;

export const noOffer: TypedOffer = {
  email: '',
  tariffType: '',
  selfParticipation: '0',
  paymentFrequency: 'monthly',
  horseBirthYear: '',
  insuranceStartDate: '',
};

export function OfferFields({ typed, control }: Fields<TypedOffer>) {
  const today = berlinDay(new Date());
  const limits: Partial<Record<Name, FieldLimits>> = {
    email: { className: 'sm:col-span-2' },
    tariffType: { className: 'sm:col-span-2' },
    // the price says it
    paymentFrequency: { hint: null },
    horseBirthYear: { className: 'sm:col-span-2' },
    insuranceStartDate: { className: 'sm:col-span-2', min: today, max: latestInsuranceStart(today) },
  };
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2" onFocus={showHint} onBlur={showHint}>
      {names.map((name) => (
        <Fragment key={name}>
          <DescribedField field={fields[name]} autoComplete="off" {...limits[name]} {...control(name)} />
          {/* in sight on a phone, too */}
          {name === 'paymentFrequency' ? <OfferPrice typed={typed} today={today} /> : null}
        </Fragment>
      ))}
    </fieldset>
  );
}

function OfferPrice({ typed, today }: { typed: TypedOffer; today: string }) {
  const prices = usePrices();
  const tariffType = tariffTypes.find((one) => one === typed.tariffType);
  const paymentFrequency = paymentFrequencies.find((one) => one === typed.paymentFrequency);
  const year = Number(typed.horseBirthYear);
  const isPossible = year <= Number(today.slice(0, 4)) && year >= Number(today.slice(0, 4)) - oldestHorse;
  const birthDate = assumedBirthDate(isPossible ? year : null);
  const chosen = tariffType && paymentFrequency;
  const price =
    chosen &&
    prices.data &&
    priceOf(
      prices.data,
      { tariffType, paymentFrequency, selfParticipation: Number(typed.selfParticipation) },
      birthDate,
    );
  return (
    <div
      aria-live="polite"
      className="sm:col-span-2 rounded-control border border-green-200 bg-green-50 px-4 py-3"
    >
      {prices.data ? null : <PricesMissing prices={prices} />}
      {price ? (
        <p className="tabular-nums">
          <strong className="font-serif text-xl lining-nums">{price.amount}</strong>{' '}
          <span className="inline-block">{`${price.period},`}</span>{' '}
          <span className="inline-block">{price.besides}</span>
        </p>
      ) : (
        <p>Beitrag: noch kein Tarif gewählt.</p>
      )}
      {price && prices.data ? (
        <p className="text-sm text-ink-soft">
          {[ageNote(prices.data, birthDate), ...(birthDate ? [assumedBirthSentence] : [])].join(' ')}
        </p>
      ) : null}
    </div>
  );
}
