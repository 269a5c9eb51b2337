import type { AllSets } from '#domain/application';
import { formatDay } from '#domain/dates';
import { formatMoney } from '#domain/format';
import { tariffNames } from '#domain/tariffs/catalogue';
import { contribution } from './summary-cards';

type Props = { horse: AllSets['horse-data']; tariff: AllSets['tariff-selection'] };

/** What the button submits, right above it: tariff, start, and the price of a payment and of a year (BGB § 312j). */
export function Offer({ horse, tariff }: Props) {
  const yearly = tariff.paymentFrequency === 'annual' ? '' : `, im Jahr ${formatMoney(tariff.annualPremium)}`;
  return (
    <p className="rounded-control border border-green-200 bg-green-50 px-4 py-3.5 font-semibold">
      {`Sie beantragen: ${tariffNames[tariff.tariffType]} ab ${formatDay(horse.insuranceStartDate)} für ${contribution(tariff)}${yearly}.`}
    </p>
  );
}
