import { factsOf } from '#domain/facts';
import { formatMoney } from '#domain/format';
import { tariffFields } from '#domain/steps/tariff';
import { perPeriod, tariffTypes } from '#domain/tariffs/catalogue';
import { toEuro } from '#domain/tariffs/premium';
import type { FormValues } from '../state';
import { CoverNote } from './CoverNote';
import { Facts } from './Facts';
import { type Prices, priceOf, selectionOf } from './tariff-form';

type Props = {
  values: Partial<FormValues>;
  prices: Prices;
  /** The day on which the insurance is to start; null while unknown. */
  start: string | null;
};

export function TariffSummary({ values, prices, start }: Props) {
  const type = tariffTypes.find((one) => one === values.tariffType);
  const selection = type ? selectionOf(values, type) : null;
  const premium = selection && priceOf(selection, prices);
  return (
    <section
      aria-labelledby="auswahl"
      className="rounded-card border border-green-200 bg-green-50 p-5 sm:p-6"
    >
      <h3 id="auswahl" className="text-xl text-green-900">
        Ihre Auswahl
      </h3>
      {/* there from the start, or the first selection would not be read out */}
      <div aria-live="polite" className="mt-3">
        {selection ? (
          <Facts
            facts={[
              ...Object.values(factsOf(tariffFields, selection)),
              {
                label: 'Beitrag',
                value: `${formatMoney(premium && toEuro(premium.periodCents))} ${perPeriod[selection.paymentFrequency]}`,
              },
            ]}
          />
        ) : (
          <p className="text-ink-soft">Noch kein Tarif gewählt.</p>
        )}
      </div>
      <CoverNote start={start} tariff={type} />
    </section>
  );
}
