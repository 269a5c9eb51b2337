import { and, asc, eq, sql } from 'drizzle-orm';
import type { DocumentKind } from '#domain/document-kinds';
import { changedText } from '#domain/law/evidence';
import type { WordingKey, WordingTexts } from '#domain/law/wordings';
import type { EmailType } from '#domain/mails/kinds';
import type { Reader } from './client';
import { findDocument } from './documents';
import { sha256Of } from './hash';
import { documents, evidence, wordings } from './schema/law';
import { outbox } from './schema/mails';

export type EvidenceRecord = Pick<
  typeof evidence.$inferSelect,
  'id' | 'at' | 'kind' | 'way' | 'applicationId' | 'callbackId' | 'mailId'
> & {
  wording: { key: WordingKey; text: string } | null;
  document: { kind: DocumentKind; version: number; sha256: string } | null;
  emailType: EmailType | null;
};

type Whose = { applicationId: string } | { personKey: string | null };

/** In order of time; also those of a deleted application. */
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
      mailId: evidence.mailId,
      emailType: outbox.emailType,
      key: wordings.key,
      text: wordings.text,
      wordingSha256: evidence.wordingSha256,
      sha256: evidence.documentSha256,
      documentKind: sql<DocumentKind | null>`${named(documents.kind)}`,
      version: sql<number | null>`${named(documents.version)}`,
    })
    .from(evidence)
    .leftJoin(wordings, eq(wordings.sha256, evidence.wordingSha256))
    .leftJoin(outbox, eq(outbox.id, evidence.mailId))
    .where(
      'applicationId' in whose
        ? eq(evidence.applicationId, whose.applicationId)
        : sql`${evidence.personKey} = ${whose.personKey}`,
    )
    .orderBy(asc(evidence.at), asc(sql`${evidence}.rowid`));
  return rows.map(({ key, text, wordingSha256, sha256, documentKind, version, ...proof }) => ({
    ...proof,
    wording: key !== null && text !== null ? { key, text: asShown(text, wordingSha256) } : null,
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

/** Empty if it was completed before proofs were kept. */
export async function readDeclared(reader: Reader, applicationId: string): Promise<WordingTexts> {
  const rows = await reader
    .select({ key: wordings.key, text: wordings.text, sha256: wordings.sha256 })
    .from(evidence)
    .innerJoin(wordings, eq(wordings.sha256, evidence.wordingSha256))
    .where(and(eq(evidence.applicationId, applicationId), eq(evidence.kind, 'declaration')));
  return Object.fromEntries(rows.map(({ key, text, sha256 }) => [key, asShown(text, sha256)]));
}

function asShown(text: string, sha256: string | null): string {
  return sha256Of(text) === sha256 ? text : changedText;
}

/** The texts and documents that proofs may name and that are not as they were stored. */
export async function findChanged(reader: Reader): Promise<string[]> {
  const texts = await reader.select().from(wordings);
  const changed = texts
    .filter(({ text, sha256 }) => sha256Of(text) !== sha256)
    .map(({ key }) => key as string);
  const { kind, version, sha256 } = documents;
  // one by one, because they may be large
  for (const document of await reader.select({ kind, version, sha256 }).from(documents)) {
    const found = await findDocument(reader, document.kind, document.sha256);
    if (!found) changed.push(`${document.kind} ${document.version}`);
  }
  return changed;
}
