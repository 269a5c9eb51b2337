/** Start, kill and stop of the server. `tests/full` has what else a stop may meet. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api, href } from '#domain/urls';
import {
  applicantOfToday,
  halfSent,
  newFolder,
  openApplication,
  start,
  untilGone,
} from './support/processes';

setDefaultTimeout(60_000);

const person = applicantOfToday();

test('a server is healthy, and has what was saved, bank data included, after it was killed or stopped', async () => {
  const folder = await newFolder();
  const first = await start(folder);
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const health = await fetch(`${first.url}/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  const application = openApplication();
  await application.fill(first.url, person);
  const mandateOf = async ({ url }: { url: string }) => (await application.read(url, 'sepa-mandate')).json();
  await first.kill('SIGKILL');
  const killed = await start(folder);
  expect(await mandateOf(killed)).toMatchObject({ iban: person['sepa-mandate'].iban });
  expect(await killed.kill('SIGTERM')).toBe(0);
  expect(await mandateOf(await start(folder))).toMatchObject({ iban: person['sepa-mandate'].iban });
});

test('a stop finishes a pending request and accepts no other', async () => {
  const folder = await newFolder();
  const server = await start(folder);
  const application = openApplication();
  const path = href(api.set('horse-data'), { id: application.id });
  const request = await halfSent(server.url, path, person['horse-data']);
  // when this has a response, the first half has arrived on the other connection
  await fetch(`${server.url}/health`);
  const stopped = server.kill('SIGTERM');
  await untilGone(server.url);
  request.sendRest();
  expect(await request.answer).toStartWith('HTTP/1.1 201');
  expect(await stopped).toBe(0);
  expect((await application.read((await start(folder)).url, 'horse-data')).status).toBe(200);
});
