import { existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '#domain/time';
import type { PageAssets } from '#web/document.tsx';
import type { Manifest } from './build/output';
import type { Context } from './context';
import { encodingFor, suffixes } from './http/compression';
import { traceOf } from './log';
import { OperatorError } from './process/failure';

export type Assets = {
  /** The files that pages link to. Read this for each page: in development a rebuild changes it. */
  page: PageAssets;
  answer(name: string, request: Request): Response | null;
  /** Production only: keeps this build for other instances and open pages, and notes once a day that it is in use. */
  keep?(context: Pick<Context, 'now' | 'log'>): Promise<void>;
  /** Development only: a stream that reports each new build to open pages. */
  events?(): Response;
};

/** What `folder` lacks comes from the builds in `place`. @throws OperatorError if there is no production build in `folder` */
export async function loadAssets(folder: string, place: string): Promise<Assets> {
  const manifestFile = Bun.file(join(folder, 'manifest.json'));
  if (!(await manifestFile.exists())) {
    throw new OperatorError('The client is not built: run `bun run build` first');
  }
  const manifest: Manifest & { files: string[] } = await manifestFile.json();
  const files = new Set(readdirSync(folder));
  const find = createFinder(place);
  let noteAt = 0;
  return {
    page: pageAssets(manifest),
    answer: (name, request) => {
      const kept = files.has(name) ? null : find(name);
      return answerFile(kept?.folder ?? folder, kept?.files ?? files, name, request);
    },
    async keep({ now, log }) {
      const at = now();
      if (at < noteAt) return;
      noteAt = at + dayMs;
      try {
        // first, because the disk may be full of them
        await removeUnusedBuilds(place, at);
        await keepBuild(place, folder, manifest.files, at);
      } catch (error) {
        log('warn', 'assets_not_kept', traceOf(error));
      }
    },
  };
}

export function pageAssets(manifest: Manifest, reload: string | null = null): PageAssets {
  const address = (name: string) => `/assets/${name}`;
  return {
    styles: address(manifest.styles),
    app: address(manifest.app),
    staff: address(manifest.staff),
    office: address(manifest.office),
    boot: address(manifest.boot),
    fonts: manifest.fonts.map(address),
    reload,
  };
}

/** Serves a file of `folder`. Only listed `files` are opened, so no path in a URL reaches the file system. */
export function answerFile(folder: string, files: Set<string>, name: string, request: Request) {
  if (!files.has(name) || name.startsWith('manifest')) return null;
  const original = Bun.file(join(folder, name));
  const headers: Record<string, string> = {
    'content-type': original.type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  };
  const encoding = encodingFor(request);
  const packed = encoding && name + suffixes[encoding];
  if (!packed || !files.has(packed)) return new Response(original, { headers });
  return new Response(Bun.file(join(folder, packed)), {
    headers: { ...headers, 'content-encoding': encoding },
  });
}

/** A build that no instance has noted for this long is removed. */
const unusedMs = 30 * dayMs;
const prefix = 'build-';
/** A draft has more behind its name. */
const isBuild = /^build-\w+$/;

/** Unless it is there. Its folder appears complete and never changes (decision 048); its time says that it is in use. */
async function keepBuild(place: string, folder: string, files: string[], now: number): Promise<void> {
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
async function removeUnusedBuilds(place: string, now: number): Promise<void> {
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
function createFinder(place: string) {
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
