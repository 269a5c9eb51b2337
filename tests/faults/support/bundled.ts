import { join } from 'node:path';
import { root } from '#tests/support/server';
import { newFolderIn } from './processes';

/**
 * Bundles and compiles a script of this folder for a test that starts it a hundred times: loading its sources takes most
 * of a start. The script may not wait outside a function.
 */
export async function bundled(script: string): Promise<string> {
  // below the project, because the bundle loads the driver from its packages
  const outdir = await newFolderIn(join(root, 'dist-test'));
  await Bun.build({
    entrypoints: [join(import.meta.dir, script)],
    outdir,
    target: 'bun',
    external: ['libsql'],
    naming: 'bundle.js',
    format: 'cjs',
    bytecode: true,
    minify: true,
  });
  return join(outdir, 'bundle.js');
}
