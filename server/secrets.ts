/** Secrets that nobody configured: made once and kept in the data folder, readable by its owner only. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A data folder that cannot be read or written; the message is one line for the operator. */
export class DataDirError extends Error {}

/** The generated JWT secret and data key (base64, 32 bytes) of a data folder. Throws `DataDirError`. */
export function loadSecrets(dataDir: string): { jwtSecret: string; dataKey: string } {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return {
      jwtSecret: readOrMake(join(dataDir, 'jwt-secret')),
      dataKey: readOrMake(join(dataDir, 'data-key')),
    };
  } catch {
    throw new DataDirError(`DATA_DIR must be a folder that this process can write: ${dataDir}`);
  }
}

function readOrMake(path: string): string {
  if (!existsSync(path)) makeOnce(path);
  return readFileSync(path, 'utf8').trim();
}

/** A hard link fails when the name is taken: of two instances that start at once, one secret wins for both. */
function makeOnce(path: string) {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft);
  }
}
