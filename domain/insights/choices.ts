import { addDays, monthsAfter } from '../dates';
import { type Period, periodOf, usualDays } from './insights';

type Choice = Period & { label: string };

export function choicesOf(today: string): Choice[] {
  const first = `${today.slice(0, 8)}01`;
  const daysUntilNow = (days: number) => ({ from: addDays(today, 1 - days), to: today });
  return [
    { label: '30 Tage', ...daysUntilNow(30) },
    { label: `${usualDays} Tage`, ...daysUntilNow(usualDays) },
    { label: '12 Monate', from: addDays(monthsAfter(today, -12), 1), to: today },
    { label: 'Dieser Monat', from: first, to: today },
    { label: 'Letzter Monat', from: monthsAfter(first, -1), to: addDays(first, -1) },
  ];
}

export function askedPeriod(asked: Partial<Period>, today: string): Period | { wrong: string } {
  const checked = periodOf(asked, today);
  if (checked.ok) return checked.value;
  return { wrong: checked.errors.map(({ message }) => `${message}.`).join(' ') };
}
