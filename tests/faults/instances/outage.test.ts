/** What two instances do while their database server stands still. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { freeze } from '#tests/db/support/processes';
import { login, neighbours, patienceSeconds, send, timed } from '#tests/faults/support/instances';
import { applicantOfToday, openApplication } from '#tests/faults/support/processes';
import { wish } from '#tests/server/features/callbacks/callback-wish';
import type { RunningServer } from '#tests/support/server';
import { bearer, tokenOf } from '#tests/support/staff';
import { until } from '#tests/support/until';

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
    clocked('application', () => send(url, 'GET', href(api.application, { id: application.id }))),
    clocked('set', () =>
      send(url, 'POST', href(api.set('horse-data'), { id: application.id }), { body: horse }),
    ),
    clocked('complete', () => send(url, 'PUT', href(api.complete, { id: application.id }), { body: {} })),
    clocked('callback', () => send(url, 'POST', api.callbackRequests, { body: wish })),
    clocked('dashboard', () => send(url, 'GET', api.dashboard, { headers: staff })),
    clocked('login', () => login(url)),
    // many at once: who waits in line for the others does not wait for each of them
    ...Array.from({ length: 20 }, (_, index) =>
      clocked('set in a crowd', () =>
        send(url, 'POST', href(api.set('horse-data'), { id: application.id }), {
          body: horse,
          from: `192.0.2.${index}`,
        }),
      ),
    ),
  ];
  const views = (url: string) =>
    [pages.home, pages.imprint, pages.privacy, href(pages.application, { id: application.id })].map((path) =>
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
  expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(patienceSeconds);

  const { seconds } = await timed(() => until(async () => (await allWell(instances)) && (await saves())));
  console.log(`both instances work again ${seconds.toFixed(2)} s after it goes on, without a restart`);

  async function saves() {
    const saved = await Promise.all([one, other].map((url) => application.save(url, 'horse-data', horse)));
    return saved.every(({ status }) => status === 200);
  }
});

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
