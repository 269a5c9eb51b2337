/** What a build leaves, and whether it is up to date. */
import { readdirSync, statSync } from 'node:fs';
import { rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';

/** Where builds are: what browsers load, the same in development, and the production server. */
export const [clientFolder, developmentFolder, serverFolder] = ['dist', 'dist-dev', 'dist-server'].map(
  (name) => join(root, name),
) as [string, string, string];

/** Names of built files. */
export type Manifest = { app: string; staff: string; boot: string; styles: string; fonts: string[] };

/** In the build's folder; as old as the build's beginning. */
export const manifestName = 'manifest.json';

/** Rooms whose files go into what browsers load, and into the server. */
export const clientRooms = ['web', 'domain'];
export const serverRooms = ['server', 'db', 'emails', ...clientRooms];

/** Whether nothing in `rooms` has changed since the build in `folder`: a change of the server needs no new client. */
export async function isUpToDate(folder: string, rooms: string[]): Promise<boolean> {
  const manifest = Bun.file(join(folder, manifestName));
  if (!(await manifest.exists())) return false;
  return newestChange([...rooms, 'bun.lock', 'server/build/client.ts']) < manifest.lastModified;
}

/** When these files were last changed, or those in these folders, or one of them was removed: ms since 1970. */
export function newestChange(paths: string[]): number {
  const all = paths
    .map((path) => join(root, path))
    .flatMap((path) => {
      if (!statSync(path).isDirectory()) return [path];
      const within = readdirSync(path, { recursive: true, encoding: 'utf8' });
      return [path, ...within.map((name) => join(path, name))];
    });
  // what is copied in brings its old time along, but is changed now
  return Math.max(
    ...all.map((path) => statSync(path)).map(({ mtimeMs, ctimeMs }) => Math.max(mtimeMs, ctimeMs)),
  );
}

/**
 * Puts a finished build in the place of the old one, which goes last; the same build again is only dated anew. Builds
 * that end at the same moment, of two instances that start, come one after the other. What changed after `started` is
 * not in it.
 */
export async function publishBuild(outDir: string, draft: string, manifest: object, started: Date) {
  const [written, kept] = [JSON.stringify(manifest), join(outDir, manifestName)];
  await Bun.write(join(draft, manifestName), written);
  await utimes(join(draft, manifestName), started, started);
  for (let put = false; !put; ) {
    // servers may be reading the same build: no moment without files
    if ((await textOf(kept)) === written) {
      await utimes(kept, started, started).catch(unlessGone);
      break;
    }
    const old = `${draft}.old`;
    await rename(outDir, old).catch(unlessGone);
    put = await rename(draft, outDir).then(() => true, unlessTaken);
    await rm(old, { recursive: true, force: true });
  }
  await rm(draft, { recursive: true, force: true });
}

/** Another build has come to the place first: false. Throws any other error. */
function unlessTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
  throw error;
}

/** Nothing is there, or not any more. Throws any other error. */
function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const textOf = (path: string): Promise<string | null> => Bun.file(path).text().catch(unlessGone);
