/** Proofs, which name persons by an HMAC of their address, and wordings, which proofs name. Neither is ever changed. */
import { createHmac } from 'node:crypto';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type EvidenceKind, keepUntil } from '#domain/law/evidence';
import type { WordingKey } from '#domain/law/wordings';
import { addressKey } from '#domain/text/addresses';
import type { FieldCipher } from './bank-data/cipher';
import type { Database, Reader, Transaction } from './client';
import { applications } from './schema/applications';
import { evidence, wordings } from './schema/law';
import { knownPersonKey } from './sealed-keys';

type Row = typeof evidence.$inferInsert;

export type NewEvidence = Pick<
  Row,
  'at' | 'kind' | 'way' | 'applicationId' | 'callbackId' | 'wordingSha256' | 'documentSha256' | 'mailId'
> & {
  /** In any spelling. Only its HMAC is stored. */
  email?: string;
  personKey?: string;
};

export async function addEvidence(
  tx: Transaction,
  cipher: FieldCipher,
  proofs: readonly NewEvidence[],
): Promise<void> {
  if (proofs.length === 0) return;
  const rows = [];
  for (const { email, personKey: known = null, ...proof } of proofs) {
    // null if the key does not open: the event counts more than finding its proof by an address
    const personKey = email ? await personKeyOf(tx, cipher, email) : known;
    rows.push({ ...proof, personKey, id: crypto.randomUUID(), keepUntil: keepUntil(proof.kind, proof.at) });
  }
  await tx.insert(evidence).values(rows);
}

/** Null if the key of the persons does not open. */
export async function personKeyOf(
  reader: Reader,
  cipher: FieldCipher,
  email: string,
): Promise<string | null> {
  const key = await knownPersonKey(reader, cipher);
  return key && createHmac('sha256', key).update(addressKey(email)).digest('hex');
}

/** Adds the proof that the last consent of an application to reminders was revoked on the page. */
export async function addRevocation(tx: Transaction, applicationId: string, at: number): Promise<void> {
  const kind: EvidenceKind = 'reminder_revoked';
  const consent: EvidenceKind = 'reminder_consent';
  const [given] = await tx
    .select({ personKey: evidence.personKey })
    .from(evidence)
    .where(and(eq(evidence.applicationId, applicationId), eq(evidence.kind, consent)))
    .orderBy(desc(evidence.at), desc(sql`rowid`))
    .limit(1);
  if (!given) return;
  const id = crypto.randomUUID();
  await tx
    .insert(evidence)
    .values({ ...given, id, kind, way: 'page', at, applicationId, keepUntil: keepUntil(kind, at) });
}

/** Before the applications themselves are deleted. */
export async function deleteOpenEvidence(tx: Transaction, applicationIds: readonly string[]): Promise<void> {
  const open = tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(inArray(applications.id, [...applicationIds]), isNull(applications.completedAt)));
  await tx.delete(evidence).where(inArray(evidence.applicationId, open));
}

export type KeptWording = { key: WordingKey; sha256: string; text: string };

export async function storeWordings(db: Database, shown: readonly KeptWording[], now: number): Promise<void> {
  const known = await findWordings(
    db.read,
    shown.map(({ sha256 }) => sha256),
  );
  const missing = shown.filter(({ sha256 }) => !known.has(sha256));
  // a start with nothing to write must not wait for other writers
  if (missing.length === 0) return;
  const rows = missing.map(({ key, sha256, text }) => ({ key, sha256, text, firstAt: now }));
  // another instance that starts now may store them first
  await db.write((tx) => tx.insert(wordings).values(rows).onConflictDoNothing());
}

export async function findWordings(
  reader: Reader,
  hashes: readonly string[],
): Promise<Map<string, WordingKey>> {
  const rows = await reader
    .select({ sha256: wordings.sha256, key: wordings.key })
    .from(wordings)
    .where(inArray(wordings.sha256, [...hashes]));
  return new Map(rows.map(({ sha256, key }) => [sha256, key]));
}
