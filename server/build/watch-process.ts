/** The client's build for development, in a process of its own: a second core builds while this one loads the server. */
import { join } from 'node:path';
import { root } from '../root';
import { developmentFolder, type Manifest, manifestName } from './output';

/** Builds unless everything is up to date. Throws with what the build said. */
export async function buildForDevelopment(): Promise<Manifest> {
  const command = [process.execPath, 'server/build/main.ts', '--development'];
  const build = Bun.spawn(command, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = await new Response(build.stderr).text();
  if ((await build.exited) !== 0) throw new Error(`The client could not be built.\n${said}`);
  return await Bun.file(join(developmentFolder, manifestName)).json();
}

/** The build that a starting server needs. */
export const firstBuild = buildForDevelopment();
// whoever awaits it meets its error; until then it is nobody's
firstBuild.catch(() => undefined);
