/** Lengths of time in ms, and instants as the API writes them. Calendar days are in `domain/dates.ts`. */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** 24 hours: days on which the clock changes are shorter or longer. */
export const dayMs = 24 * hourMs;
export const daySeconds = dayMs / 1000;

/** ISO 8601 UTC for an instant (ms). */
export function isoOf(instant: number): string;
export function isoOf(instant: number | null): string | null;
export function isoOf(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
