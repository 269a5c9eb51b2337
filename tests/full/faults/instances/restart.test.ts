/** A rolling restart of two instances behind the proxy of `compose.yaml`. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { createCluster, send } from '#tests/faults/support/instances';
import { applicantOfToday } from '#tests/faults/support/processes';
import { drainOfCompose, type RunningProxy, startProxy } from '#tests/faults/support/proxy';
import { freePort } from '#tests/support/ports';
import type { RunningServer } from '#tests/support/server';
import { until } from '#tests/support/until';

setDefaultTimeout(90_000);

const cluster = createCluster();
const person = applicantOfToday();
const drain = await drainOfCompose();
/** Between two requests of a visitor: together they send forty a second. */
const pauseMs = 200;
let sqld: Awaited<ReturnType<typeof cluster.startPrepared>>;
let instances: RunningServer[];

beforeAll(async () => {
  sqld = await cluster.startPrepared();
  // ports of their own, so that nobody gets one while its instance restarts
  instances = await Promise.all(
    [freePort(), freePort()].map((port) => cluster.instance(sqld.url, { ...drain, PORT: String(port) })),
  );
});

test('during a rolling restart no request fails and none reaches a stopped instance', async () => {
  const urls = instances.map(({ url }) => url);
  const proxy = await startProxy(urls);
  const load = new AbortController();
  const visitors = Array.from({ length: 8 }, (_, index) => visit(proxy, index, load.signal));
  // a failed request ends the waiting and is reported below
  const answered = (count: number) =>
    until(async () => proxy.failed.length > 0 || proxy.answered > count, 40_000);
  let duringDrains = 0;
  const started = [...instances];
  for (const [index, instance] of instances.entries()) {
    await answered(proxy.answered + 50);
    const before = proxy.answered;
    expect(await instance.kill('SIGTERM')).toBe(0);
    duringDrains += proxy.answered - before;
    const again = await cluster.instance(sqld.url, { ...drain, PORT: new URL(instance.url).port });
    instances[index] = again;
    started.push(again);
  }
  await answered(proxy.answered + 50);
  load.abort();
  const written = (await Promise.all(visitors)).flat();
  await proxy.end();
  console.log(
    `rolling restart with a drain of ${drain.DRAIN_SECONDS} s: ${proxy.answered} requests, ${duringDrains} of them while an instance stopped; ` +
      `${proxy.failed.length} failed, ${proxy.refused} dialled in vain, ${proxy.delayed} had to wait for an instance`,
  );
  if (proxy.failed.length > 0) await printErrors(started);
  expect({ failed: proxy.failed, refused: proxy.refused }).toEqual({ failed: [], refused: 0 });
  // the proxy knew of both because they reported 503
  for (const url of urls) expect(proxy.unhealthy).toContainEqual({ url, reason: '503' });
  const [one = ''] = urls;
  const found = await Promise.all(written.map((id) => send(one, 'GET', href(api.application, { id }))));
  expect(found.filter(({ status }) => status !== 200)).toEqual([]);
});

/** Says why a request failed: an instance logs that on stderr, which ends with it. */
async function printErrors(servers: RunningServer[]): Promise<void> {
  for (const server of servers) {
    await server.kill('SIGKILL');
    const lines = (await server.stderr()).split('\n').filter((line) => !line.includes('"mail_sent"'));
    console.log(`stderr of ${server.url}:\n${lines.join('\n')}`);
  }
}

/** Completes one application after the other until the signal aborts. Returns their ids. */
async function visit(proxy: RunningProxy, visitor: number, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  while (!signal.aborted) {
    const id = crypto.randomUUID();
    // another address each time, to stay below the rate limit
    const from = `2001:db8:${ids.length.toString(16)}:${visitor}00::1`;
    const send = async (method: string, path: string, body?: object) => {
      await proxy.send(method, path, from, body);
      // as people do; without, the processor is full from the beginning to the end
      await Bun.sleep(pauseMs);
    };
    await send('GET', pages.home);
    for (const key of setKeys) await send('POST', href(api.set(key), { id }), person[key]);
    await send('PUT', href(api.step, { id }), { step: 6 });
    await send('PUT', href(api.complete, { id }), {});
    ids.push(id);
  }
  return ids;
}
