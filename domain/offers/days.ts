/** When an offer ends, and when somebody is reminded of that. */
import { addDays, berlinDay, berlinMidnight } from '../dates';
import { hourMs } from '../time';

const reminderDaysBefore = 3;
/** Reminders go out in the morning. */
const reminderHour = 9;

/** `nextTariffs`: the day on which the next released tariffs begin, not before tomorrow. */
export function endOfOffer(today: string, days: number, nextTariffs: string | null): number {
  const last = addDays(today, days);
  const isShorter = nextTariffs !== null && nextTariffs <= last;
  return berlinMidnight(isShorter ? nextTariffs : addDays(last, 1)) - 1;
}

/** Who wants to be reminded of an offer gets the mail at `now` if it ends before this instant. */
export function reminderBoundary(now: number): number {
  const day = berlinDay(new Date(now - reminderHour * hourMs));
  return berlinMidnight(addDays(day, reminderDaysBefore + 1));
}
