/**
 * The file of a backup (decision 028): a line that names its keys, the length of the manifest (4 bytes), the manifest
 * with its signature, and the database. With `BACKUP_KEY` all that follows the line is encrypted.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { keyIdOf } from '#db/bank-data/cipher';
import { startSha256 } from '#db/hash';

/** Why a file is not restored: a clause without a full stop that follows its name. */
export class BackupRefused extends Error {}

type BackupKeys = { dataKey: string; dataKeyPrevious?: string; backupKey: string | null };

export type Manifest = {
  /** Begin of the copy, ISO 8601 UTC. */
  createdAt: string;
  product: string;
  database: { bytes: number; sha256: string };
  rows: Record<string, number>;
};

type Header = { line: string; signedBy: string; encrypted: { by: string; salt: string } | null };

const lengthBytes = 4;
export const chunkBytes = 1024 * 1024;
const tagBytes = 16;
const signatureBytes = 32;
const longestLine = 200;
const mark = 'sattelfest-backup ';
const damaged = 'it is damaged or was altered';

export function headerOf({ dataKey, backupKey }: BackupKeys, salt: string): Header {
  const signedBy = keyIdOf(dataKey);
  const encrypted = backupKey === null ? null : { by: keyIdOf(backupKey), salt };
  const more = encrypted ? ` encrypted-by ${encrypted.by} salt ${salt}` : '';
  return { line: `sattelfest-backup 1 signed-by ${signedBy}${more}\n`, signedBy, encrypted };
}

function looksSigned(beginning: Buffer): boolean {
  return beginning.subarray(0, mark.length).toString('latin1') === mark;
}

function readHeader(beginning: Buffer): Header {
  const text = beginning.subarray(0, longestLine).toString('latin1');
  if (!looksSigned(beginning)) {
    throw new BackupRefused(
      'it is no signed backup (--unsigned restores a copy that an earlier version made)',
    );
  }
  const [, version] = /^\S+ (\d+) /.exec(text) ?? [];
  if (version !== undefined && version !== '1') {
    throw new BackupRefused(`a later version of the product made it, in the format ${version}`);
  }
  const [line, signedBy, by, salt] =
    /^sattelfest-backup 1 signed-by ([0-9a-f]{8})(?: encrypted-by ([0-9a-f]{8}) salt ([\w-]{43}))?\n/.exec(
      text,
    ) ?? [];
  if (line === undefined || signedBy === undefined) throw new BackupRefused(damaged);
  return { line, signedBy, encrypted: by && salt ? { by, salt } : null };
}

function signed(header: Header, manifest: Manifest, dataKey: string): Buffer {
  const bytes = Buffer.from(JSON.stringify(manifest));
  return Buffer.concat([bytes, signatureOf(header, bytes, dataKey)]);
}

function openManifest(header: Header, bytes: Buffer, dataKey: string): Manifest {
  const [manifest, signature] = [bytes.subarray(0, -signatureBytes), bytes.subarray(-signatureBytes)];
  const right = signatureOf(header, manifest, dataKey);
  if (signature.length !== right.length || !timingSafeEqual(signature, right))
    throw new BackupRefused(damaged);
  return JSON.parse(manifest.toString('utf8'));
}

function signingKey({ signedBy }: Header, { dataKey, dataKeyPrevious }: BackupKeys): string {
  const key = [dataKey, dataKeyPrevious].find((one) => one !== undefined && keyIdOf(one) === signedBy);
  if (key === undefined) {
    throw new BackupRefused(`it needs the key ${signedBy}, which is neither DATA_KEY nor DATA_KEY_PREVIOUS`);
  }
  return key;
}

type Chunks = {
  /** How many bytes a chunk is longer than its content. */
  overhead: number;
  /** Chunk 0 is the manifest; `isLast` is the end of the database. */
  seal(index: number, isLast: boolean, content: Buffer): Buffer;
  /** @throws BackupRefused */
  open(index: number, isLast: boolean, chunk: Buffer): Buffer;
};

/** The chunks of a file. @throws BackupRefused without its `BACKUP_KEY` */
export function chunksOf({ line, encrypted }: Header, { backupKey }: BackupKeys): Chunks {
  if (!encrypted) return { overhead: 0, seal: (_, __, content) => content, open: (_, __, chunk) => chunk };
  if (backupKey === null)
    throw new BackupRefused(`it is encrypted with the key ${encrypted.by}, set BACKUP_KEY`);
  if (keyIdOf(backupKey) !== encrypted.by) {
    throw new BackupRefused(`it is encrypted with the key ${encrypted.by}, which is not BACKUP_KEY`);
  }
  // a key for each file, so that no two chunks share key and nonce and none fits into another file
  const key = derived(backupKey, 'encryption', Buffer.from(encrypted.salt, 'base64url'));
  const bound = Buffer.from(line);
  return {
    overhead: tagBytes,
    seal(index, isLast, content) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(bound);
      return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open(index, isLast, chunk) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(bound).setAuthTag(chunk.subarray(-tagBytes));
        return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
      } catch {
        throw new BackupRefused(damaged);
      }
    },
  };
}

