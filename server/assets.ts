import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '#domain/time';
import type { PageAssets } from '#web/document.tsx';
import type { Manifest } from './build/output';
import type { Context } from './context';
import { encodingFor, suffixes } from './http/compression';
import { createFinder, keepBuild, removeUnusedBuilds } from './kept-builds';
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
    boot: address(manifest.boot),
    fonts: manifest.fonts.map(address),
    reload,
  };
}

/** Serves a file of `folder`. Only listed `files` are opened, so no path in a URL reaches the file system. */
export function answerFile(
  folder: string,
  files: Set<string>,
  name: string,
  request: Request,
): Response | null {
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
