import { type Context, todayOf } from '../../context';

const minuteMs = 60_000;
let known = { minute: Number.NaN, day: '' };

/** The calendar day in Germany, worked out once a minute: for every save that took as long as storing its row. */
export function todayHere(context: Pick<Context, 'now'>): string {
  const minute = Math.floor(context.now() / minuteMs);
  if (minute !== known.minute) known = { minute, day: todayOf(context) };
  return known.day;
}
