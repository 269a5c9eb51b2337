import { berlinDay, formatDay } from './dates';

const euro = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });
const wholeEuro = new Intl.NumberFormat('de-DE', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
});
const clock = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  minute: '2-digit',
});

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('de-DE')} ${count === 1 ? one : many}`;
}

/** `39,77 €` for 39.77; `-` for a missing amount. */
export function formatMoney(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '-' : euro.format(amount);
}

/** `39,77` for 39.77: without currency or groups of digits, for programs. */
export function formatDecimal(amount: number): string {
  return amount.toFixed(2).replace('.', ',');
}

/** `2.500 €`: whole euros without cents, for deductibles and limits. */
export function formatWholeMoney(amount: number): string {
  return wholeEuro.format(amount);
}

/** `2.500 €` with an ordinary blank: for JSON, for options, and for texts that are shown through `typeset`. */
export function plainEuro(amount: number): string {
  return `${amount.toLocaleString('de-DE')} €`;
}

export function formatPercent(percent: number): string {
  return `${percent.toLocaleString('de-DE')}\u00a0%`;
}

export function formatMove(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  return `${sign}${Math.abs(percent).toLocaleString('de-DE')}\u00a0%`;
}

/** Makes the blanks before €, % and Uhr, and within the place in a law, non-breaking. */
export function typeset(text: string): string {
  return text.replace(/ (?=[€%]|Uhr\b)/g, '\u00a0').replace(/(§|Art\.|Abs\.|lit\.|Nr\.)\s+/g, '$1\u00a0');
}

/** Size of a file for a number of bytes: `48 KB`, `1,2 MB`. */
export function formatSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1).replace('.', ',')} MB`;
}

/** `05.03.2026, 14:30` in German time for an ISO 8601 instant. */
export function formatInstant(iso: string): string {
  const instant = new Date(iso);
  return `${formatDay(berlinDay(instant))}, ${clock.format(instant)}`;
}
