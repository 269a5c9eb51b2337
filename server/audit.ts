/** Rows of the audit log, in the transaction of what they tell. */
import { appendRows } from '#db/audit/chain';
import type { FieldCipher } from '#db/bank-data/cipher';
import type { Transaction } from '#db/client';
import type { Actor } from '#domain/accounts/actors';
import type { AuditAction } from '#domain/audit/actions';

/** `address`: the network address of a sign-in, as an HMAC. */
export type By = Actor & { address?: string };
type Acted = { by: By; action: AuditAction; subjects: readonly string[]; at: number };

/**
 * Adds a row for each subject; returns their ids. The transaction must be a write `about` nothing: two that ran side by
 * side would be the same link of the chain.
 */
export async function record(
  tx: Transaction,
  cipher: FieldCipher,
  { by, action, subjects, at }: Acted,
): Promise<number[]> {
  const { id: userId, username, address = null } = by;
  const row = { at, userId, username, action, address };
  return await appendRows(
    tx,
    cipher,
    subjects.map((subjectId) => ({ ...row, subjectId })),
  );
}
