/** The order of rows by a column, computed once for each list and column. */
import type { SortDirection } from '#domain/lists';
import { plainly } from '#domain/text/folding';

export type SortValue = string | number | null;

const known = new WeakMap<readonly object[], Map<string, readonly object[]>>();

export function orderedRows<Row extends object>(
  rows: readonly Row[],
  by: string,
  direction: SortDirection,
  value: (row: Row) => SortValue,
): readonly Row[] {
  const orders = known.get(rows) ?? new Map<string, readonly object[]>();
  known.set(rows, orders);
  const key = `${by} ${direction}`;
  const found = orders.get(key) as readonly Row[] | undefined;
  if (found) return found;
  const order = orderOf(rows.map(value));
  if (direction === 'desc') order.reverse();
  const ordered = Array.from(order, (index) => rows[index] as Row);
  orders.set(key, ordered);
  return ordered;
}

/** Positions of the values in ascending order: null first, texts as in a German dictionary. */
export function orderOf(values: readonly SortValue[]): Uint32Array {
  const order = Uint32Array.from(values, (_, index) => index);
  if (values.every((value) => typeof value === 'number')) {
    const numbers = Float64Array.from(values);
    return order.sort((a, b) => at(numbers, a) - at(numbers, b) || a - b);
  }
  // folded texts are compared many times faster than by the collator, which then decides between equal ones
  const texts = values.map((value) => (value === null ? null : plainly(String(value))));
  return order.sort((a, b) => compare(texts[a], texts[b]) || compareExactly(values[a], values[b]) || a - b);
}

const german = new Intl.Collator('de');

function compare(a: string | null | undefined, b: string | null | undefined): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return -1;
  if (b === null || b === undefined) return 1;
  return a < b ? -1 : 1;
}

function compareExactly(a: SortValue | undefined, b: SortValue | undefined): number {
  return a === b ? 0 : german.compare(String(a), String(b));
}

function at(numbers: Float64Array, index: number): number {
  return numbers[index] ?? 0;
}
