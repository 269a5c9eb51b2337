/** How a withdrawal was matched with an application; `suggested` by name and address only. */
export type WithdrawalMatch = 'exact' | 'number' | 'suggested' | 'none';

/** What came of a withdrawal, with the German label that staff see. */
export const withdrawalOutcomes = {
  effective: 'Wirksam',
  late: 'Verspätet',
  unmatched: 'Nicht zuzuordnen',
  duplicate: 'Doppelt',
} as const;

export type WithdrawalOutcome = keyof typeof withdrawalOutcomes;
