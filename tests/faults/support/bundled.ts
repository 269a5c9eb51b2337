import { statSync } from 'node:fs';
import { rename, rm, utimes } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { newestChange, serverRooms } from '#server/build/output';
import { root } from '#tests/support/server';

// one level below the project, as `server/root.ts` is
const folder = join(root, 'dist-test');
const sources = [...serverRooms, 'bun.lock', 'tests/support', 'tests/faults/support'];
const building = new Map<string, Promise<string>>();

/**
 * Bundles and compiles a script of this project, because loading its sources takes most of a start. The script may not
 * wait outside a function. Returns the path of the bundle, which later runs of the tests use again.
 */
export function bundled(script: string): Promise<string> {
  const bundle = building.get(script) ?? build(script);
  building.set(script, bundle);
  return bundle;
}

async function build(script: string): Promise<string> {
  const started = new Date();
  const { name } = parse(script);
  const path = join(folder, `${name}.js`);
  const built = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (newestChange(sources) < built) return path;
  // several processes may do this at once: their bundles are the same
  const draft = join(folder, `${name}.${process.pid}`);
  await Bun.build({
    entrypoints: [join(root, script)],
    outdir: draft,
    target: 'bun',
    external: ['libsql', 'pdfkit', 'bun-plugin-tailwind'],
    naming: '[name].[ext]',
    format: 'cjs',
    bytecode: true,
    minify: { syntax: true, whitespace: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  await utimes(join(draft, `${name}.js`), started, started);
  for (const suffix of ['.jsc', '']) await rename(join(draft, `${name}.js${suffix}`), path + suffix);
  await rm(draft, { recursive: true });
  return path;
}
