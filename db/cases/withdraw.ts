/** The end of a case by an effective withdrawal. */

import type { Actor } from '#domain/accounts/actors';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import type { Transaction } from '../client';
import { changeCase } from './change';

/** Withdraws the case of an application from any status, by no rule of steps. False if it is so already or has no case. */
export async function withdrawCase(
  tx: Transaction,
  applicationId: string,
  by: { actor: Actor; now: number; today: string },
): Promise<boolean> {
  const reason = `Widerruf: ${withdrawalOutcomes.effective}`;
  const change = { version: null, status: 'withdrawn', reason, forced: true } as const;
  const result = await changeCase(tx, applicationId, change, by);
  return result.kind === 'changed';
}
