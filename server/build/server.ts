/** Bundles and compiles the production server, which saves most of the start time (decision 015). */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root';
import { publishBuild } from './output';

/** Not bundled: native code, a package that reads files beside its own, and one that only development uses. */
const external = ['libsql', 'pdfkit', 'bun-plugin-tailwind'];

const entries = ['main.ts', 'documents/worker.ts', 'mail-in/mail-worker.ts', 'spreadsheets/table-worker.ts'];

/** Names are not minified, so that logged stacks are readable. */
export async function buildServer(outDir: string): Promise<void> {
  const started = new Date();
  const draft = `${outDir}.${process.pid}.${started.getTime()}`;
  await mkdir(draft, { recursive: true });
  const { outputs } = await Bun.build({
    entrypoints: entries.map((file) => join(root, 'server', file)),
    outdir: draft,
    target: 'bun',
    // Bun keeps bytecode beside a CommonJS file, which can neither be split nor wait outside a function
    format: 'cjs',
    bytecode: true,
    minify: { syntax: true, whitespace: true },
    sourcemap: 'linked',
    naming: '[name].[ext]',
    external,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  for (const { path } of outputs.filter(({ kind }) => kind === 'sourcemap')) await dropSources(path);
  const hashes = await Promise.all(
    outputs.map(async (file) => Bun.hash(await file.arrayBuffer()).toString(36)),
  );
  await publishBuild(outDir, draft, { hashes }, started);
}

/** Bun reads the source map at each start. Without the texts of the sources it is a third as long. */
async function dropSources(path: string): Promise<void> {
  const map = await Bun.file(path).json();
  // Bun refuses a map without the list
  await Bun.write(path, JSON.stringify({ ...map, sourcesContent: map.sources.map(() => '') }));
}
