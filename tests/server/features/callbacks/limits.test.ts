// ASVS 2.1.3, 2.3.2
import { describe, expect, test } from 'bun:test';
import { readAuditLog } from '#db/audit/log';
import { DatabaseUnavailable } from '#db/driver/errors';
import { recentQuery } from '#db/mails/caps';
import { api, pages } from '#domain/urls';
import { planOf } from '#tests/db/support/query-plan';
import { startApp, type TestApp } from '#tests/support/app';
import { completed } from '#tests/support/applications';
import { johanna, sentence } from '#tests/support/people';
import { postWish, queuedMails, sendJson, storedCallbacks, wish } from './callback-wish';

const minute = 60_000;
const hour = 60 * minute;
const limited = (env: Record<string, string> = {}) => startApp({ env: { RATE_LIMIT: 'on', ...env } });
const from = (address: string) => ({ 'x-forwarded-for': address });

async function statuses(count: number, send: (index: number) => Promise<Response>) {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await send(index)).status);
  return found;
}

describe('callback requests', () => {
  test('are limited to five per minute, and the refusal says when the next one is possible', async () => {
    const app = await limited();
    expect(await statuses(20, () => sendJson(app))).toEqual([...Array(5).fill(201), ...Array(15).fill(429)]);
    expect(await storedCallbacks(app)).toHaveLength(5);
    const response = await sendJson(app);
    expect(await response.json()).toEqual({ message: sentence });
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeWithin(1, 61);
    app.clock.now += seconds * 1000;
    expect((await sendJson(app)).status).toBe(201);
  });

  test('by form share the limit; above it a small page says so, and the audit log has a row', async () => {
    const app = await limited();
    await statuses(3, () => sendJson(app));
    expect(await statuses(2, () => postWish(app))).toEqual([303, 303]);
    const response = await postWish(app);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeWithin(1, 61);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain('Von Ihrem Anschluss kamen gerade mehrere Rückrufwünsche.');
    expect(html).toContain('wenn Sie in Ihrem Browser eine Seite zurückgehen');
    // the landing page has 100 KB
    expect(html.length).toBeLessThan(3_000);
    // the way back of its link
    const back = await app.ask('GET', api.callbackRequests, { headers: { accept: 'text/html' } });
    expect([back.status, back.headers.get('location')]).toEqual([303, pages.callback]);
    await app.refusals.settled();
    const { entries } = await readAuditLog(app.db, { page: 1, pageSize: 10 });
    expect(entries.map(({ action }) => action)).toEqual(['too_many']);
  });

  test('that are invalid count only for the limit of all writes', async () => {
    const app = await limited();
    expect(await statuses(59, () => sendJson(app, { name: '' }))).toEqual(Array(59).fill(422));
    expect(await statuses(2, () => sendJson(app))).toEqual([201, 429]);
    expect((await sendJson(app, { name: '' })).status).toBe(429);
  });

  test('that cannot be parsed count only for the limit of all writes', async () => {
    const app = await limited();
    const path = api.callbackRequests;
    const bad: [status: number, sent: Parameters<TestApp['ask']>[2]][] = [
      [400, { raw: '{' }],
      [415, { raw: '{}', type: 'text/plain' }],
      [413, { raw: 'x'.repeat(70_000) }],
      [413, { raw: `name=${'x'.repeat(70_000)}`, type: 'application/x-www-form-urlencoded' }],
    ];
    for (const [status, sent] of bad) {
      expect(await statuses(14, () => app.ask('POST', path, sent))).toEqual(Array(14).fill(status));
    }
    expect(await statuses(4, () => sendJson(app))).toEqual(Array(4).fill(201));
    for (const [, sent] of bad) expect((await app.ask('POST', path, sent)).status).toBe(429);
    const form = await postWish(app);
    expect(form.status).toBe(429);
    expect(await form.text()).toContain('Von Ihrem Anschluss kamen gerade mehrere Rückrufwünsche.');
  });

  // ASVS 4.1.3
  test('are counted per address, the last one that the proxy names', async () => {
    const app = await limited({ TRUST_PROXY: 'true' });
    const send = (address: string) => sendJson(app, {}, '', from(address));
    await statuses(5, () => send('198.51.100.1, 203.0.113.7'));
    expect((await send('203.0.113.7')).status).toBe(429);
    expect((await send('203.0.113.8')).status).toBe(201);
  });

  test('have no limit if RATE_LIMIT is off', async () => {
    const app = await startApp();
    expect(await statuses(70, () => sendJson(app))).toEqual(Array(70).fill(201));
    expect(await typesOf(app)).toEqual({ callback_confirmation: 70, callback_notification: 70 });
  });
});

