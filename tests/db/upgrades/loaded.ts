import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient } from '@libsql/client';
import type { Release } from './history';

const textOf = (release: Release) => readFileSync(join(import.meta.dir, `${release}.sql`), 'utf8');

/** Writes the database that a version left into a new file. */
export async function writeRelease(release: Release, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await loadRelease(release, `file:${file}`);
}

/** Fills an empty database. */
export async function loadRelease(release: Release, url: string): Promise<void> {
  const client = createClient({ url });
  await client.executeMultiple(textOf(release));
  client.close();
}

/** Of a session that was open when the process ended. */
export function tokenFrom(release: Release): string {
  return /^-- token: (\S+)$/m.exec(textOf(release))?.[1] ?? '';
}
