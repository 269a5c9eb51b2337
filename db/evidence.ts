/** Proofs of what was shown, declared, sent and consented. Instants are milliseconds since 1970. */
import { berlinDay, berlinMidnight } from '#domain/dates';
import type { FieldCipher } from './bank-data/cipher';
import type { Transaction } from './client';
import { evidence } from './schema';

type Row = typeof evidence.$inferInsert;
/** `email` is stored only as a keyed hash. */
export type NewEvidence = Pick<Row, 'at' | 'kind' | 'applicationId' | 'way'> &
  Partial<Pick<Row, 'documentSha256' | 'wordingSha256' | 'mailId'>> & { email?: string };

const years = 10;

/** Adds proofs in the transaction of what they prove. */
export async function addEvidence(
  tx: Transaction,
  _cipher: FieldCipher,
  rows: readonly NewEvidence[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(evidence)
    .values(
      rows.map(({ email: _, ...row }) => ({ ...row, id: crypto.randomUUID(), keepUntil: keepUntil(row.at) })),
    );
}

/** Ten years from the end of the year in which it happened. */
function keepUntil(at: number): number {
  const year = Number(berlinDay(new Date(at)).slice(0, 4));
  return berlinMidnight(`${year + years + 1}-01-01`);
}