describe('mails to one address', () => {
  /** Sends a request a minute after the previous one, so that only the cap of mails applies. */
  async function ask(app: TestApp, email = wish.email) {
    app.clock.now += minute;
    expect((await sendJson(app, { email })).status).toBe(201);
  }

  test('are limited to three in 24 hours; requests and mails to staff are not', async () => {
    const app = await limited();
    for (let count = 0; count < 5; count += 1) await ask(app);
    expect(await storedCallbacks(app)).toHaveLength(5);
    expect(await typesOf(app)).toEqual({ callback_confirmation: 3, callback_notification: 5 });
    expect(app.woken.count).toBe(5);
  });

  test('are possible again when the first is 24 hours old', async () => {
    const app = await limited();
    for (let count = 0; count < 4; count += 1) await ask(app);
    app.clock.now += 24 * hour - 4 * minute;
    await ask(app);
    expect(await typesOf(app)).toMatchObject({ callback_confirmation: 4 });
    app.clock.now -= minute;
    await ask(app);
    expect(await typesOf(app)).toMatchObject({ callback_confirmation: 4 });
  });

  test('count for all spellings of the address', async () => {
    const app = await limited();
    const written = [
      'jo@müller.example',
      'JO@MÜLLER.example',
      'Jo@xn--mller-kva.example',
      'jO@Müller.Example',
    ];
    for (const email of written) await ask(app, email);
    expect(await typesOf(app)).toMatchObject({ callback_confirmation: 3, callback_notification: 4 });
  });

  test.each([
    ['with a tag', ['jo+a@post.example', 'jo@post.example', 'JO+b+c@post.example', 'jo+@post.example']],
    [
      'with dots at Gmail',
      ['jo.sommer@gmail.com', 'j.o.sommer+x@googlemail.com', 'josommer@gmail.com', 'josomme.r@gmail.com'],
    ],
  ])('count for the mailbox, however its address is spelled %s', async (_, spellings) => {
    const app = await limited();
    for (const email of spellings) await ask(app, email);
    expect(await typesOf(app)).toMatchObject({ callback_confirmation: 3, callback_notification: 4 });
  });

  test('do not count for another mailbox whose address has the same letters', async () => {
    const app = await limited();
    const others = [
      'jo.sommer@post.example',
      'josommer@post.example',
      'josommer@gmail.com',
      'jo@sommer.example',
    ];
    for (const email of others) for (let count = 0; count < 2; count += 1) await ask(app, email);
    expect(await typesOf(app)).toMatchObject({ callback_confirmation: 8 });
  });

  test('do not count for other addresses', async () => {
    const app = await limited();
    const others = ['jo@a.example', 'jo@b.example', 'ajo@a.example', 'j_@a.example', 'jox@a.example'];
    for (let count = 0; count < 3; count += 1) await ask(app, 'jo@a.example');
    for (const email of others.slice(1)) await ask(app, email);
    expect(await typesOf(app)).toMatchObject({ callback_confirmation: 7 });
  });

  test('count also after they were delivered or failed', async () => {
    const app = await limited();
    for (let count = 0; count < 3; count += 1) await ask(app);
    await app.db.write(async (tx) => {
      await tx.run(
        `update outbox set status = iif(rowid % 2, 'sent', 'failed'), attempted_at = ${app.clock.now}`,
      );
    });
    await ask(app);
    expect(await typesOf(app)).toMatchObject({ callback_confirmation: 3 });
  });

  test('include confirmations of applications', async () => {
    const app = await limited();
    const email = johanna['contact-data'].email.toUpperCase();
    for (let count = 0; count < 2; count += 1) await ask(app, email);
    for (let count = 0; count < 2; count += 1) {
      app.clock.now += minute;
      await completed(app);
    }
    expect(await typesOf(app)).toEqual({
      callback_confirmation: 2,
      callback_notification: 2,
      completion: 1,
      internal_completion: 2,
    });
  });

  test('do not include reminders', async () => {
    const app = await limited();
    await ask(app);
    await app.db.write(async (tx) => {
      await tx.run(
        `update outbox set email_type = 'reminder_first' where email_type = 'callback_confirmation'`,
      );
    });
    await statuses(4, () => sendJson(app));
    expect(await typesOf(app)).toMatchObject({ reminder_first: 1, callback_confirmation: 3 });
  });

  test('are counted without reading the whole outbox', async () => {
    const app = await limited();
    const plan = await app.db.write((tx) =>
      planOf(
        tx,
        recentQuery(tx, ['hash'], {
          types: ['completion', 'callback_confirmation'],
          addresses: [wish.email],
          since: app.clock.now - 86_400_000,
          now: app.clock.now,
        }),
      ),
    );
    const steps = plan.join('\n');
    expect(steps).toContain('outbox_mailbox');
    expect(steps).toContain('deleted_mails_address');
    expect(steps).not.toContain('SCAN');
  });
});

test('a form that could not be stored is shown again with its entries', async () => {
  const app = await startApp();
  app.context.db = { ...app.db, write: () => Promise.reject(new DatabaseUnavailable('busy')) };
  const response = await postWish(app);
  expect(response.status).toBe(503);
  const html = await response.text();
  expect(html).toContain('Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.');
  expect(html).toContain(`value="${wish.preferredTime}"`);
  expect(app.woken.count).toBe(0);
});

async function typesOf(app: TestApp) {
  const counts: Record<string, number> = {};
  for (const { emailType } of await queuedMails(app)) counts[emailType] = (counts[emailType] ?? 0) + 1;
  return counts;
}
