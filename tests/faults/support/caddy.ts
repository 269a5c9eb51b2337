/** The proxy of `compose.yaml` itself: Caddy with the `Caddyfile` of the project. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf } from '#tests/db/support/processes';
import { afterThisTest } from '#tests/support/endings';
import { freePort } from '#tests/support/ports';
import { root } from '#tests/support/server';
import { until } from '#tests/support/until';
import { isListening, newFolder } from './processes';

const caddy = '/usr/bin/caddy';

/**
 * A proxy at `url` in front of these addresses (`127.0.0.1:3000`). It ends with the test. `log` grows with each event that
 * it logs, also what it tries in vain.
 */
export async function startCaddy(
  upstreams: [string, string],
  { url = `http://localhost:${freePort()}`, trusted = '' } = {},
) {
  if (!existsSync(caddy)) throw new Error(`There is no ${caddy}: sh .ci/debian installs it.`);
  const folder = await newFolder();
  const file = join(folder, 'Caddyfile');
  const text = await Bun.file(join(root, 'Caddyfile')).text();
  const here = text
    .replace('app-1:3000 app-2:3000', upstreams.join(' '))
    .replace('admin off', '$&\n\tdebug')
    // nothing but the address of which `freePort` knows
    .replace(/^\{\$PUBLIC_URL.*$/m, '$&\n\tbind 127.0.0.1');
  await Bun.write(file, here);
  const child = Bun.spawn([caddy, 'run', '--config', file], {
    env: { PUBLIC_URL: url, TRUSTED_PROXIES: trusted, HOME: folder },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const log: Record<string, unknown>[] = [];
  const reading = (async () => {
    for await (const line of linesOf(child.stderr))
      log.push(line.startsWith('{') ? JSON.parse(line) : { line });
  })();
  afterThisTest(async () => {
    child.kill('SIGKILL');
    await child.exited;
  });
  const ended = child.exited.then(async () => {
    await reading;
    throw new Error(`Caddy has ended: ${JSON.stringify(log)}`);
  });
  // it ends later, too, when it is stopped
  ended.catch(() => {});
  await Promise.race([until(() => isListening(url)), ended]);
  return { url, log };
}
