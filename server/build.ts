/** Builds what browsers load: hashed, minified, precompressed, with a manifest (`bun run build`). */
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { BunPlugin } from 'bun';
import tailwind from 'bun-plugin-tailwind';

/** Names of built files. */
export type Manifest = { app: string; staff: string; boot: string; styles: string; fonts: string[] };

/** Built apart: shared chunks would cost the wizard 5 KB, and hardly a visitor's browser would use them twice. */
const entries = {
  app: 'web/app/client.tsx',
  staff: 'web/app/backoffice/client.tsx',
  boot: 'web/islands/boot.ts',
  styles: 'web/styles.css',
};

const manifestName = 'manifest.json';

/** Fonts by the name that `styles.css` gives them. */
const fonts = {
  'vollkorn.woff2': '@fontsource-variable/vollkorn/files/vollkorn-latin-wght-normal.woff2',
  'figtree.woff2': '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'vollkorn-ext.woff2': '@fontsource-variable/vollkorn/files/vollkorn-latin-ext-wght-normal.woff2',
  'figtree-ext.woff2': '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2',
};
/** Every page needs these at once. */
const preloaded = ['vollkorn.woff2', 'figtree.woff2'];

/**
 * Parts of TypeBox that no schema of ours asks for, and what stands in their place in browsers: tables for JSON
 * Schema's `format`, hashes for `uniqueItems`, English messages (each field brings its own in German).
 */
const unasked: [RegExp, string][] = [
  [/typebox\/build\/format\/index\.mjs$/, 'export const Format = { Test: () => true, Has: () => false };'],
  [/typebox\/build\/system\/hashing\/hash\.mjs$/, 'export const Hash = () => 0, HashCode = () => 0n;'],
  [
    /typebox\/build\/system\/locale\/en_US\.mjs$/,
    "export const en_US = ({ keyword, params }) => (keyword === '~refine' ? params.message : keyword);",
  ],
];
const withoutUnasked: BunPlugin = {
  name: 'without-unasked',
  setup: ({ onLoad }) => {
    for (const [filter, contents] of unasked) onLoad({ filter }, () => ({ contents, loader: 'js' }));
  },
};

/** Builds into `outDir`: whoever reads it sees a whole build, the old one or the new. */
export async function buildClient(root: string, outDir: string, production: boolean): Promise<Manifest> {
  const draft = `${outDir}.${process.pid}.${Date.now()}`;
  await mkdir(draft, { recursive: true });
  const [app, staff, boot, css] = await Promise.all(
    [entries.app, entries.staff, entries.boot, entries.styles].map((entry) =>
      buildEntry(join(root, entry), draft, production),
    ),
  );
  if (!app || !staff || !boot || !css) throw new Error('The build made no script or no styles.');
  const nameOf = (path: string) => relative(draft, path);
  const scripts = { app: nameOf(app), staff: nameOf(staff), boot: nameOf(boot) };
  const manifest = { ...scripts, ...(await finishStyles(draft, css)) };
  if (production) await precompressAll(draft);
  const written = JSON.stringify(manifest);
  await Bun.write(join(draft, manifestName), written);
  await replace(outDir, draft, written);
  return manifest;
}

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

/** Puts a finished build in the place of the old one, which goes last; the same build again is only dated anew. */
async function replace(outDir: string, draft: string, manifest: string) {
  const kept = Bun.file(join(outDir, manifestName));
  if ((await kept.exists()) && (await kept.text()) === manifest) {
    // servers may be reading it: no moment without files
    await utimes(join(outDir, manifestName), new Date(), new Date());
    await rm(draft, { recursive: true, force: true });
    return;
  }
  const old = `${draft}.old`;
  await rename(outDir, old).catch(() => undefined);
  await rename(draft, outDir);
  await rm(old, { recursive: true, force: true });
}

/** Builds one entry with its chunks; answers the path of the entry's file. */
async function buildEntry(entry: string, outdir: string, production: boolean): Promise<string | undefined> {
  const build = await Bun.build({
    entrypoints: [entry],
    outdir,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: production,
    sourcemap: production ? 'none' : 'inline',
    naming: '[name]-[hash].[ext]',
    external: ['/assets/*'],
    plugins: [tailwind, withoutUnasked],
    define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
  });
  const main = entry.endsWith('.css') ? '.css' : '.js';
  return build.outputs.find(({ kind, path }) => kind !== 'chunk' && path.endsWith(main))?.path;
}

/** Puts the fonts beside the styles, each under the hash of its bytes, and the styles under their own. */
async function finishStyles(folder: string, path: string) {
  let text = await Bun.file(path).text();
  const names: string[] = [];
  for (const [name, source] of Object.entries(fonts)) {
    const bytes = await Bun.file(Bun.resolveSync(source, import.meta.dir)).bytes();
    const hashed = name.replace('.', `-${hashOf(bytes)}.`);
    await Bun.write(join(folder, hashed), bytes);
    text = text.replaceAll(`/assets/${name}`, `/assets/${hashed}`);
    if (preloaded.includes(name)) names.push(hashed);
  }
  const styles = `styles-${hashOf(text)}.css`;
  await rm(path);
  await Bun.write(join(folder, styles), text);
  return { styles, fonts: names };
}

function hashOf(bytes: string | Uint8Array): string {
  return Bun.hash(bytes).toString(36);
}

async function precompressAll(folder: string) {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(names.map((name) => precompress(join(folder, name))));
}

async function precompress(path: string) {
  const bytes = await Bun.file(path).bytes();
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await Bun.write(`${path}.br`, brotliCompressSync(bytes, quality));
  await Bun.write(
    `${path}.zst`,
    zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
  );
  await Bun.write(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

if (import.meta.main) {
  const root = join(import.meta.dir, '..');
  const manifest = await buildClient(root, join(root, 'dist'), true);
  process.stderr.write(`built ${manifest.app} and ${manifest.styles}\n`);
}
