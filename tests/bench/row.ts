/** One line of the bench's table. */
export type Row = {
  name: string;
  measured: string;
  /** What another checkout reaches, and the ratio to it. */
  beside?: [measured: string, ratio: string];
  target: string;
  /** Null for a figure that is only told. */
  holds: boolean | null;
  /** Printed below the table to explain the figure, such as failed audits or the two rates of a ratio. */
  note?: string;
};

/** Rows that are measured together, in one file. A new group is added to the list in `main.ts`. */
export type Group = {
  name: string;
  measure: () => Promise<Row[]>;
  /** A row near its target, which is told once more as measured beside other work. */
  nearTarget?: string;
};

type Figure = { name: string; value: number; unit?: string; digits?: number; note?: string };

/** A figure that must reach a budget. */
export function atLeast(budget: number, figure: Figure): Row {
  return rowOf('≥', budget, figure, figure.value >= budget);
}

/** A figure that must stay within a budget. */
export function atMost(budget: number, figure: Figure): Row {
  return rowOf('≤', budget, figure, figure.value <= budget);
}

/** A figure that must equal the budget. */
export function exactly(budget: number, figure: Figure): Row {
  return rowOf('=', budget, figure, figure.value === budget);
}

function rowOf(sign: string, budget: number, figure: Figure, holds: boolean): Row {
  const { name, value, unit = '', digits = 0, note } = figure;
  const show = (number: number) => `${number.toFixed(digits)}${unit && ` ${unit}`}`;
  return { name, measured: show(value), target: `${sign} ${show(budget)}`, holds, note };
}
