/** The wordings that were ever shown. None is changed or deleted, because proofs name them by their hashes. */
import { inArray } from 'drizzle-orm';
import type { WordingKey } from '#domain/law/wordings';
import type { Database, Reader } from './client';
import { wordings } from './schema/law';

/** `sha256`: of the text, its name in proofs. */
export type KeptWording = { key: WordingKey; sha256: string; text: string };

/** Stores those of the wordings that the database does not have yet, with the instant `now` (ms). */
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

/** The keys of the stored wordings with these hashes, by hash. */
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
