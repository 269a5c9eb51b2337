/** Builds what browsers load: hashed, minified, precompressed, with a manifest. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { BunPlugin } from 'bun';
import tailwind from 'bun-plugin-tailwind';
import { type Compression, compressions, pack, suffixes } from '../http/compression';
import { root } from '../root';
import { type Manifest, publishBuild } from './output';

/** Built apart for production: shared chunks would cost the wizard 5 KB, and hardly a visitor's browser uses them twice. */
const entries = {
  app: 'web/wizard/client.tsx',
  staff: 'web/backoffice/client.tsx',
  boot: 'web/islands/boot.ts',
  styles: 'web/styles.css',
};

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

/** Replaces the `unasked` modules; the filters that matched one leave `unseen`. */
function replaceUnasked(unseen: Set<RegExp>): BunPlugin {
  return {
    name: 'replace-unasked',
    setup: ({ onLoad }) => {
      for (const [filter, contents] of unasked) {
        onLoad({ filter }, () => {
          unseen.delete(filter);
          return { contents, loader: 'js' };
        });
      }
    },
  };
}

/** Builds into `outDir`: whoever reads it sees a whole build, the old one or the new. */
export async function buildClient(outDir: string, production: boolean): Promise<Manifest> {
  const started = new Date();
  const draft = `${outDir}.${process.pid}.${started.getTime()}`;
  await mkdir(draft, { recursive: true });
  // in one go everything is read once, not three times: a third of the time, but 5 KB more for the wizard
  const scriptEntries = [entries.app, entries.staff, entries.boot];
  const parts = production ? scriptEntries.map((entry) => [entry]) : [scriptEntries];
  const unseen = new Set(unasked.map(([filter]) => filter));
  const built = await Promise.all(
    [...parts, [entries.styles]].map((part) => buildEntries(part, draft, production, unseen)),
  );
  // another version of TypeBox may name its files otherwise: the scripts would grow without a word
  if (unseen.size > 0) throw new Error(`The build met no module to replace: ${[...unseen].join(', ')}`);
  const [app, staff, boot, css] = built.flat();
  if (!app || !staff || !boot || !css) throw new Error('The build made no script or no styles.');
  const nameOf = (path: string) => relative(draft, path);
  const scripts = { app: nameOf(app), staff: nameOf(staff), boot: nameOf(boot) };
  const manifest = { ...scripts, ...(await finishStyles(draft, css)) };
  if (production) await precompressAll(draft);
  await publishBuild(outDir, draft, manifest, started);
  return manifest;
}

/** Builds entries of one kind with the chunks that they share; returns the path of each entry's file, in their order. */
async function buildEntries(
  paths: string[],
  outdir: string,
  production: boolean,
  unseen: Set<RegExp>,
): Promise<string[]> {
  const styles = paths.every((path) => path.endsWith('.css'));
  const { outputs } = await Bun.build({
    entrypoints: paths.map((path) => join(root, path)),
    outdir,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: production,
    sourcemap: production ? 'none' : 'linked',
    naming: '[name]-[hash].[ext]',
    external: ['/assets/*'],
    // Tailwind finds its classes by the styles' own `@source`; it would read every script for nothing
    plugins: [styles ? tailwind : replaceUnasked(unseen)],
    define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
  });
  const main = styles ? '.css' : '.js';
  return outputs
    .filter(({ kind, path }) => (kind === 'entry-point' || kind === 'asset') && path.endsWith(main))
    .map(({ path }) => path);
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
  const write = async (one: Compression) =>
    await Bun.write(path + suffixes[one], await pack(bytes, one, 'builtFile'));
  await Promise.all(compressions.map(write));
}
