/** A rolling update of two instances to another build, behind Caddy as `compose.yaml` runs it. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { href, pages } from '#domain/urls';
import { startCaddy } from '#tests/faults/support/caddy';
import { common, createCluster } from '#tests/faults/support/instances';
import { otherBuild } from '#tests/faults/support/other-build';
import { newFolder, start } from '#tests/faults/support/processes';
import { drainOfCompose } from '#tests/faults/support/proxy';
import { freePort } from '#tests/support/ports';
import { until } from '#tests/support/until';

setDefaultTimeout(180_000);

/** Pages that must be seen in each state of the update. */
const enough = 60;
const shown = [
  pages.home,
  pages.privacy,
  pages.precheck,
  pages.whatIsLeft,
  pages.offer,
  pages.ownData,
  pages.login,
  href(pages.application, { id: crypto.randomUUID() }),
];

const cluster = createCluster();
let databaseUrl = '';

beforeAll(async () => {
  databaseUrl = (await cluster.startPrepared()).url;
});

test('every page has all its files before, during and after an update, also one that was open before', async () => {
  const ports = [freePort(), freePort()] as const;
  const publicUrl = `http://localhost:${freePort()}`;
  const settings = {
    ...common,
    ...(await drainOfCompose()),
    DATABASE_URL: databaseUrl,
    ASSETS_DIR: await newFolder(),
    PUBLIC_URL: publicUrl,
    RATE_LIMIT: 'off',
  };
  const instance = async (port: number, before: string[] = []) =>
    await start(await newFolder(), { ...settings, PORT: String(port) }, before);
  const running = await Promise.all(ports.map((port) => instance(port)));
  await startCaddy([`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`], { url: publicUrl });

  const seen = { pages: 0, files: 0, failed: [] as string[] };
  const open = await filesOf(publicUrl, pages.home, seen);
  const load = new AbortController();
  const visitors = [0, 1, 2].map((visitor) => visit(publicUrl, visitor, seen, load.signal));
  /** Visitors load pages until these styles, and no others, are those of the landing page. */
  const look = async (...styles: string[]) => {
    const [after, found] = [seen.pages + enough, new Set<string>()];
    await until(async () => {
      found.add(await stylesOf(publicUrl));
      return seen.failed.length > 0 || (seen.pages >= after && found.size >= styles.length);
    }, 60_000);
    expect(seen.failed).toEqual([]);
    expect(found).toEqual(new Set(styles));
  };
  const old = await stylesOf(publicUrl);
  const young = old.replace('.', '-other.');
  await look(old);
  const other = await otherBuild();
  for (const [index, port] of ports.entries()) {
    expect(await running[index]?.kill('SIGTERM')).toBe(0);
    await instance(port, other);
    await look(...(index === 0 ? [old, young] : [young]));
  }
  load.abort();
  await Promise.all(visitors);
  // what the open page loads later, from both instances
  for (const path of [...open, ...open]) await textOf(publicUrl, path, seen);
  console.log(`rolling update: ${seen.pages} pages with ${seen.files} files, ${seen.failed.length} missing`);
  expect(seen.failed).toEqual([]);
});

type Seen = { pages: number; files: number; failed: string[] };

async function visit(url: string, visitor: number, seen: Seen, signal: AbortSignal): Promise<void> {
  for (let count = visitor; !signal.aborted; count += 1) {
    await filesOf(url, shown[count % shown.length] ?? '', seen);
    seen.pages += 1;
  }
}

/** Reads a page and every file that it names, and that these name: styles, fonts, and scripts that are loaded later. */
async function filesOf(url: string, page: string, seen: Seen): Promise<Set<string>> {
  const paths = new Set([page]);
  for (const path of paths) {
    const text = await textOf(url, path, seen);
    for (const [, name] of text.matchAll(/["'(](?:\.|\/assets)\/([\w-]+\.(?:js|css|woff2))["')]/g))
      paths.add(`/assets/${name}`);
  }
  paths.delete(page);
  return paths;
}

async function textOf(url: string, path: string, seen: Seen): Promise<string> {
  seen.files += path.startsWith('/assets/') ? 1 : 0;
  const response = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
  if (!response.ok) seen.failed.push(`${path}: ${response.status}`);
  return await response.text();
}

async function stylesOf(url: string): Promise<string> {
  const page = await (await fetch(url + pages.home)).text();
  return /\/assets\/(styles-[\w-]+\.css)/.exec(page)?.[1] ?? '';
}
