/** The link in the confirmation of a callback that ends the calls, and what staff see of it. */
import { expect, test } from 'bun:test';
import { personKeyOf } from '#db/evidence';
import { linkTokens } from '#db/schema/desk';
import { invalidLinkTitle } from '#domain/access-links';
import type { CallbackRow } from '#domain/callbacks/calls';
import type { Dashboard } from '#domain/dashboard';
import { dayMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { dataOf, tokenFor } from '#tests/server/features/privacy/person';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { renderQueuedMail } from '#tests/server/mails/written';
import { auditOf, mailsOf, proofsOf, rowsOf } from '#tests/support/stored';
import { sendJson, storedCallbacks, wish } from './callback-wish';

const hour = 3_600_000;

/** A request whose confirmation has arrived. */
async function open() {
  const office = await openOffice();
  const { app, lukas } = office;
  const { id } = (await (await sendJson(app)).json()) as { id: string };
  const [mail] = await mailsOf(app, 'callback_confirmation');
  if (!mail) throw new Error('There is no confirmation.');
  const written = await renderQueuedMail(app.context, mail);
  const [way = ''] = written?.text.match(/http:\/\/localhost:3000\/rueckruf\/[\w-]{43}\/abbestellen/) ?? [];
  const path = new URL(way).pathname;
  const page = async (method: 'GET' | 'POST', at = path) => {
    const response = await app.ask(method, at, method === 'POST' ? { raw: '', type: 'text/plain' } : {});
    expectSecretive(response);
    return { status: response.status, html: await response.text() };
  };
  const log = (call: string = crypto.randomUUID()) =>
    lukas.ask('POST', href(api.calls, { id }), { id: call, outcome: 'not_reached' });
  const row = async () => (await lukas.list<CallbackRow>(api.staffCallbacks)).find((one) => one.id === id);
  const proofs = () => proofsOf(app, 'call_consent_revoked');
  return { ...office, id, mail, written, path, page, log, row, proofs };
}

test('the confirmation has the link in both of its parts, and the notice to staff has none', async () => {
  const { app, written, path } = await open();
  expect(written?.html).toContain(`href="http://localhost:3000${path}"`);
  expect(written?.html).toContain('>Nicht mehr anrufen</a>');
  expect(written?.text).toContain('Nicht mehr anrufen');
  const [notice] = await mailsOf(app, 'callback_notification');
  const told = notice && (await renderQueuedMail(app.context, notice));
  expect(told?.text).not.toContain('/rueckruf/');
});

test('its page shows what ends and changes nothing; its button ends the calls, once', async () => {
  const { app, id, mail, path, page, row, proofs } = await open();
  const before = await storedCallbacks(app);
  const { status, html } = await page('GET');
  expect(status).toBe(200);
  for (const part of [
    '>Keine Anrufe mehr?</h1>',
    'Am 20.11.2026 haben Sie uns um einen Rückruf gebeten.',
    '<button type="submit"',
    'noindex',
  ])
    expect(html).toContain(part);
  for (const part of [wish.name, wish.phone, wish.email]) expect(html).not.toContain(part);
  expect([await storedCallbacks(app), await proofs()]).toEqual([before, []]);
  expect(await row()).toMatchObject({ noCalls: false });
  app.clock.now += hour;
  const { now } = app.clock;
  for (const again of [0, 1, 2]) {
    app.clock.now = now + again;
    const response = await app.ask('POST', path, { raw: '', type: 'application/x-www-form-urlencoded' });
    expect([response.status, response.headers.get('location')]).toEqual([303, path]);
    const ended = await page('GET');
    expect(ended.html).toContain('>Wir rufen Sie nicht mehr an</h1>');
    expect(ended.html).not.toContain('<form');
  }
  expect(await storedCallbacks(app)).toMatchObject([{ id, noCallsAt: now, processedAt: null }]);
  const personKey = await personKeyOf(app.db.read, app.context.cipher, wish.email);
  expect(await proofs()).toMatchObject([{ way: 'page', at: now, callbackId: id, personKey }]);
  expect(await row()).toMatchObject({ noCalls: true, processed: false });
  // its mails have no reason any more
  expect(await renderQueuedMail(app.context, mail)).toBeNull();
  expect(await app.outbox.runOnce()).toBe(0);
  // another request of the same person is a new one
  await sendJson(app, { preferredTime: 'abends' });
  const marks = (await storedCallbacks(app)).map(({ noCallsAt }) => noCallsAt !== null);
  expect(marks.toSorted()).toEqual([false, true]);
});

test('the link is of no other kind, and lives as long as the request, and no longer than its time', async () => {
  const { app, id, lukas, path, page } = await open();
  const gone = { status: 404, html: expect.stringContaining(`>${invalidLinkTitle}</h1>`) };
  const methods = ['GET', 'POST'] as const;
  for (const method of methods)
    for (const at of [href(pages.stopCalls, { token: id }), path.replace('/rueckruf/', '/erinnerungen/')])
      expect(await page(method, at)).toEqual(gone);
  app.clock.now += 180 * dayMs - 1;
  expect((await page('GET')).status).toBe(200);
  app.clock.now += 1;
  for (const method of methods) expect(await page(method)).toEqual(gone);
  app.clock.now -= dayMs;
  await lukas.ask('DELETE', href(api.staffCallback, { id }));
  for (const method of methods) expect(await page(method)).toEqual(gone);
  expect(await rowsOf(app, linkTokens)).toEqual([]);
});

test('after it no call is logged, and one that was logged before is answered as it was', async () => {
  const { app, id, log, page, lukas } = await open();
  const call = crypto.randomUUID();
  const first = await log(call);
  expect(first.status).toBe(201);
  await page('POST');
  const message = expect.stringContaining('möchte seit dem 20.11.2026 keinen Anruf mehr.');
  expect(await log()).toMatchObject({ status: 409, body: { message } });
  expect(await log(call)).toMatchObject({ status: 201, body: first.body });
  expect(await lukas.list(href(api.calls, { id }))).toHaveLength(1);
  const kinds = (await proofsOf(app)).map(({ kind }) => kind);
  expect(kinds).toEqual(['call_consent', 'call_made', 'call_consent_revoked']);
  expect(await auditOf(app, 'callback_called')).toHaveLength(1);
});

test('after it nobody waits for a call, and the request can be closed and deleted', async () => {
  const { app, id, log, row, page, lukas } = await open();
  await log();
  app.clock.now += 3 * hour;
  expect(await row()).toMatchObject({ overdue: true, nextCallAt: expect.any(String) });
  const waiting = async () => {
    const { body } = await lukas.ask('GET', api.dashboard);
    const { stats, callbackRequests: wishes } = body as unknown as Dashboard;
    return [stats.pendingCallbacks, wishes.map((one) => one.id)];
  };
  expect(await waiting()).toEqual([1, [id]]);
  await page('POST');
  expect(await row()).toMatchObject({ overdue: false, nextCallAt: null, noCalls: true, attempts: 1 });
  expect(await waiting()).toEqual([0, []]);
  const processed = await lukas.ask('POST', href(api.processCallback, { id }));
  expect(processed).toMatchObject({ status: 200, body: { processed: true, noCalls: true } });
  expect((await lukas.ask('DELETE', href(api.staffCallback, { id }))).status).toBe(200);
  expect(await row()).toBeUndefined();
});

test('its person and its proofs say so, also when the request is deleted', async () => {
  const { app, antje, id, lukas, page } = await open();
  await page('POST');
  const token = await tokenFor(app, wish.email);
  const { callbackRequests: own, evidence: proven } = await dataOf(app, token);
  expect(own).toMatchObject([{ id, noCalls: true }]);
  expect(proven.map(({ label }) => label)).toContain('Anrufe abbestellt');
  const ownPage = await app.ask('GET', href(pages.ownDataOf, { token }));
  expect(await ownPage.text()).toContain('abbestellt');
  await lukas.ask('DELETE', href(api.staffCallback, { id }));
  const { body } = await antje.ask('POST', api.searchEvidence, { email: wish.email });
  const revoked = { label: 'Anrufe abbestellt', wayLabel: 'auf der Seite', callbackId: id };
  expect(body.entries).toMatchObject([
    { kind: 'call_consent', callbackId: id },
    { kind: 'call_consent_revoked', ...revoked },
  ]);
});
