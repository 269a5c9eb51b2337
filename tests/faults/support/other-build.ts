/** A second build of the client, made from the first one in a moment. */
import { cp, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ensureBuilt } from '#server/build/main';
import { root } from '#tests/support/server';
import { newFolder } from './processes';

const packed = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

/**
 * A prefix for the command of a server, which then has a build whose files all have other names: styles, scripts with
 * what they load, and fonts.
 */
export async function otherBuild(): Promise<string[]> {
  await ensureBuilt();
  const folder = await newFolder();
  for (const name of await readdir(root)) {
    if (!name.startsWith('dist')) await symlink(join(root, name), join(folder, name));
  }
  await cp(join(root, 'dist-server'), join(folder, 'dist-server'), {
    recursive: true,
    filter: (path) => !path.endsWith('main.js.jsc'),
  });
  // the bundle has the folder in which it was built
  const bundle = join(folder, 'dist-server/main.js');
  await Bun.write(bundle, (await Bun.file(bundle).text()).replaceAll(`${root}/`, `${folder}/`));
  const { files, ...entries } = await Bun.file(join(root, 'dist/manifest.json')).json();
  const names: string[] = files.filter((name: string) => /\.(js|css|woff2)$/.test(name));
  const any = new RegExp(names.map((name) => RegExp.escape(name)).join('|'), 'g');
  const renamed = (text: string) => text.replace(any, (name) => name.replace('.', '-other.'));
  for (const name of names) {
    const file = Bun.file(join(root, 'dist', name));
    const bytes = name.endsWith('.woff2') ? await file.bytes() : Buffer.from(renamed(await file.text()));
    await Bun.write(join(folder, 'dist', renamed(name)), bytes);
    await Bun.write(join(folder, 'dist', `${renamed(name)}.br`), packed(bytes));
  }
  const written = names.flatMap((name) => [renamed(name), `${renamed(name)}.br`]);
  const manifest = { ...JSON.parse(renamed(JSON.stringify(entries))), files: written };
  await Bun.write(join(folder, 'dist/manifest.json'), JSON.stringify(manifest));
  return ['sh', '-c', 'cd "$0" && exec "$@"', folder];
}
