import type { RetentionKind } from './periods';

export type RetentionRow = {
  kind: RetentionKind;
  /** `90 Tage`, `10 Jahre` or `unbegrenzt`. */
  period: string;
  /** How many are stored. */
  total: number;
  dueIn30Days: number;
  /** The day on which the next one may be deleted (`YYYY-MM-DD`); null: none is stored, or they are kept. */
  nextOn: string | null;
};
