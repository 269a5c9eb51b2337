import { type ReactNode, useState } from 'react';
import { berlinDay, yearsBefore } from '#domain/dates';
import { oldestHorse } from '#domain/steps/horse';
import { type Catalogue, tariffNames, tariffTypes } from '#domain/tariffs/catalogue';
import { ageNote, PricesMissing, priceOf, usePrices } from '../prices';
import { choiceIn, selectionOf, type Typed } from './typed';

/** The prices, and the birth date for which they are; null: it is not known. */
export function usePrice(typed: Typed) {
  const today = berlinDay(new Date());
  const birthDate = useLastPossible(typed['horse.birthDate'] ?? '', today);
  return { prices: usePrices(), birthDate, today };
}

export type Price = ReturnType<typeof usePrice>;

/** A year that is typed digit by digit is impossible at first: until it is there, the price stays. */
function useLastPossible(entered: string, today: string): string | null {
  const [last, setLast] = useState('');
  const isPossible = entered === '' || (entered <= today && entered >= yearsBefore(today, oldestHorse));
  if (isPossible && last !== entered) setLast(entered);
  return (isPossible ? entered : last) || null;
}

type Props = Pick<Price, 'prices' | 'birthDate'> & { typed: Typed };

/** Always in sight: beside the form on wide screens, else a bar at the foot of the window. */
export function PricePanel({ prices, typed, birthDate }: Props) {
  return (
    <aside
      aria-label="Beitrag"
      data-floating
      className="z-20 rounded-card border border-green-200 bg-green-50 tall:sticky max-xl:bottom-2 max-xl:px-4 max-xl:py-2 max-xl:shadow-raised xl:top-6 xl:p-6 xl:shadow-card print:hidden"
    >
      <h2 className="mb-2 text-xl text-green-900 max-xl:sr-only">Beitrag</h2>
      {/* there from the start, or the first price would not be read out */}
      <div
        aria-live="polite"
        className="max-xl:flex max-xl:flex-wrap max-xl:items-baseline max-xl:gap-x-4 max-sm:gap-x-3"
      >
        {prices.data ? (
          <Amounts catalogue={prices.data} typed={typed} birthDate={birthDate} />
        ) : (
          <PricesMissing prices={prices} />
        )}
      </div>
    </aside>
  );
}

type AmountsProps = Omit<Props, 'prices'> & { catalogue: Catalogue };

function Amounts({ catalogue, typed, birthDate }: AmountsProps) {
  const chosen = choiceIn(typed);
  if (!chosen) {
    return (
      <>
        {tariffTypes.map((type) => {
          const { amount, period } = priceOf(catalogue, selectionOf(typed, type), birthDate);
          return (
            <p key={type} className="flex justify-between gap-x-2 tabular-nums max-sm:gap-x-1 max-sm:text-sm">
              <span>{tariffNames[type].replace(/-.*/, '')}</span>
              <span className="font-semibold">
                <span>{amount}</span>
                <span className="sr-only">{` ${period}`}</span>
              </span>
            </p>
          );
        })}
        <Note>{ageNote(catalogue, birthDate)}</Note>
      </>
    );
  }
  const { amount, period, besides } = priceOf(catalogue, chosen, birthDate);
  return (
    <>
      <p className="font-semibold">{tariffNames[chosen.tariffType]}</p>
      <p className="tabular-nums">
        <span className="font-serif text-2xl font-semibold lining-nums xl:text-3xl">{amount}</span>{' '}
        <span>{period}</span>
      </p>
      <p className="tabular-nums">{besides}</p>
      <Note>{ageNote(catalogue, birthDate)}</Note>
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="text-sm text-ink-soft max-sm:hidden xl:mt-2">{children}</p>;
}
