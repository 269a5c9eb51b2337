import { useState } from 'react';
import { berlinDay, yearsBefore } from '#domain/dates';
import { oldestHorse } from '#domain/steps/horse';
import { usePrices } from '../prices';
import type { Typed } from './typed';

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
