import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { BunPlugin } from 'bun';
import tailwind from 'bun-plugin-tailwind';
import { type Compression, compressions, pack, suffixes } from '../http/compression';
import { root } from '../root';
import {
  clientFolder,
  clientRooms,
  developmentFolder,
  isUpToDate,
  type Manifest,
  publishBuild,
  serverFolder,
  serverRooms,
} from './output';

export async function ensureBuilt(): Promise<void> {
  if (!(await isUpToDate(clientFolder, clientRooms))) await buildClient(clientFolder, true);
  if (!(await isUpToDate(serverFolder, serverRooms))) await buildServer(serverFolder);
}

/** Built separately for production: shared chunks would add 5 KB to the wizard, and few visitors use two of these. */
const entries = {
  app: 'web/wizard/client.tsx',
  staff: 'web/backoffice/client.tsx',
  boot: 'web/islands/boot.ts',
  styles: 'web/styles.css',
};

const fonts = {
  'vollkorn.woff2': '@fontsource-variable/vollkorn/files/vollkorn-latin-wght-normal.woff2',
  'figtree.woff2': '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'vollkorn-ext.woff2': '@fontsource-variable/vollkorn/files/vollkorn-latin-ext-wght-normal.woff2',
  'figtree-ext.woff2': '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2',
};
const preloaded = ['vollkorn.woff2', 'figtree.woff2'];

/**
 * What browsers need not load, by module: its replacement, or what is cut out of it. Of TypeBox tables for JSON Schema's
 * `format`, hashes for `uniqueItems`, the search for the target of a `$ref`, and English messages (each field has its
 * own message in German); the code of infinite lists; national check digits and parts of IBANs (`isIban` ignores them);
 * what Radix warns developers of; and the names of its functions: these calls would also keep functions that nobody uses.
 */
const unneeded: [RegExp, string | RegExp][] = [
  [/typebox\/build\/format\/index\.mjs$/, 'export const Format = { Test: () => true, Has: () => false };'],
  [/typebox\/build\/system\/hashing\/hash\.mjs$/, 'export const Hash = () => 0, HashCode = () => 0n;'],
  [
    /typebox\/build\/schema\/resolve\/resolve\.mjs$/,
    'export const Ref = null, DynamicRef = null, RecursiveRef = null;',
  ],
  [
    /typebox\/build\/system\/locale\/en_US\.mjs$/,
    "export const en_US = ({ keyword, params }) => (keyword === '~refine' ? params.message : keyword);",
  ],
  [
    /query-core\/build\/modern\/infiniteQueryBehavior\.js$/,
    'export const infiniteQueryBehavior = null, hasNextPage = null, hasPreviousPage = null;',
  ],
  [/ibantools\.js$/, /^ *(?:bban_validation_func|\w+_(?:indentifier|identifier)): .*/gm],
  [
    /@radix-ui\/.*\.mjs$/,
    /^ *static \{\s*__name\(.*\);\s*\}|^__name\(.*\);$|^( *)if \(IS_DEVELOPMENT2?\) \{[\s\S]*?^\1\}$/gm,
  ],
];

function replaceUnneeded(unmatched: Set<RegExp>): BunPlugin {
  return {
    name: 'replace-unneeded',
    setup: ({ onLoad }) => {
      for (const [filter, change] of unneeded) {
        onLoad({ filter }, async ({ path }) => {
          const text = await Bun.file(path).text();
          const contents = typeof change === 'string' ? change : text.replace(change, '');
          if (contents !== text) unmatched.delete(filter);
          return { contents, loader: 'js' };
        });
      }
    },
  };
}

/** Builds into `outDir`. At any moment it contains a complete build, the old one or the new one. */
async function buildClient(outDir: string, production: boolean): Promise<Manifest> {
  const started = new Date();
  const draft = `${outDir}.${process.pid}.${started.getTime()}`;
  await mkdir(draft, { recursive: true });
  // one build for all entries takes a third of the time, because it reads each file once
  const scriptEntries = [entries.app, entries.staff, entries.boot];
  const parts = production ? scriptEntries.map((entry) => [entry]) : [scriptEntries];
  const unmatched = new Set(unneeded.map(([filter]) => filter));
  const built = await Promise.all(
    [...parts, [entries.styles]].map((part) => buildEntries(part, draft, production, unmatched)),
  );
  // if another version has other files or lines, the scripts would grow unnoticed
  if (unmatched.size > 0) throw new Error(`Nothing to replace or cut out: ${[...unmatched].join(', ')}`);
  const [app, staff = '', boot, css] = built.flat();
  const office = /import\("\.\/(.+?)"\)/.exec(await Bun.file(join(draft, staff)).text())?.[1];
  if (!app || !office || !boot || !css) throw new Error('The build made no script or no styles.');
  const manifest = { app, staff, office, boot, ...(await finishStyles(draft, css)) };
  if (production) await precompressAll(draft);
  await publishBuild(outDir, draft, manifest, started);
  return manifest;
}

async function buildEntries(paths: string[], outdir: string, production: boolean, unmatched: Set<RegExp>) {
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
    // Tailwind finds its classes through `@source` in the styles and need not read the scripts
    plugins: [styles ? tailwind : replaceUnneeded(unmatched)],
    define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
  });
  const main = styles ? '.css' : '.js';
  return outputs
    .filter(({ kind, path }) => (kind === 'entry-point' || kind === 'asset') && path.endsWith(main))
    .map(({ path }) => relative(outdir, path));
}

async function finishStyles(folder: string, unhashed: string) {
  const path = join(folder, unhashed);
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

/**
 * Not bundled: native code, a package that reads files beside its own, one that many sites never use, one that only
 * browsers use, and two that only development uses.
 */
const external = [
  ...['libsql', 'pdfkit', 'imapflow', '@zxcvbn-ts/language-common'],
  ...['@elysiajs/openapi', 'bun-plugin-tailwind'],
];

const serverEntries = [
  'main.ts',
  'documents/worker.ts',
  'mail-in/mail-worker.ts',
  'insurer/sheets/table-worker.ts',
];

/**
 * Compiled, which saves most of the start time (decision 015). Names and lines stay, so that logged stacks are readable:
 * Bun would keep a source map in memory.
 */
async function buildServer(outDir: string): Promise<void> {
  const started = new Date();
  const draft = `${outDir}.${process.pid}.${started.getTime()}`;
  await mkdir(draft, { recursive: true });
  const { outputs } = await Bun.build({
    entrypoints: serverEntries.map((file) => join(root, 'server', file)),
    outdir: draft,
    target: 'bun',
    // Bun keeps bytecode beside a CommonJS file, which can neither be split nor wait outside a function
    format: 'cjs',
    bytecode: true,
    minify: { syntax: true },
    naming: '[name].[ext]',
    external,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const hashes = await Promise.all(
    outputs.map(async (file) => Bun.hash(await file.arrayBuffer()).toString(36)),
  );
  await publishBuild(outDir, draft, { hashes }, started);
}

if (import.meta.main) {
  if (process.argv.includes('--if-changed')) {
    await ensureBuilt();
  } else if (!process.argv.includes('--development')) {
    const [manifest] = await Promise.all([buildClient(clientFolder, true), buildServer(serverFolder)]);
    process.stderr.write(`built ${manifest.app}, ${manifest.styles} and the server\n`);
  } else if (!(await isUpToDate(developmentFolder, clientRooms))) {
    await buildClient(developmentFolder, false);
  }
}
