/** What the Startprüfung reads from the database. */
import { eq, max } from 'drizzle-orm';
import { type DocumentKind, documentKinds } from '#domain/documents';
import type { Reader } from './client';
import { documents } from './schema';

/** The documents for customers whose newest version is a sample, or that have no version yet. */
export async function readSampleKinds(reader: Reader): Promise<DocumentKind[]> {
  const { kind, version, sample } = documents;
  const newest = reader
    .select({ kind, version: max(version).as('newest') })
    .from(documents)
    .groupBy(kind)
    .as('newest_versions');
  const own = await reader
    .select({ kind, version, newest: newest.version })
    .from(documents)
    .innerJoin(newest, eq(newest.kind, kind))
    .where(eq(sample, false));
  const given = own.filter((row) => row.version === row.newest).map((row) => row.kind);
  return documentKinds.filter((one) => !given.includes(one));
}