/** Binds a chunk to its place: none can be left out, moved or taken for the end. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

function signatureOf({ line }: Header, manifest: Buffer, dataKey: string): Buffer {
  return createHmac('sha256', derived(dataKey, 'signature')).update(line).update(manifest).digest();
}

function derived(base64Key: string, use: 'signature' | 'encryption', salt: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.from(
    hkdfSync('sha256', Buffer.from(base64Key, 'base64'), salt, `sattelfest backup ${use}`, 32),
  );
}

export function writeBackup(
  database: string,
  target: string,
  keys: BackupKeys,
  about: Omit<Manifest, 'database'>,
): Manifest {
  const manifest = { ...about, database: { bytes: statSync(database).size, sha256: hashOf(database) } };
  const header = headerOf(keys, randomBytes(32).toString('base64url'));
  const chunks = chunksOf(header, keys);
  const output = openSync(target, 'r+');
  try {
    writeAll(output, Buffer.from(header.line));
    const sealed = chunks.seal(0, false, signed(header, manifest, keys.dataKey));
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32BE(sealed.length);
    writeAll(output, length);
    writeAll(output, sealed);
    for (const { index, isLast, bytes } of piecesOf(database, chunkBytes)) {
      writeAll(output, chunks.seal(index + 1, isLast, bytes));
    }
  } finally {
    closeSync(output);
  }
  return manifest;
}

function hashOf(file: string): string {
  const hash = startSha256();
  for (const { bytes } of piecesOf(file, chunkBytes)) hash.update(bytes);
  return hash.digest('hex');
}

/** The system may take fewer bytes than it is given. */
function writeAll(handle: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}

const cut = 'it is cut or damaged in its manifest';

type Opened = { manifest: Manifest; chunks: Chunks; databaseFrom: number };

/** Does not compare the rows with the manifest. @throws BackupRefused; `target` may then hold a part of it */
export function readBackup(backup: string, target: string, keys: BackupKeys): Manifest {
  const { manifest, chunks, databaseFrom } = open(backup, keys);
  const { bytes, sha256 } = manifest.database;
  const expected = databaseFrom + bytes + Math.ceil(bytes / chunkBytes) * chunks.overhead;
  const { size } = statSync(backup);
  if (size !== expected) {
    throw new BackupRefused(
      `it is ${size < expected ? 'cut' : 'too long'}: ${size} instead of ${expected} bytes`,
    );
  }
  const hash = startSha256();
  const output = openSync(target, 'r+');
  try {
    for (const piece of piecesOf(backup, chunkBytes + chunks.overhead, databaseFrom)) {
      const content = chunks.open(piece.index + 1, piece.isLast, piece.bytes);
      hash.update(content);
      writeAll(output, content);
    }
  } finally {
    closeSync(output);
  }
  if (hash.digest('hex') !== sha256) throw new BackupRefused('it is damaged or was altered (SHA-256)');
  return manifest;
}

export function isSigned(backup: string): boolean {
  return looksSigned(beginningOf(backup));
}

function open(backup: string, keys: BackupKeys): Opened {
  const beginning = beginningOf(backup);
  const header = readHeader(beginning);
  const key = signingKey(header, keys);
  const chunks = chunksOf(header, keys);
  const from = header.line.length + lengthBytes;
  if (beginning.length < from) throw new BackupRefused(cut);
  const databaseFrom = from + beginning.readUInt32BE(header.line.length);
  // a damaged length may be any number
  if (databaseFrom > beginning.length) throw new BackupRefused(cut);
  const sealed = beginning.subarray(from, databaseFrom);
  return { manifest: openManifest(header, chunks.open(0, false, sealed), key), chunks, databaseFrom };
}

function beginningOf(backup: string): Buffer {
  for (const { bytes } of piecesOf(backup, chunkBytes)) return bytes;
  return Buffer.alloc(0);
}

/** `bytes` are valid until the next piece is read. */
type Piece = { index: number; isLast: boolean; bytes: Buffer };

/** The pieces of a file, or of what follows its first `from` bytes. Only the last one may be shorter than `size`. */
function* piecesOf(file: string, size: number, from = 0): Generator<Piece> {
  const handle = openSync(file, 'r');
  try {
    const end = fstatSync(handle).size;
    const buffer = Buffer.alloc(size);
    for (let [index, at] = [0, from]; at < end; index += 1) {
      const bytes = buffer.subarray(0, readFully(handle, buffer, at));
      // it has become shorter meanwhile
      if (bytes.length === 0) return;
      at += bytes.length;
      yield { index, isLast: at >= end, bytes };
    }
  } finally {
    closeSync(handle);
  }
}

function readFully(handle: number, buffer: Buffer, at: number): number {
  let done = 0;
  while (done < buffer.length) {
    const count = readSync(handle, buffer, done, buffer.length - done, at + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
