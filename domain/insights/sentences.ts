/** What changed since the period before, in words. */
import { typeset } from '../format';
import type { Counted } from './figures';
import { type FigureRow, fewest, otherSources } from './insights';

/** `days`: the length of each period. */
type Two = { now: Counted; before: Counted; days: number };

/** Three. */
export function sentencesOf(two: Two): string[] {
  return [volume(two), passage(two), mover(two)].map(typeset);
}

/** Of fewer, a share or a change in percent says less than the number itself. */
const enough = { share: 20, change: 10 };

function volume({ now, before, days }: Two): string {
  const [begun, earlier] = [now.totals.begun, before.totals.begun];
  const then = daysBefore(days);
  if (begun === 0 && earlier === 0) return `Es wurde kein Antrag begonnen, auch nicht ${then}.`;
  if (begun === 0) return `Es wurde kein Antrag begonnen; ${then} ${wereIt(earlier)}.`;
  const head = `Es ${begun === 1 ? 'wurde ein Antrag' : `wurden ${number(begun)} Anträge`} begonnen`;
  const submitted = `eingereicht ${are(now.totals.completed)} davon ${some(now.totals.completed)}`;
  if (earlier === 0) return `${head}, ${then} keiner; ${submitted}.`;
  return `${head}, ${compared(begun, earlier, then)}; ${submitted} (davor ${some(before.totals.completed)}).`;
}

function compared(now: number, before: number, then: string): string {
  const more = now - before;
  if (more === 0) return `genauso viele wie ${then}`;
  const change = Math.round((100 * Math.abs(more)) / before);
  const sign = more > 0 ? 'plus' : 'minus';
  const percent = before >= enough.change && change > 0 ? ` (${sign} ${number(change)} %)` : '';
  return `${some(Math.abs(more))} ${more > 0 ? 'mehr' : 'weniger'} als ${then}${percent}`;
}

function passage({ now, before, days }: Two): string {
  const { begun, completed } = now.totals;
  if (begun === 0) return 'Wie viele Anträge bis zum Ende kommen, lässt sich deshalb nicht sagen.';
  const earlier = before.totals.begun === 0 ? '' : ` (${daysBefore(days)} ${shortShare(before)})`;
  return `${passed(begun, completed)}${earlier}${completed < begun ? `; ${stopping(now)}` : ''}.`;
}

/** Where those are that are not completed. */
function stopping({ totals: { begun, completed }, funnel }: Counted): string {
  const rest = begun - completed;
  const stops = funnel.slice(0, -1).map(({ label, reached }, index) => ({
    label,
    count: reached - (funnel[index + 1]?.reached ?? 0),
  }));
  const most = stops.reduce((one, other) => (other.count > one.count ? other : one), { label: '', count: 0 });
  const at = `bei „${most.label}“`;
  if (rest === 1) return `${begun === 1 ? 'er' : 'der andere'} steht ${at}`;
  const who = completed === 0 ? 'sie stehen' : 'die anderen stehen';
  if (most.count === rest) return `${who} alle ${at}`;
  return `${who} am häufigsten ${at} (${number(most.count)} von ${number(rest)})`;
}

function passed(begun: number, completed: number): string {
  if (begun === 1)
    return `Der eine begonnene Antrag ist ${completed === 1 ? '' : 'nicht '}bis zum Ende gekommen`;
  const head = (count: number) => `Bis zum Ende gekommen ${are(count)}`;
  if (completed === begun) return `${head(2)} alle ${number(begun)} begonnenen Anträge`;
  if (begun >= enough.share && completed > 0)
    return `${head(2)} ${percentOf(completed, begun)} der begonnenen Anträge`;
  return `${head(completed)} ${some(completed)} von ${number(begun)} begonnenen Anträgen`;
}

function shortShare({ totals: { begun, completed } }: Counted): string {
  return begun >= enough.share ? percentOf(completed, begun) : `${number(completed)} von ${number(begun)}`;
}

/** Never nothing or all of what is some. */
function percentOf(part: number, all: number): string {
  const percent = Math.round((100 * part) / all);
  if (percent === 0 && part > 0) return 'weniger als 1 %';
  return percent === 100 && part < all ? 'mehr als 99 %' : `${percent} %`;
}

function mover({ now, before, days }: Two): string {
  const moved = candidates(now, before).reduce((one, other) => (change(other) > change(one) ? other : one));
  if (change(moved) === 0) {
    const then = days === 1 ? 'dem Tag davor' : `den ${days} Tagen davor`;
    return `Policen, Ablehnungen, Widerrufe, Tarife und Quellen sind gegenüber ${then} unverändert.`;
  }
  const [later, earlier] = [moved.now, moved.before].map((count) => (count === 0 ? 'keine' : number(count)));
  return `Am meisten verändert hat sich die Zahl der ${moved.what}: ${later}, ${daysBefore(days)} ${earlier}.`;
}

type Candidate = { what: string; now: number; before: number };

function change({ now, before }: Candidate): number {
  return Math.abs(now - before);
}

/** Of equal changes the first is told. A source that was rare before is not named with its number. */
function candidates(now: Counted, before: Counted): [Candidate, ...Candidate[]] {
  const total = (what: string, figure: 'issued' | 'declined' | 'withdrawn') => ({
    what,
    now: now.totals[figure],
    before: before.totals[figure],
  });
  const begun = (rows: readonly FigureRow[], key: string) => rows.find((row) => row.key === key)?.begun ?? 0;
  const each = (dimension: 'tariff' | 'source', what: (label: string) => string) =>
    now.outcomes[dimension].map((row) => ({
      key: row.key,
      what: what(row.label),
      now: row.begun,
      before: begun(before.outcomes[dimension], row.key),
    }));
  const tariffs = each('tariff', (label) => `Anträge mit ${label}`).filter(({ key }) => key !== '');
  const sources = each('source', (label) => `Anträge über „${label}“`).filter(
    (one) => one.key !== otherSources && (one.before === 0 || one.before >= fewest),
  );
  return [
    total('Policen', 'issued'),
    total('Ablehnungen', 'declined'),
    total('Widerrufe', 'withdrawn'),
    ...tariffs,
    ...(now.outcomes.source.length > 1 ? sources : []),
  ];
}

function daysBefore(days: number): string {
  return days === 1 ? 'am Tag davor' : `in den ${days} Tagen davor`;
}

const number = (count: number) => count.toLocaleString('de-DE');
const some = (count: number) => (count === 0 ? 'keiner' : count === 1 ? 'einer' : number(count));
const are = (count: number) => (count > 1 ? 'sind' : 'ist');
const wereIt = (count: number) => (count === 1 ? 'war es einer' : `waren es ${number(count)}`);
