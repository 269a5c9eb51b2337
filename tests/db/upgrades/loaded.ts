import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient } from '@libsql/client';
import type { Release } from './history';

const textOf = (release: Release) => readFileSync(join(import.meta.dir, `${release}.sql`), 'utf8');

/** Writes the database that a version left into a new file; `since`: statements about what happened then. */
export async function writeRelease(release: Release, file: string, since = ''): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await loadRelease(release, `file:${file}`, since);
}

/** Fills an empty database. */
export async function loadRelease(release: Release, url: string, since = ''): Promise<void> {
  const client = createClient({ url });
  await client.executeMultiple(textOf(release) + since);
  client.close();
}

/** Of a session that was open when the process ended. */
export function tokenFrom(release: Release): string {
  return /^-- token: (\S+)$/m.exec(textOf(release))?.[1] ?? '';
}
