/** All versions of the documents for customers. No version is ever deleted. Instants are milliseconds since 1970. */
import { and, eq, max, type SQL } from 'drizzle-orm';
import type { DocumentKind } from '#domain/document-kinds';
import type { Database, Reader } from './client';
import { sha256Of } from './hash';
import { documents } from './schema/law';

type Document = typeof documents.$inferSelect;
/** `recipe` is null for a file of the operator. */
export type NewDocument = Omit<Document, 'version'>;

/** A known one keeps its version; whether it is a sample may change. Instances that start together store it once. */
export async function storeDocument(db: Database, document: NewDocument): Promise<number> {
  const { kind, sha256, sample, recipe } = document;
  const known = await findVersion(db.read, kind, sha256);
  // a start with nothing to store must not wait for other writers
  if (known && known.sample === sample && known.recipe === recipe) return known.version;
  return await db.write(async (tx) => {
    const stored = await findVersion(tx, kind, sha256);
    if (stored) {
      await tx.update(documents).set({ sample, recipe }).where(isFile(kind, sha256));
      return stored.version;
    }
    const [last] = await tx
      .select({ version: max(documents.version) })
      .from(documents)
      .where(eq(documents.kind, kind));
    const version = (last?.version ?? 0) + 1;
    await tx.insert(documents).values({ ...document, version });
    return version;
  });
}

/** Null also if it is not the file any more that was stored. */
export function findDrawn(reader: Reader, kind: DocumentKind, recipe: string) {
  return findUnchanged(reader, and(eq(documents.kind, kind), eq(documents.recipe, recipe)));
}

export function findDocument(reader: Reader, kind: DocumentKind, sha256: string) {
  return findUnchanged(reader, isFile(kind, sha256));
}

async function findUnchanged(reader: Reader, where: SQL | undefined) {
  const { version, sha256, bytes } = documents;
  const [row] = await reader.select({ version, sha256, bytes }).from(documents).where(where).limit(1);
  return row && sha256Of(row.bytes) === row.sha256 ? row : null;
}

async function findVersion(reader: Reader, kind: DocumentKind, sha256: string) {
  const { version, sample, recipe } = documents;
  const [row] = await reader.select({ version, sample, recipe }).from(documents).where(isFile(kind, sha256));
  return row;
}

function isFile(kind: DocumentKind, sha256: string) {
  return and(eq(documents.kind, kind), eq(documents.sha256, sha256));
}
