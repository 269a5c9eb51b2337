import type { RetentionKind } from './periods';

export type RetentionRow = {
  kind: RetentionKind;
  period: string;
  total: number;
  dueIn30Days: number;
  /** The day on which the next one may be deleted (`YYYY-MM-DD`); null: none is stored, or they are kept. */
  nextOn: string | null;
};
