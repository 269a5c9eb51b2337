/** The calendar day in Germany, on a page that may be open at midnight. */
import { useSyncExternalStore } from 'react';
import { berlinDay } from '#domain/dates';

export type Clock = {
  /** The day when the server made the page. */
  sent: string;
  today: () => string;
};

/** A browser whose clock has another day than the server is only asked how much time has passed since. */
export function clockFrom(sent: string): Clock {
  const now = Date.now();
  const behind = berlinDay(new Date(now)) === sent ? 0 : Date.parse(sent) - now;
  return { sent, today: () => berlinDay(new Date(Date.now() + behind)) };
}

/** The day to show: at first that of the server, so that the page is hydrated as it was sent. */
export function useDay({ sent, today }: Clock): string {
  return useSyncExternalStore(everySecond, today, () => sent);
}

function everySecond(look: () => void) {
  const timer = setInterval(look, 1000);
  return () => clearInterval(timer);
}
