/** Cases that were transmitted to the insurer together, in few statements: other writes wait for it. */
import { inArray } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import type { CaseStatus, StepBlock } from '#domain/cases/statuses';
import type { Transaction } from '../client';
import { cases } from '../schema/desk';
import { type Changed, writeChanges } from './bulk';
import { readStates } from './change';
import { type CaseValues, decideChange } from './decide';

type By = { actor: Actor; now: number; today: string };

export type Transmission = {
  /** Ids of the applications whose case took the step. */
  transmitted: string[];
  /** The others; null: there is no such case. */
  skipped: { id: string; blocked: { block: StepBlock; from: CaseStatus } | null }[];
};

/** Sets the cases of these applications to transmitted on that day, with one event each. */
export async function transmitCases(
  tx: Transaction,
  applicationIds: readonly string[],
  transmittedOn: string,
  by: By,
): Promise<Transmission> {
  const states = await readStates(tx, inArray(cases.applicationId, [...applicationIds]));
  const found = new Map(states.map((state) => [state.record.applicationId, state]));
  const change = { version: null, status: 'transmitted', transmittedOn } as const;
  const changed: Changed[] = [];
  const skipped: Transmission['skipped'] = [];
  let common: Partial<CaseValues> = {};
  for (const id of applicationIds) {
    const state = found.get(id);
    const decision = state && decideChange(state, change, { assignee: null, today: by.today });
    if (state && decision?.kind === 'allowed') {
      changed.push({ state, differences: decision.differences });
      // the rest of its values is as before
      const { status, followUpOn } = decision.values;
      common = { status, followUpOn, transmittedOn };
    } else skipped.push({ id, blocked: decision?.kind === 'blocked' ? decision : null });
  }
  return { transmitted: await writeChanges(tx, changed, common, by), skipped };
}
