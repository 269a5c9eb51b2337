/** What is special about the limits of callbacks; their numbers are in `http/limits`, those of mails in `db/mails`. */
// ASVS 2.1.3, 2.3.2, 4.1.3
import { expect, test } from 'bun:test';
import { api, pages } from '#domain/urls';
import { startApp } from '#tests/support/app';
import { auditOf, mailsOf } from '#tests/support/stored';
import { postWish, sendJson, storedCallbacks } from './callback-wish';

const limited = () => startApp({ env: { RATE_LIMIT: 'on' } });

async function statuses(count: number, send: () => Promise<Response>) {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await send()).status);
  return found;
}

test('above the limit a small page says so, and the audit log has a row', async () => {
  const app = await limited();
  expect(await statuses(5, () => postWish(app))).toEqual(Array(5).fill(303));
  const response = await postWish(app);
  expect(response.status).toBe(429);
  const html = await response.text();
  expect(html).toContain('Von Ihrem Anschluss kamen gerade mehrere Rückrufwünsche.');
  expect(html).toContain('wenn Sie in Ihrem Browser eine Seite zurückgehen');
  // the landing page has 100 KB
  expect(html.length).toBeLessThan(3_000);
  // the way back of its link
  const back = await app.ask('GET', api.callbackRequests, { headers: { accept: 'text/html' } });
  expect([back.status, back.headers.get('location')]).toEqual([303, pages.callback]);
  await app.refusals.settled();
  expect((await auditOf(app)).map(({ action }) => action)).toEqual(['too_many']);
});

test('what cannot be parsed counts only for the limit of all writes', async () => {
  const app = await limited();
  const bad = [
    { status: 400, raw: '{' },
    { status: 415, raw: '{}', type: 'text/plain' },
    { status: 413, raw: 'x'.repeat(70_000) },
    { status: 413, raw: `name=${'x'.repeat(70_000)}`, type: 'application/x-www-form-urlencoded' },
  ];
  for (const { status, ...sent } of bad)
    expect(await statuses(14, () => app.ask('POST', api.callbackRequests, sent))).toEqual(
      Array(14).fill(status),
    );
  expect(await statuses(5, () => sendJson(app))).toEqual([201, 201, 201, 201, 429]);
  for (const sent of bad) expect((await app.ask('POST', api.callbackRequests, sent)).status).toBe(429);
});

test('an address gets three confirmations a day; requests and mails to staff are not limited', async () => {
  const app = await limited();
  for (let count = 0; count < 5; count += 1) {
    app.clock.now += 60_000;
    expect((await sendJson(app)).status).toBe(201);
  }
  expect(await storedCallbacks(app)).toHaveLength(5);
  expect(await mailsOf(app, 'callback_confirmation')).toHaveLength(3);
  expect(await mailsOf(app, 'callback_notification')).toHaveLength(5);
  expect(app.woken.count).toBe(5);
});
