import { type ComponentProps, useId } from 'react';
import { formatMoney, typeset } from '#domain/format';
import { tariffFields } from '#domain/steps/tariff';
import { perPeriod, type Tariff } from '#domain/tariffs/catalogue';
import { deductibleHint, notInsured } from '#domain/tariffs/explanations';
import { type PricedSelection, toEuro } from '#domain/tariffs/premium';
import { optionsOf, SelectField } from '../../ui/fields';
import { CheckIcon } from '../../ui/icons';
import { type Prices, priceOf } from './tariff-form';

type Props = {
  /** Target of the error summary; only on the first card. */
  id: string | undefined;
  tariff: Tariff;
  selection: PricedSelection;
  prices: Prices;
  chosen: boolean;
  radio: ComponentProps<'input'>;
  deductible: Pick<ComponentProps<typeof SelectField>, 'name' | 'error' | 'onChange' | 'onBlur' | 'ref'>;
};

const { label, options } = tariffFields.selfParticipation;

/** One tariff: badge, price for the period, deductible, what is insured and what is not. The head chooses it. */
export function TariffCard({ id, tariff, selection, prices, chosen, radio, deductible }: Props) {
  const { catalogue, birthDate, today } = prices;
  const radioId = useId();
  const recommended = tariff.type === 'top';
  const frame = chosen ? 'border-green-800 ring-2 ring-green-800' : 'border-line hover:border-line-strong';
  return (
    <article
      data-tariff={tariff.type}
      className={`relative flex flex-col rounded-card border bg-white shadow-card transition-colors ${frame}`}
    >
      <p
        className={`rounded-t-[calc(var(--radius-card)-1px)] px-5 py-2 text-center text-sm font-semibold ${recommended ? 'bg-saddle-700 text-white' : 'bg-green-50 text-green-900'}`}
      >
        {tariff.badge}
      </p>
      <label htmlFor={id ?? radioId} className="cursor-pointer px-5 pt-5 pb-4">
        <span className="flex items-start gap-3">
          <input
            type="radio"
            id={id ?? radioId}
            value={tariff.type}
            className="mt-1 size-5 shrink-0 accent-green-800"
            {...radio}
            aria-labelledby={`${radioId}-name`}
          />
          <span
            id={`${radioId}-name`}
            className="font-serif text-xl leading-tight font-semibold text-green-900"
          >
            {tariff.name}
          </span>
        </span>
        <Price selection={selection} prices={prices} />
      </label>
      <div className="border-y border-line bg-paper/60 px-5 py-4">
        <SelectField
          {...deductible}
          label={label}
          options={optionsOf(options)}
          hint={deductibleHint(catalogue, selection, birthDate, today)}
        />
      </div>
      <p className="px-5 pt-5 text-[0.95rem]">
        <strong className="font-semibold">Nicht versichert:</strong>{' '}
        <span className="text-ink-soft">{notInsured(catalogue.tariffs, tariff)}</span>
      </p>
      <ul className="grow space-y-2.5 px-5 py-5 text-[0.95rem]">
        {tariff.benefits.map(({ name, beschreibung }) => (
          <li key={name} className="flex gap-2.5">
            <CheckIcon className="mt-1 size-4 shrink-0 text-green-700" />
            <span>
              <strong className="block leading-snug font-semibold">{name}</strong>
              <span className="text-ink-soft">{typeset(beschreibung)}</span>
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Price({ selection, prices }: Pick<Props, 'selection' | 'prices'>) {
  const premium = priceOf(selection, prices);
  const monthly = selection.paymentFrequency === 'monthly';
  return (
    <span className="mt-3 block min-h-17">
      <span className="font-serif text-3xl font-semibold text-ink lining-nums tabular-nums">
        {formatMoney(premium && toEuro(premium.periodCents))}
      </span>{' '}
      <span className="text-ink-soft">{perPeriod[selection.paymentFrequency]}</span>
      {monthly ? null : (
        <span className="block text-sm text-ink-soft tabular-nums">
          {`entspricht ${formatMoney(premium && toEuro(premium.monthlyCents))} ${perPeriod.monthly}`}
        </span>
      )}
    </span>
  );
}
