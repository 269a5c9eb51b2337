/** Writing the file of a backup. Memory does not grow with the database. */

import { randomBytes } from 'node:crypto';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { startSha256 } from '#db/hash';
import {
  type BackupKeys,
  chunkBytes,
  chunksOf,
  headerOf,
  lengthBytes,
  type Manifest,
  signed,
} from './format';
import { piecesOf } from './pieces';

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
export function writeAll(handle: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}
