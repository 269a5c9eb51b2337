/** A rolling update of two instances to another build, behind Caddy as `compose.yaml` runs both. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { compose } from '#tests/compose-file';
import { startCaddy } from '#tests/faults/support/caddy';
import { common, createCluster } from '#tests/faults/support/instances';
import { otherBuild } from '#tests/faults/support/other-build';
import {
  applicantOfToday,
  completeApplication,
  newFolder,
  openApplication,
  start,
} from '#tests/faults/support/processes';
import { freePort } from '#tests/support/ports';
import { until } from '#tests/support/until';

setDefaultTimeout(180_000);

/** Pages that must be seen in each state of the update. */
const enough = 60;
/** Between two pages of a visitor, as people do: without, the processor is full from the beginning to the end. */
const pauseMs = 150;
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

const drainOfCompose = compose.services['app-1']?.environment?.DRAIN_SECONDS ?? '';
/** Its data sets, and that it is completed. */
const callsOfOne = setKeys.length + 1;
const cluster = createCluster();
let databaseUrl = '';

beforeAll(async () => {
  databaseUrl = (await cluster.startPrepared()).url;
});

test('no request fails, none reaches a stopped instance, and every page has all its files, also an open one', async () => {
  const ports = [freePort(), freePort()] as const;
  const publicUrl = `http://localhost:${freePort()}`;
  const settings = {
    ...common,
    DRAIN_SECONDS: drainOfCompose,
    DATABASE_URL: databaseUrl,
    ASSETS_DIR: await newFolder(),
    PUBLIC_URL: publicUrl,
    RATE_LIMIT: 'off',
  };
  const instance = async (port: number, before: string[] = []) =>
    await start(await newFolder(), { ...settings, PORT: String(port) }, before);
  const running = await Promise.all(ports.map((port) => instance(port)));
  const upstreams = ports.map((port) => `127.0.0.1:${port}`) as [string, string];
  const { log } = await startCaddy(upstreams, { url: publicUrl });

  const seen: Seen = { pages: 0, files: 0, failed: [], completed: [] };
  const open = await filesOf(publicUrl, pages.home, seen);
  const begun = openApplication();
  await begun.fill(publicUrl, applicantOfToday());
  const load = new AbortController();
  const visitors = [0, 1, 2].map((visitor) => visit(publicUrl, visitor, seen, load.signal));
  const applicant = apply(publicUrl, seen, load.signal);
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
  await Promise.all([...visitors, applicant]);
  // what the open page loads later, from both instances
  for (const path of [...open, ...open]) await textOf(publicUrl, path, seen);
  // a wizard that was open before
  await begun.fill(publicUrl, applicantOfToday());
  expect((await begun.complete(publicUrl)).status).toBe(200);
  const requests = seen.pages + seen.files + seen.completed.length * callsOfOne;
  console.log(
    `rolling update: ${requests} requests, ${seen.pages} pages, ${seen.completed.length} applications, ` +
      `${seen.failed.length} failed`,
  );
  expect(seen.failed).toEqual([]);
  expect(await Promise.all(seen.completed.map((one) => isCompleted(publicUrl, one)))).toEqual(
    seen.completed.map(() => true),
  );
  // the proxy knew of both because they reported 503, and dialled none of them in vain
  const unhealthy = log.filter(
    ({ status_code: status, host }) => status === 503 && upstreams.includes(`${host}`),
  );
  expect(new Set(unhealthy.map(({ host }) => host))).toEqual(new Set(upstreams));
  expect(log.filter(({ msg, error }) => msg === 'upstream roundtrip' && error)).toEqual([]);
});

type Application = ReturnType<typeof openApplication>;
type Seen = { pages: number; files: number; failed: string[]; completed: Application[] };

/** Completes one application after the other. */
async function apply(url: string, seen: Seen, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await completeApplication(url).then(
      (application) => seen.completed.push(application),
      (error) => seen.failed.push(String(error)),
    );
    await Bun.sleep(10 * pauseMs);
  }
}

async function isCompleted(url: string, { id, ask }: Application): Promise<boolean> {
  const found = await ask(url, 'GET', href(api.application, { id }));
  return ((await found.json()) as { completed: boolean }).completed;
}

async function visit(url: string, visitor: number, seen: Seen, signal: AbortSignal): Promise<void> {
  for (let count = visitor; !signal.aborted; count += 1) {
    await filesOf(url, shown[count % shown.length] ?? '', seen);
    seen.pages += 1;
    await Bun.sleep(pauseMs);
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
