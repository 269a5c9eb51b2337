import { type AllSets, setFields } from '#domain/application';
import { maskIban } from '#domain/bank/numbers';
import { formatDay } from '#domain/dates';
import { type Fact, factsOf } from '#domain/facts';
import { formatMoney } from '#domain/format';
import { taxSentence } from '#domain/law/wordings';
import type { SetKey } from '#domain/steps/all';
import { policyholderFields } from '#domain/steps/sets';
import { perPeriod, type TariffType, tariffNames } from '#domain/tariffs/catalogue';
import { coverSentence, waitingSentence } from '#domain/tariffs/explanations';
import { instalmentCents, toEuro } from '#domain/tariffs/premium';
import { useOperator } from '../../operator';

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line/70">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid gap-x-4 py-2 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)]">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="font-medium wrap-anywhere">{value || '-'}</dd>
        </div>
      ))}
    </dl>
  );
}

type CoverProps = { start: string | null | undefined; tariff: TariffType | undefined };

/** Beside a price: what it contains, the waiting periods and, once start and tariff are known, the days on which cover begins. */
export function CoverNote({ start, tariff }: CoverProps) {
  const tax = taxSentence(useOperator());
  return (
    <div className="mt-3 space-y-1 text-sm text-ink-soft">
      {tax ? <p>{tax}</p> : null}
      <p>{waitingSentence}</p>
      {start && tariff ? <p>{coverSentence(start, tariff)}</p> : null}
    </div>
  );
}

type OfferProps = { horse: AllSets['horse-data']; tariff: AllSets['tariff-selection'] };

/** What the button submits, right above it: tariff, start, and the price of a payment and of a year (BGB § 312j). */
export function Offer({ horse, tariff }: OfferProps) {
  const yearly = tariff.paymentFrequency === 'annual' ? '' : `, im Jahr ${formatMoney(tariff.annualPremium)}`;
  return (
    <p className="rounded-control border border-green-200 bg-green-50 px-4 py-3.5 font-semibold">
      {`Sie beantragen: ${tariffNames[tariff.tariffType]} ab ${formatDay(horse.insuranceStartDate)} für ${contribution(tariff)}${yearly}.`}
    </p>
  );
}

export const cardFacts: { [K in SetKey]: (record: AllSets[K]) => Fact[] } = {
  'horse-data': (horse) => Object.values(factsOf(setFields['horse-data'], horse)),
  'contact-data': (contact) => Object.values(factsOf(setFields['contact-data'], contact)),
  'tariff-selection': (selection) => [
    ...Object.values(factsOf(setFields['tariff-selection'], selection)),
    { label: 'Beitrag', value: contribution(selection) },
  ],
  'policyholder-info': (person) => {
    const { salutation: name, birthDate, street, zipCode, ...more } = factsOf(policyholderFields, person);
    const address = { label: 'Anschrift', value: `${street.value}, ${zipCode.value}` };
    return [name, birthDate, address, ...Object.values(more)];
  },
  'sepa-mandate': ({ ibanMasked, ...mandate }) =>
    Object.values(
      factsOf(setFields['sepa-mandate'], { ...mandate, iban: ibanMasked ?? maskIban(mandate.iban) }),
    ),
};

/** The price of one payment: `119,31 € im Vierteljahr`. */
export function contribution(selection: AllSets['tariff-selection']): string {
  return `${formatMoney(toEuro(instalmentCents(selection)))} ${perPeriod[selection.paymentFrequency]}`;
}
