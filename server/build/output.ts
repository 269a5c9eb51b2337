import { existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, readdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageAssets } from '#web/document.tsx';
import { root } from '../root';

export const clientFolder = join(root, 'dist');
export const developmentFolder = join(root, 'dist-dev');
export const serverFolder = join(root, 'dist-server');

export type Manifest = Omit<PageAssets, 'reload'>;

/** A file in the build's folder. Its time is the start of the build. */
export const manifestName = 'manifest.json';

export const clientRooms = ['web', 'domain'];
export const serverRooms = ['server', 'db', 'emails', ...clientRooms];

export async function isUpToDate(folder: string, rooms: string[]): Promise<boolean> {
  const manifest = Bun.file(join(folder, manifestName));
  if (!(await manifest.exists())) return false;
  return newestChange([...rooms, 'bun.lock', 'server/build/main.ts']) < manifest.lastModified;
}

/** When these files, or the files in these folders, were last changed or deleted: ms since 1970. */
export function newestChange(paths: string[]): number {
  const all = paths
    .map((path) => join(root, path))
    .flatMap((path) => {
      if (!statSync(path).isDirectory()) return [path];
      const within = readdirSync(path, { recursive: true, encoding: 'utf8' });
      return [path, ...within.map((name) => join(path, name))];
    });
  // a copied file keeps its old mtime, but its ctime is new
  return Math.max(
    ...all.map((path) => statSync(path)).map(({ mtimeMs, ctimeMs }) => Math.max(mtimeMs, ctimeMs)),
  );
}

/**
 * Files that the new build lacks are kept until the next one: a server that still runs serves them, and open pages load
 * more of them. Two instances may publish at once. `started`: a change during the build makes it out of date.
 */
export async function publishBuild(outDir: string, draft: string, manifest: object, started: Date) {
  const files = (await readdir(draft)).sort();
  const [written, kept] = [JSON.stringify({ ...manifest, files }), join(outDir, manifestName)];
  await Bun.write(join(draft, manifestName), written);
  await utimes(join(draft, manifestName), started, started);
  for (let put = false; !put; ) {
    // a server may be reading this build, so its files must not be missing for a moment
    if ((await textOf(kept)) === written) {
      await utimes(kept, started, started).catch(unlessMissing);
      break;
    }
    await keepFiles(outDir, draft);
    const old = `${draft}.old`;
    await rename(outDir, old).catch(unlessMissing);
    put = await rename(draft, outDir).then(() => true, unlessTaken);
    await rm(old, { recursive: true, force: true });
  }
  await rm(draft, { recursive: true, force: true });
}

/** Adds the files of a build to a draft that lacks them, but not those that it keeps from the build before. */
async function keepFiles(outDir: string, draft: string): Promise<void> {
  const manifest = await textOf(join(outDir, manifestName));
  if (manifest === null) return;
  // builds of 0.2.0 do not list theirs
  const { files = await readdir(outDir) }: { files?: string[] } = JSON.parse(manifest);
  const missing = files.filter((name) => !existsSync(join(draft, name)));
  for (const name of missing) await copyFile(join(outDir, name), join(draft, name)).catch(unlessMissing);
}

function unlessTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
  throw error;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const textOf = (path: string): Promise<string | null> => Bun.file(path).text().catch(unlessMissing);
