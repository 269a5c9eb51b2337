/** What two instances do while their database server stands still, and while they are restarted one by one. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { setKeys } from '../../domain/steps';
import { api, pages } from '../../domain/urls';
import { freeze } from '../db/processes';
import { wish } from '../server/callback-wish';
import type { RunningServer } from '../support/server';
import { bearer, tokenOf } from '../support/staff';
import { login, neighbours, send, timed, until } from './instances';
import { applicantOfToday, openApplication } from './processes';

setDefaultTimeout(90_000);

const here = neighbours();
const person = applicantOfToday();
const horse = person['horse-data'];
let sqld: Awaited<ReturnType<typeof here.startSqld>>;
let instances: RunningServer[];

beforeAll(async () => {
  sqld = await here.startSqld();
  // on an empty database: one of them makes its tables and its administrator
  instances = await here.pair(sqld.url);
});

afterAll(here.end);

test('a database server that stands still is a 503 within 3 s, not the end of public pages', async () => {
  const [one, other] = urlsOf(instances);
  const application = openApplication();
  await application.fill(one, person);
  const staff = bearer(await tokenOf(one));
  await freeze(sqld.child);
  const calls = (url: string) => [
    clocked('health', () => send(url, 'GET', '/health')),
    clocked('application', () => send(url, 'GET', api.application(application.id))),
    clocked('set', () => send(url, 'POST', api.set(application.id, 'horse-data'), { body: horse })),
    clocked('complete', () => send(url, 'PUT', api.complete(application.id), { body: {} })),
    clocked('callback', () => send(url, 'POST', api.callbackRequests, { body: wish })),
    clocked('dashboard', () => send(url, 'GET', api.dashboard, { headers: staff })),
    clocked('login', () => login(url)),
    // many at once: who waits in line for the others does not wait for each of them
    ...Array.from({ length: 20 }, (_, index) =>
      clocked('set in a crowd', () =>
        send(url, 'POST', api.set(application.id, 'horse-data'), { body: horse, from: `192.0.2.${index}` }),
      ),
    ),
  ];
  const views = (url: string) =>
    [pages.home, pages.imprint, pages.privacy, pages.application(application.id)].map((path) =>
      clocked(path.replace(application.id, ':id'), () => send(url, 'GET', path)),
    );
  const [answers, shown] = await Promise.all([
    Promise.all([one, other].flatMap(calls)),
    Promise.all([one, other].flatMap(views)),
  ]);
  sqld.child.kill('SIGCONT');
  console.log(
    `a frozen sqld: ${answers.length} calls of two instances answer 503 after at most ${slowest(answers)}`,
  );
  console.log(`a frozen sqld: pages of two instances answer 200 after at most ${slowest(shown)}`);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  expect(shown.map(({ status }) => status)).toEqual(shown.map(() => 200));
  expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(3);

  const { seconds } = await timed(() => until(async () => (await allWell(instances)) && (await saves())));
  console.log(`both instances work again ${seconds.toFixed(2)} s after it goes on, without a restart`);

  async function saves() {
    const saved = await Promise.all([one, other].map((url) => application.save(url, 'horse-data', horse)));
    return saved.every(({ status }) => status === 200);
  }
});

test('instances restarted one after the other under load fail no request', async () => {
  const proxy = roundRobin(urlsOf(instances));
  const load = new AbortController();
  const visitors = Array.from({ length: 6 }, (_, index) => visit(proxy, `203.0.113.${index}`, load.signal));
  // a failure ends the waiting, and is told below
  const answered = (count: number) =>
    until(async () => proxy.failed.length > 0 || proxy.answered > count, 40_000);
  for (const [index, instance] of instances.entries()) {
    await answered(50 * (index + 1));
    proxy.restarting = instance.url;
    const code = await instance.kill('SIGTERM');
    expect(code).toBe(0);
    instances[index] = await here.instance(sqld.url, { PORT: new URL(instance.url).port });
    proxy.restarting = null;
  }
  await answered(proxy.answered + 50);
  load.abort();
  const written = (await Promise.all(visitors)).flat();
  console.log(
    `rolling restart: ${proxy.answered} requests, ${proxy.failed.length} failed, ${proxy.retried} sent again to the other instance, ${proxy.reset} of them reset`,
  );
  expect(proxy.failed).toEqual([]);
  expect(proxy.retried).toBeGreaterThan(0);
  const [one] = urlsOf(instances);
  const found = await Promise.all(written.map((id) => send(one, 'GET', api.application(id))));
  expect(found.filter(({ status }) => status !== 200)).toEqual([]);
});

/**
 * What the proxy of `compose.yaml` does: each request goes to the next instance by a connection of its own, and to
 * the one after when that instance refuses the connection, which only one that is being restarted may do.
 */
function roundRobin(upstreams: string[]) {
  let next = 0;
  const proxy = {
    answered: 0,
    retried: 0,
    reset: 0,
    failed: [] as string[],
    restarting: null as string | null,
    async send(method: string, path: string, from: string, body?: unknown): Promise<void> {
      const first = next++;
      for (const offset of upstreams.keys()) {
        const url = upstreams[(first + offset) % upstreams.length] ?? '';
        try {
          const { status } = await send(url, method, path, { body, from, headers: { connection: 'close' } });
          proxy.answered += 1;
          if (status >= 400) proxy.failed.push(`${method} ${path}: ${status}`);
          return;
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
          // a connection that waited to be accepted when the instance stopped is reset unread: rare, and open, since
          // Caddy sends only a GET again then (every write here may be repeated)
          if (code === 'ECONNRESET') proxy.reset += 1;
          if (!['ECONNREFUSED', 'ECONNRESET'].includes(code) || url !== proxy.restarting) {
            proxy.failed.push(`${method} ${path}: ${code}`);
            return;
          }
          proxy.retried += 1;
        }
      }
      proxy.failed.push(`${method} ${path}: nobody there`);
    },
  };
  return proxy;
}

/** Fills in one application after the other until told to stop; answers their ids. */
async function visit(
  proxy: ReturnType<typeof roundRobin>,
  network: string,
  signal: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  while (!signal.aborted) {
    const id = crypto.randomUUID();
    // another address each time: the limit of writes is another test's matter
    const from = `${network}-${ids.length}`;
    await proxy.send('GET', pages.home, from);
    for (const key of setKeys) await proxy.send('POST', api.set(id, key), from, person[key]);
    await proxy.send('PUT', api.step(id), from, { step: 6 });
    await proxy.send('PUT', api.complete(id), from, {});
    ids.push(id);
  }
  return ids;
}

type Clocked = { name: string; status: number; seconds: number };

/** Time to the status line: what follows of a streamed page may take as long as it likes. */
async function clocked(name: string, ask: () => Promise<Response>): Promise<Clocked> {
  const { seconds, result } = await timed(ask);
  return { name, status: result.status, seconds };
}

function slowest(answers: Clocked[]): string {
  const [last] = answers.toSorted((a, b) => b.seconds - a.seconds);
  return last ? `${last.seconds.toFixed(2)} s (${last.name})` : 'never';
}

async function allWell(all: RunningServer[]): Promise<boolean> {
  const answers = await Promise.all(all.map(({ url }) => send(url, 'GET', '/health')));
  return answers.every(({ status }) => status === 200);
}

function urlsOf(all: RunningServer[]): [string, string] {
  const [one, other] = all;
  if (!one || !other) throw new Error('two instances are needed');
  return [one.url, other.url];
}
