/** Proofs are never changed, and name persons by an HMAC of the e-mail address. Instants are milliseconds since 1970. */
import { createHmac } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DocumentKind } from '#domain/document-kinds';
import { type EvidenceKind, keepUntil } from '#domain/law/evidence';
import type { WordingKey, WordingTexts } from '#domain/law/wordings';
import { addressKey } from '#domain/text/addresses';
import type { FieldCipher } from './bank-data/cipher';
import type { Reader, Transaction } from './client';
import { applications } from './schema/applications';
import { documents, evidence, wordings } from './schema/law';
import { knownPersonKey } from './sealed-keys';

type Row = typeof evidence.$inferInsert;

export type NewEvidence = Pick<
  Row,
  'at' | 'kind' | 'way' | 'applicationId' | 'callbackId' | 'wordingSha256' | 'documentSha256' | 'mailId'
> & {
  /** The address of the person that it is about, in any spelling. Only its HMAC is stored. */
  email?: string;
  /** Instead of the address, if only the HMAC is known. */
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

/** What stands for the person with this address; null if the key of the persons does not open. */
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

/** Deletes the proofs of those of the applications that are open, before the applications themselves are deleted. */
export async function deleteOpenEvidence(tx: Transaction, applicationIds: readonly string[]): Promise<void> {
  const open = tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(inArray(applications.id, [...applicationIds]), isNull(applications.completedAt)));
  await tx.delete(evidence).where(inArray(evidence.applicationId, open));
}

export type EvidenceRecord = Pick<
  typeof evidence.$inferSelect,
  'id' | 'at' | 'kind' | 'way' | 'applicationId' | 'callbackId'
> & {
  wording: { key: WordingKey; text: string } | null;
  document: { kind: DocumentKind; version: number; sha256: string } | null;
};

type Whose = { applicationId: string } | { personKey: string | null };

/** All proofs about an application or a person, in order of time; also those of a deleted application. */
export async function readEvidence(reader: Reader, whose: Whose): Promise<EvidenceRecord[]> {
  if ('personKey' in whose && whose.personKey === null) return [];
  // two kinds of documents may have the same content
  const named = (column: typeof documents.kind | typeof documents.version) => sql`(
    select ${column} from ${documents} where ${documents.sha256} = ${evidence.documentSha256}
    order by ${documents.createdAt}, ${documents.kind} limit 1)`;
  const rows = await reader
    .select({
      id: evidence.id,
      at: evidence.at,
      kind: evidence.kind,
      way: evidence.way,
      applicationId: evidence.applicationId,
      callbackId: evidence.callbackId,
      key: wordings.key,
      text: wordings.text,
      sha256: evidence.documentSha256,
      documentKind: sql<DocumentKind | null>`${named(documents.kind)}`,
      version: sql<number | null>`${named(documents.version)}`,
    })
    .from(evidence)
    .leftJoin(wordings, eq(wordings.sha256, evidence.wordingSha256))
    .where(
      'applicationId' in whose
        ? eq(evidence.applicationId, whose.applicationId)
        : sql`${evidence.personKey} = ${whose.personKey}`,
    )
    .orderBy(asc(evidence.at), asc(sql`${evidence}.rowid`));
  return rows.map(({ key, text, sha256, documentKind, version, ...proof }) => ({
    ...proof,
    wording: key !== null && text !== null ? { key, text } : null,
    document: documentKind && version && sha256 ? { kind: documentKind, version, sha256 } : null,
  }));
}

export async function evidenceIdsOf(reader: Reader, personKey: string | null): Promise<string[]> {
  if (personKey === null) return [];
  const rows = await reader
    .select({ id: evidence.id })
    .from(evidence)
    .where(eq(evidence.personKey, personKey));
  return rows.map(({ id }) => id);
}

/** The texts that an application declared, as they were shown; empty if it was completed before proofs were kept. */
export async function readDeclared(reader: Reader, applicationId: string): Promise<WordingTexts> {
  const rows = await reader
    .select({ key: wordings.key, text: wordings.text })
    .from(evidence)
    .innerJoin(wordings, eq(wordings.sha256, evidence.wordingSha256))
    .where(and(eq(evidence.applicationId, applicationId), eq(evidence.kind, 'declaration')));
  return Object.fromEntries(rows.map(({ key, text }) => [key, text]));
}
