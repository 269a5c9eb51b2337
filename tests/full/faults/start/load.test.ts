/** Starts on a busy database server and a busy machine. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { createCluster, send, timed } from '#tests/faults/support/instances';
import { applicantOfToday } from '#tests/faults/support/processes';
import { afterThisTest } from '#tests/support/endings';

setDefaultTimeout(300_000);

const cluster = createCluster();
const contact = applicantOfToday()['contact-data'];
const rounds = 2;
const sideBySide = 10;

test(`${rounds * sideBySide} starts succeed at the first attempt while two instances save without a pause`, async () => {
  const sqld = await cluster.startPrepared();
  const instances = await cluster.pair(sqld.url);
  const load = new AbortController();
  const saving = instances.flatMap(({ url }) =>
    Array.from({ length: 10 }, () => saveUntil(load.signal, url)),
  );
  for (const _ of instances) keepCoreBusy();

  const slowest: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // a failed start fails the test, because none is repeated
    const starts = await Promise.all(
      Array.from({ length: sideBySide }, () => timed(() => cluster.instance(sqld.url))),
    );
    slowest.push(Math.max(...starts.map(({ seconds }) => seconds)));
    await Promise.all(starts.map(({ result }) => result.kill('SIGKILL')));
  }
  load.abort();
  const saves = (await Promise.all(saving)).reduce((sum, saved) => sum + saved, 0);
  console.log(
    `${rounds * sideBySide} starts, ${sideBySide} side by side, beside ${saves} saves: ` +
      `the slowest took ${Math.max(...slowest).toFixed(1)} s`,
  );
  expect(saves).toBeGreaterThan(0);
});

/** Saves one application after the other and returns the number of successful saves. Failed saves are ignored. */
async function saveUntil(signal: AbortSignal, url: string): Promise<number> {
  let saved = 0;
  while (!signal.aborted) {
    const id = crypto.randomUUID();
    const save = send(url, 'POST', href(api.set('contact-data'), { id }), { body: contact, from: id });
    const status = await save.then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 201) saved += 1;
  }
  return saved;
}

function keepCoreBusy() {
  const child = Bun.spawn([process.execPath, '-e', 'for (;;);']);
  afterThisTest(async () => {
    child.kill('SIGKILL');
    await child.exited;
  });
}
