/** The key that never changes, sealed with `DATA_KEY`: it stands for the persons in proofs, and other keys derive from it. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { FieldCipher } from './bank-data/cipher';
import type { Database, Reader } from './client';
import { sealedKeys } from './schema/law';

const name = 'person';
const keyBytes = 32;

/** Instances that start together agree on one. */
export async function ensurePersonKey(db: Database, cipher: FieldCipher): Promise<void> {
  // a start with nothing to write must not wait for other writers
  if ((await findSealed(db.read)) !== null) return;
  const sealed = cipher.seal('', name, randomBytes(keyBytes).toString('base64'));
  await db.write((tx) => tx.insert(sealedKeys).values({ name, sealed }).onConflictDoNothing());
}

/** Null if there is none, or if it was sealed with another `DATA_KEY`. */
export async function readPersonKey(reader: Reader, cipher: FieldCipher): Promise<Buffer | null> {
  const sealed = await findSealed(reader);
  return sealed === null ? null : open(cipher, sealed);
}

/** It is read and opened once for each cipher, which belongs to one database. */
const opened = new WeakMap<FieldCipher, Buffer>();

export async function knownPersonKey(reader: Reader, cipher: FieldCipher): Promise<Buffer | null> {
  const known = opened.get(cipher) ?? (await readPersonKey(reader, cipher));
  if (known) opened.set(cipher, known);
  return known;
}

/** Null if the key of the persons does not open. A new `DATA_KEY` does not change it. */
export function readLinkKey(reader: Reader, cipher: FieldCipher): Promise<Buffer | null> {
  return derivedKey(reader, cipher, 'sattelfest links');
}

export function readAuditKey(reader: Reader, cipher: FieldCipher): Promise<Buffer | null> {
  return derivedKey(reader, cipher, 'sattelfest audit log');
}

async function derivedKey(reader: Reader, cipher: FieldCipher, use: string): Promise<Buffer | null> {
  const key = await knownPersonKey(reader, cipher);
  return key && Buffer.from(hkdfSync('sha256', key, '', use, keyBytes));
}

/** True unless there is one that this cipher cannot open. Works on a database of an earlier version. */
export async function doesPersonKeyOpen(db: Database, cipher: FieldCipher): Promise<boolean> {
  const sealed = await findSealedOfAnyVersion(db);
  return sealed === null || open(cipher, sealed) !== null;
}

/** May be repeated. */
export async function resealPersonKey(db: Database, cipher: FieldCipher): Promise<void> {
  const sealed = await findSealedOfAnyVersion(db);
  const key = sealed === null || sealed.startsWith(cipher.prefix) ? null : open(cipher, sealed);
  if (sealed === null || key === null) return;
  const fresh = cipher.seal('', name, key.toString('base64'));
  await db.write((tx) =>
    tx
      .update(sealedKeys)
      .set({ sealed: fresh })
      .where(and(eq(sealedKeys.name, name), eq(sealedKeys.sealed, sealed))),
  );
}

function open(cipher: FieldCipher, sealed: string): Buffer | null {
  try {
    return Buffer.from(cipher.open('', name, sealed), 'base64');
  } catch {
    return null;
  }
}

async function findSealed(reader: Reader): Promise<string | null> {
  const [row] = await reader
    .select({ sealed: sealedKeys.sealed })
    .from(sealedKeys)
    .where(eq(sealedKeys.name, name));
  return row?.sealed ?? null;
}

async function findSealedOfAnyVersion(db: Database): Promise<string | null> {
  return (await hasTable(db.read, 'sealed_keys')) ? await findSealed(db.read) : null;
}

/** The commands do not migrate the database, so that it may lack a table of this version. */
export async function hasTable(reader: Reader, name: string): Promise<boolean> {
  return (await reader.all(sql`SELECT 1 FROM sqlite_schema WHERE name = ${name}`)).length > 0;
}
