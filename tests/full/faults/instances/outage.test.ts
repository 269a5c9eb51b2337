/** Two instances while their database server is frozen, or is restarted. */
// ASVS 16.5.2
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { freeze } from '#tests/db/support/processes';
import { createCluster, login, patienceSeconds, send, timed } from '#tests/faults/support/instances';
import { applicantOfToday, openApplication } from '#tests/faults/support/processes';
import { wish } from '#tests/server/features/callbacks/callback-wish';
import type { RunningServer } from '#tests/support/server';
import { bearer, tokenOf } from '#tests/support/staff';
import { until } from '#tests/support/until';

setDefaultTimeout(90_000);

const cluster = createCluster();
const person = applicantOfToday();
const [horse, contact] = [person['horse-data'], person['contact-data']];
let sqld: Awaited<ReturnType<typeof cluster.startSqld>>;
let instances: [RunningServer, RunningServer];

beforeAll(async () => {
  sqld = await cluster.startSqld();
  // the database is empty, so one of them creates the tables and the administrator
  instances = await cluster.pair(sqld.url);
});

test('with a frozen database server calls get 503 in time, public pages still load, and all recovers', async () => {
  const [one, other] = [instances[0].url, instances[1].url];
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
    clocked('known statements', () =>
      send(url, 'POST', href(api.set('contact-data'), { id: application.id }), { body: contact }),
    ),
    clocked('complete', () => send(url, 'PUT', href(api.complete, { id: application.id }), { body: {} })),
    clocked('callback', () => send(url, 'POST', api.callbackRequests, { body: wish })),
    clocked('dashboard', () => send(url, 'GET', api.dashboard, { headers: staff })),
    clocked('login', () => login(url)),
    // many writes at once: a queued write does not wait for the timeout of each write before it
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

test('while the database server is restarted under load, calls get 503 and no other error', async () => {
  const application = openApplication();
  await application.fill(instances[0].url, person);
  const statuses = new Set<number>();
  const path = href(api.set('horse-data'), { id: application.id });
  let loading = true;
  const load = Array.from({ length: 16 }, async (_, visitor) => {
    const { url } = instances[visitor % 2 ? 0 : 1];
    for (let count = 0; loading; count += 1) {
      const from = `198.51.${visitor}.${count % 250}`;
      const { status } = await (visitor % 4 < 2
        ? send(url, 'POST', path, { body: horse, from })
        : send(url, 'GET', api.tariffs, { from }));
      statuses.add(status);
    }
  });
  sqld.child.kill('SIGTERM');
  await sqld.child.exited;
  sqld = await cluster.startSqld(sqld.dbPath, sqld.port);
  await until(() => allWell(instances));
  loading = false;
  await Promise.all(load);
  expect([...statuses].toSorted()).toEqual([200, 503]);
});

type Clocked = { name: string; status: number; seconds: number };

/** Time to the status line. The rest of a streamed page may take longer. */
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
