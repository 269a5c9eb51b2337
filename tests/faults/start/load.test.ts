/** A start on a database server that others keep busy, on a machine that has no core to spare. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { neighbours, send, timed } from '#tests/faults/support/instances';
import { applicantOfToday, onEnd } from '#tests/faults/support/processes';

setDefaultTimeout(300_000);

const here = neighbours();
const contact = applicantOfToday()['contact-data'];
const rounds = 5;
const sideBySide = 10;

afterAll(here.end);

test('50 of 50 starts beside two instances that save without a pause succeed at once', async () => {
  const sqld = await here.startSqld();
  const instances = await here.pair(sqld.url);
  const load = new AbortController();
  const saving = instances.flatMap(({ url }) =>
    Array.from({ length: 10 }, () => saveUntil(load.signal, url)),
  );
  for (const _ of instances) keepCoreBusy();

  const slowest: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // a start that fails fails the test: none is tried again
    const starts = await Promise.all(
      Array.from({ length: sideBySide }, () => timed(() => here.instance(sqld.url))),
    );
    slowest.push(Math.max(...starts.map(({ seconds }) => seconds)));
    await Promise.all(starts.map(({ result }) => result.kill('SIGKILL')));
  }
  load.abort();
  const saves = (await Promise.all(saving)).reduce((sum, taken) => sum + taken, 0);
  console.log(
    `${rounds * sideBySide} starts, ${sideBySide} side by side, beside ${saves} saves: ` +
      `the slowest took ${Math.max(...slowest).toFixed(1)} s`,
  );
  expect(saves).toBeGreaterThan(0);
});

/** Saves one application after the other; returns how many were taken. What becomes of the others is not asked here. */
async function saveUntil(signal: AbortSignal, url: string): Promise<number> {
  let taken = 0;
  while (!signal.aborted) {
    const id = crypto.randomUUID();
    const save = send(url, 'POST', href(api.set('contact-data'), { id }), { body: contact, from: id });
    const status = await save.then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 201) taken += 1;
  }
  return taken;
}

function keepCoreBusy() {
  const child = Bun.spawn([process.execPath, '-e', 'for (;;);']);
  onEnd(async () => {
    child.kill('SIGKILL');
    await child.exited;
  });
}
