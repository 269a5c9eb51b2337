/** What a build leaves, and whether it is up to date. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names of built files. */
export type Manifest = { app: string; staff: string; boot: string; styles: string; fonts: string[] };

/** In the build's folder; as old as the build's beginning. */
export const manifestName = 'manifest.json';

/** Rooms whose files go into a build. */
export const builtRooms = ['web', 'domain'];

/** The build of before, when nothing that goes into it has changed since: a change of the server needs no new one. */
export async function builtSince(root: string, folder: string): Promise<Manifest | null> {
  const manifest = Bun.file(join(folder, manifestName));
  if (!(await manifest.exists())) return null;
  const newest = builtRooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(root, room, name)).mtimeMs,
    ),
  );
  const inputs = ['bun.lock', 'server/build.ts'].map((name) => statSync(join(root, name)).mtimeMs);
  return Math.max(...newest, ...inputs) < manifest.lastModified ? await manifest.json() : null;
}
