import { and, eq, isNull } from 'drizzle-orm';
import type { FieldCipher } from '../bank-data/cipher';
import type { Transaction } from '../client';
import { addEvidence } from '../evidence';
import { callbackRequests } from '../schema/desk';

/** The person of a request wants no calls about it any more. A second time changes nothing. */
export async function stopCalls(tx: Transaction, cipher: FieldCipher, id: string, at: number): Promise<void> {
  const [stopped] = await tx
    .update(callbackRequests)
    .set({ noCallsAt: at })
    .where(and(eq(callbackRequests.id, id), isNull(callbackRequests.noCallsAt)))
    .returning({ email: callbackRequests.email });
  if (!stopped) return;
  const email = stopped.email ?? undefined;
  await addEvidence(tx, cipher, [{ kind: 'call_consent_revoked', way: 'page', at, callbackId: id, email }]);
}
