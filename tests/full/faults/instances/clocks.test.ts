/** Two instances on one database server whose own clocks differ. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api } from '#domain/urls';
import { clockAhead, createCluster, send } from '#tests/faults/support/instances';
import { wish } from '#tests/server/features/callbacks/callback-wish';

setDefaultTimeout(60_000);

const cluster = createCluster();
test('never send the mail that the other one is just sending, and count to the same end of a window', async () => {
  const mailServer = await cluster.mails();
  const { url } = await cluster.startPrepared();
  const right = await cluster.instance(url, { SMTP_URL: mailServer.url });
  const ahead = await cluster.instance(url, { SMTP_URL: mailServer.url, ...clockAhead(600) });
  const behind = await cluster.instance(url, { SMTP_URL: mailServer.url, ...clockAhead(-90) });

  const { reached, release } = mailServer.hold();
  const ask = (instance: { url: string }, email: string) =>
    send(instance.url, 'POST', api.callbackRequests, { body: { ...wish, email } });
  expect((await ask(right, 'one@example.org')).status).toBe(201);
  await reached;
  for (const [instance, email] of [
    [ahead, 'two@example.org'],
    [behind, 'three@example.org'],
  ] as const) {
    expect((await ask(instance, email)).status).toBe(201);
    // to deliver its own mails it has claimed everything that is due
    await mailServer.find(({ to }) => to.includes(email));
  }
  // the window of these three calls is the same for all
  for (const instance of [ahead, behind]) expect((await ask(instance, 'x@example.org')).status).toBe(201);
  for (const instance of [ahead, right, behind]) {
    const refused = await ask(instance, 'x@example.org');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61);
  }
  release();
  // which waits for the mails under way
  for (const instance of [ahead, behind, right]) expect(await instance.kill('SIGTERM')).toBe(0);
  expect(mailServer.offered.toSorted()).toEqual([...new Set(mailServer.offered)].toSorted());
  for (const instance of [ahead, behind]) expect(await instance.stderr()).toContain('"clock_differs"');
  expect(await right.stderr()).not.toContain('"clock_differs"');
});
