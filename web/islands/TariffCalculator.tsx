import { useState } from 'react';
import { hasAgeSurcharge, quote, surchargeAge, toEuro } from '../../domain/premium';
import {
  deductibleLabel,
  deductibles,
  type PaymentFrequency,
  paymentFrequencies,
  paymentFrequencyLabels,
  type TariffType,
} from '../../domain/tariffs';
import { pages } from '../../domain/urls';
import { TariffTable } from '../site/home/TariffTable';
import { optionsOf, SelectField } from '../ui/select-field';
import type { IslandProps } from './names';

const deductibleOptions = deductibles.map((amount) => ({
  value: String(amount),
  label: deductibleLabel(amount),
}));
const yearsBack = 40;

/** Three choices above the tariff table change its prices, and travel with the visitor into the wizard. */
export function TariffCalculator({ catalogue, today }: IslandProps['tariffs']) {
  const [deductible, setDeductible] = useState('0');
  const [frequency, setFrequency] = useState<PaymentFrequency>('monthly');
  const [birthYear, setBirthYear] = useState('');
  // only the year is known: its middle is the fairest guess
  const birthDate = birthYear ? `${birthYear}-07-01` : null;

  const price = (tariffType: TariffType) => {
    const selection = { tariffType, selfParticipation: Number(deductible), paymentFrequency: frequency };
    const premium = quote(catalogue, selection, birthDate, today);
    return premium ? toEuro(premium.monthlyCents) : null;
  };
  const link = (tariff: TariffType) =>
    `${pages.calculator}?${new URLSearchParams({ tariff, deductible, frequency })}`;

  return (
    <>
      <div className="mb-8 grid gap-5 rounded-card border border-line bg-white p-5 shadow-card sm:grid-cols-3 sm:p-6">
        <SelectField
          name="deductible"
          label="Selbstbeteiligung"
          options={deductibleOptions}
          value={deductible}
          onChange={(event) => setDeductible(event.target.value)}
        />
        <SelectField
          name="frequency"
          label="Zahlweise"
          options={optionsOf(paymentFrequencyLabels)}
          value={frequency}
          onChange={(event) =>
            setFrequency(paymentFrequencies.find((one) => one === event.target.value) ?? 'monthly')
          }
        />
        <SelectField
          name="birthYear"
          label="Geburtsjahr des Pferdes"
          options={[{ value: '', label: 'Keine Angabe' }, ...birthYears(today)]}
          value={birthYear}
          onChange={(event) => setBirthYear(event.target.value)}
          hint={
            hasAgeSurcharge(birthDate, today)
              ? `Mit Alterszuschlag: Ihr Pferd ist ${surchargeAge} Jahre oder älter.`
              : `Ab ${surchargeAge} Jahren kommt ein Alterszuschlag hinzu.`
          }
        />
      </div>
      <TariffTable tariffs={catalogue.tariffs} priceOf={price} linkOf={link} />
    </>
  );
}

function birthYears(today: string) {
  const year = Number(today.slice(0, 4));
  return Array.from({ length: yearsBack }, (_, age) => ({
    value: String(year - age),
    label: String(year - age),
  }));
}
