import type { DayCount } from '#domain/dashboard';

type Series = 'started' | 'completed';
/** `x` and `width` in percent of the plot, `share` of its height from 0 to 1. */
export type Bar = { day: string; of: Series; count: number; x: number; width: number; share: number };

/** Parts of a day's width: each of its two bars, and the space at both sides. */
const [barPart, airPart] = [0.38, 0.12];

/** The number at the top of the scale: the smallest round even number that no day exceeds. */
export function topOf(daily: readonly DayCount[]): number {
  const most = Math.max(0, ...daily.flatMap(({ started, completed }) => [started, completed]));
  for (let unit = 1; ; unit *= 10) {
    const round = [2, 4, 6, 10].find((step) => step * unit >= most);
    if (round) return round * unit;
  }
}

export function ticksOf(top: number): number[] {
  return [top, top / 2, 0];
}

export function sumOf(daily: readonly DayCount[], of: Series): number {
  return daily.reduce((sum, day) => sum + day[of], 0);
}

/** Two bars for each day. Bars of 0 are left out. */
export function barsOf(daily: readonly DayCount[], top: number): Bar[] {
  const day = 100 / daily.length;
  const bar = (of: Series, index: number, offset: number, { day: name, [of]: count }: DayCount): Bar => ({
    day: name,
    of,
    count,
    x: (index + offset) * day,
    width: barPart * day,
    share: count / top,
  });
  return daily
    .flatMap((one, index) => [
      bar('started', index, airPart, one),
      bar('completed', index, airPart + barPart, one),
    ])
    .filter(({ count }) => count > 0);
}
