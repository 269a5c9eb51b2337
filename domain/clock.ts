import { hourMs } from './time';

const clock = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  hour: '2-digit',
  minute: '2-digit',
});

export function berlinClock(instant: number): string {
  return clock.format(instant);
}

/** A time that the clock skips in spring is the one an hour later; of one that it repeats in autumn, this is the first. */
export function berlinInstant(day: string, time: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const inSummer = asUtc - 2 * hourMs;
  return berlinClock(inSummer) === time ? inSummer : asUtc - hourMs;
}
