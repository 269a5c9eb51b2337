/** Builds the client for development in another process, while this one loads the server. */
import { join } from 'node:path';
import { root } from '../root';
import { developmentFolder, type Manifest, manifestName } from './output';

export async function buildForDevelopment(): Promise<Manifest> {
  const command = [process.execPath, 'server/build/main.ts', '--development'];
  const build = Bun.spawn(command, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const output = await new Response(build.stderr).text();
  if ((await build.exited) !== 0) throw new Error(`The client could not be built.\n${output}`);
  return await Bun.file(join(developmentFolder, manifestName)).json();
}

export const firstBuild = buildForDevelopment();
// avoids an unhandled rejection: `developmentAssets` awaits it later and gets the error
firstBuild.catch(() => undefined);
