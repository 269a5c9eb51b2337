/** The link in the confirmation of a callback that ends the calls, and what staff see of it. */
import { describe, expect, test } from 'bun:test';
import { personKeyOf } from '#db/evidence';
import { callbackRequests, linkTokens } from '#db/schema/desk';
import { invalidLinkTitle } from '#domain/access-links';
import type { CallbackRow } from '#domain/callbacks/calls';
import type { Dashboard } from '#domain/dashboard';
import { dayMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { renderQueuedMail } from '#server/mails/kinds';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { dataOf, tokenFor } from '#tests/server/features/privacy/person';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { auditOf, mailsOf, proofsOf, rowsOf } from '#tests/support/stored';
import { sendJson, storedCallbacks, wish } from './callback-wish';

const hour = 3_600_000;

/** A request whose confirmation has arrived. */
async function open(env: Record<string, string> = {}) {
  const office = await openOffice({ env });
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
  const log = (call: string = crypto.randomUUID(), given: object = { outcome: 'not_reached' }) =>
    lukas.ask('POST', href(api.calls, { id }), { id: call, ...given });
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

describe('the page behind the link', () => {
  test('shows what ends, and changes nothing', async () => {
    const { app, page, row, proofs } = await open();
    const before = await storedCallbacks(app);
    for (const method of ['GET', 'GET'] as const) {
      const { status, html } = await page(method);
      expect(status).toBe(200);
      expect(html).toContain('>Keine Anrufe mehr?</h1>');
      expect(html).toContain('Am 20.11.2026 haben Sie uns um einen Rückruf gebeten.');
      expect(html).toContain('<button type="submit"');
      expect(html).toContain('noindex');
      for (const part of [wish.name, wish.phone, wish.email]) expect(html).not.toContain(part);
    }
    expect([await storedCallbacks(app), await proofs()]).toEqual([before, []]);
    expect(await row()).toMatchObject({ noCalls: false });
  });

  test('ends the calls with its button, once', async () => {
    const { app, id, path, page, row, proofs } = await open();
    app.clock.now += hour;
    const { now } = app.clock;
    for (const again of [0, 1, 2]) {
      app.clock.now = now + again;
      const response = await app.ask('POST', path, { raw: '', type: 'application/x-www-form-urlencoded' });
      expect([response.status, response.headers.get('location')]).toEqual([303, path]);
      expectSecretive(response);
      const { html } = await page('GET');
      expect(html).toContain('>Wir rufen Sie nicht mehr an</h1>');
      expect(html).not.toContain('<form');
    }
    expect(await storedCallbacks(app)).toMatchObject([{ id, noCallsAt: now, processedAt: null }]);
    const personKey = await personKeyOf(app.db.read, app.context.cipher, wish.email);
    expect(await proofs()).toMatchObject([{ way: 'page', at: now, callbackId: id, personKey }]);
    expect(await row()).toMatchObject({ noCalls: true, processed: false });
  });

  test('is the one of no other token, and lives as long as the request, and no longer than its time', async () => {
    const { app, id, lukas, path, page } = await open();
    const gone = { status: 404, html: expect.stringContaining(`>${invalidLinkTitle}</h1>`) };
    const other = href(pages.stopCalls, { token: 'A'.repeat(43) });
    // each opens its own kind only
    const strange = path.replace('/rueckruf/', '/erinnerungen/');
    const methods = ['GET', 'POST'] as const;
    for (const method of methods)
      for (const at of [other, href(pages.stopCalls, { token: id }), strange])
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
});

describe('after it', () => {
  test('no call is logged, and one that was logged before is answered as it was', async () => {
    const { app, id, log, page, lukas } = await open();
    const call = crypto.randomUUID();
    const first = await log(call);
    expect(first.status).toBe(201);
    await page('POST');
    const refused = await log();
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('möchte seit dem 20.11.2026 keinen Anruf mehr.') },
    });
    expect(await log(call)).toMatchObject({ status: 201, body: first.body });
    expect(await lukas.list(href(api.calls, { id }))).toHaveLength(1);
    expect((await proofsOf(app)).map(({ kind }) => kind)).toEqual([
      'call_consent',
      'call_made',
      'call_consent_revoked',
    ]);
    expect(await auditOf(app, 'callback_called')).toHaveLength(1);
  });

  test('nothing reminds of the next call, nobody waits for one, and the request can be closed and deleted', async () => {
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

  test('its mails have no reason any more', async () => {
    const { app, mail, page } = await open();
    await page('POST');
    expect(await renderQueuedMail(app.context, mail)).toBeNull();
    expect(await app.outbox.runOnce()).toBe(0);
  });

  test('its person and its proofs say so, also when the request is deleted', async () => {
    const { app, antje, id, lukas, page } = await open();
    await page('POST');
    const { callbackRequests: own, evidence: proven } = await dataOf(app, await tokenFor(app, wish.email));
    expect(own).toMatchObject([{ id, noCalls: true }]);
    expect(proven.map(({ label }) => label)).toContain('Anrufe abbestellt');
    const ownPage = await app.ask('GET', href(pages.ownDataOf, { token: await tokenFor(app, wish.email) }));
    expect(await ownPage.text()).toContain('abbestellt');
    await lukas.ask('DELETE', href(api.staffCallback, { id }));
    const found = await antje.ask('POST', api.searchEvidence, { email: wish.email });
    expect(found.body).toMatchObject({
      entries: [
        { kind: 'call_consent', callbackId: id },
        {
          kind: 'call_consent_revoked',
          label: 'Anrufe abbestellt',
          wayLabel: 'auf der Seite',
          callbackId: id,
        },
      ],
    });
  });

  test('another request of the same person is a new one', async () => {
    const { app, page } = await open();
    await page('POST');
    app.clock.now += hour;
    await sendJson(app, { preferredTime: 'abends' });
    expect(await app.db.read.$count(callbackRequests)).toBe(2);
    const marks = (await storedCallbacks(app)).map(({ noCallsAt }) => noCallsAt !== null);
    expect(marks.toSorted()).toEqual([false, true]);
  });
});
