/** The files of builds in use, one folder per build. A folder appears complete and never changes (decision 048). */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '#domain/time';

/** A build that no instance has noted for this long is removed. */
const unusedMs = 30 * dayMs;
const prefix = 'build-';
/** A draft has more behind its name. */
const isBuild = /^build-\w+$/;

/** Adds a build to `place`, unless it is there, and notes that it is in use: the time of its folder says when. */
export async function keepBuild(place: string, folder: string, files: string[], now: number): Promise<void> {
  const kept = join(place, prefix + Bun.hash(String(files)).toString(36));
  if (!existsSync(kept)) await copyBuild(folder, files, kept);
  await utimes(kept, now / 1000, now / 1000);
}

async function copyBuild(folder: string, files: string[], kept: string): Promise<void> {
  const draft = anew(kept);
  try {
    await mkdir(draft, { recursive: true });
    for (const name of files) await copyFile(join(folder, name), join(draft, name));
    await rename(draft, kept).catch((error) => {
      // another instance of the same build was faster
      if (!existsSync(kept)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const anew = (path: string) => `${path}.${crypto.randomUUID()}`;

/** Several instances may do this at once. What killed starts have left is removed, too. */
export async function removeUnusedBuilds(place: string, now: number): Promise<void> {
  await mkdir(place, { recursive: true });
  for (const name of readdirSync(place).filter((each) => each.startsWith(prefix))) {
    const path = join(place, name);
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (used >= now - unusedMs) continue;
    // renamed first: a removal that is killed must not leave part of a build under its name
    const removed = anew(path);
    await rename(path, removed).catch(() => undefined);
    await rm(removed, { recursive: true, force: true });
  }
}

/** Finds a file in the builds that are there now: other instances add some at any time. */
export function createFinder(place: string) {
  const known = new Map<string, Set<string>>();
  const filesOf = (build: string) => {
    const files = known.get(build) ?? new Set(readdirSync(join(place, build)));
    known.set(build, files);
    return files;
  };
  return (name: string): { folder: string; files: Set<string> } | null => {
    try {
      const builds = readdirSync(place).filter((each) => isBuild.test(each));
      const build = builds.find((each) => filesOf(each).has(name));
      return build ? { folder: join(place, build), files: filesOf(build) } : null;
    } catch {
      // the disk refused to keep anything, which the start has logged, or has gone
      return null;
    }
  };
}
