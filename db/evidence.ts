/** Proofs of what was shown, declared and sent. */

import { berlinDay, berlinMidnight } from '#domain/dates';
import type { EvidenceKind, EvidenceWay } from '#domain/evidence';
import type { Transaction } from './client';
import { evidence } from './schema';

type Proof = {
  /** Milliseconds since 1970. */
  at: number;
  kind: EvidenceKind;
  applicationId: string | null;
  /** SHA-256 in hex. */
  wordingSha256?: string;
  way: EvidenceWay;
  /** Of the person whom it is about. It is not stored. */
  email?: string;
};

const keptYears = 10;

/** Adds proofs in the transaction of what they prove. */
export async function addEvidence(tx: Transaction, proofs: readonly Proof[]): Promise<void> {
  const rows = proofs.map(({ email: _, ...proof }) => ({
    ...proof,
    id: crypto.randomUUID(),
    keepUntil: endOfPeriod(proof.at),
  }));
  if (rows.length > 0) await tx.insert(evidence).values(rows);
}

/** The years run from 31 December. */
function endOfPeriod(at: number): number {
  const year = Number(berlinDay(new Date(at)).slice(0, 4));
  return berlinMidnight(`${year + keptYears + 1}-01-01`);
}
