import { closeSync, openSync, statSync } from 'node:fs';
import { startSha256 } from '#db/hash';
import {
  type BackupKeys,
  BackupRefused,
  type Chunks,
  chunkBytes,
  chunksOf,
  lengthBytes,
  looksSigned,
  type Manifest,
  openManifest,
  readHeader,
  signingKey,
} from './format';
import { piecesOf } from './pieces';
import { writeAll } from './write';

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
