/** A page of another site cannot make a browser change anything. Clients without a browser are not restricted. */
// ASVS 3.5.1, 3.5.2
import { describe, expect, test } from 'bun:test';
import { eq, ne } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { callbackRequests } from '#db/schema/desk';
import { withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { auditLog, users } from '#db/schema/staff';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { setOffice } from '#tests/server/features/backoffice/staff';
import type { TestApp } from '#tests/support/app';
import { stopPath } from '#tests/support/mail-links';
import { createVisitor, johanna, sentence } from '#tests/support/people';

const office = setOffice();
const { app } = office;

const foreign: [name: string, headers: Record<string, string>][] = [
  ['of another site', { 'sec-fetch-site': 'cross-site' }],
  ['of another host of our site', { 'sec-fetch-site': 'same-site' }],
  ['of another origin', { origin: 'https://evil.example' }],
  ['of an origin that is hidden', { origin: 'null' }],
  ['of another port', { origin: 'http://localhost:8080' }],
  ['of a name that begins like ours', { origin: 'http://localhost.evil.example' }],
  ['of another site with our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }],
  ['of another site that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['of another host that hides its origin', { 'sec-fetch-site': 'same-site', origin: 'null' }],
  ['with a value that no browser sends', { 'sec-fetch-site': 'same-origin, cross-site' }],
];
const own: [name: string, headers: Record<string, string>][] = [
  ['no browser', {}],
  ['our page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['an old browser on our page', { origin: 'http://localhost' }],
  ['our page that hides its origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ['our page behind a proxy', { origin: 'http://localhost:3000', host: '10.0.0.7' }],
  ['our page and the host from a proxy', { origin: 'https://a.example', host: 'a.example' }],
];

const plainForm = (fields: Record<string, string>) => ({
  raw: new URLSearchParams(fields).toString(),
  type: 'application/x-www-form-urlencoded',
});

const { email } = johanna['contact-data'];
const forms: [path: string, fields: Record<string, string>][] = [
  [api.callbackRequests, { name: 'Johanna', phone: '030 5', email, dataProcessingConsent: 'on' }],
  [api.withdrawals, { name: 'Johanna', email }],
  [api.privacyRequests, { email }],
];

/** Every call of the API that may change something, and every page that takes its own form, except the one-click unsubscribe. */
function writes({ app }: TestApp) {
  return app.routes
    .filter(({ path, method }) => method !== 'GET' && path !== pages.stopReminders)
    .map(({ path, method }) => ({
      method: method === 'ALL' ? 'POST' : method,
      path: path.replace(':id', crypto.randomUUID()).replace(':token', 'x'.repeat(43)).replace('*', 'nope'),
    }));
}

async function stored({ db }: TestApp) {
  const tables = [applications, callbackRequests, outbox, users, withdrawals] as const;
  // the refusals themselves are recorded
  const recorded = db.read.select().from(auditLog).where(ne(auditLog.action, 'forbidden'));
  return await Promise.all([...tables.map((table) => db.read.select().from(table)), recorded]);
}

const hiding =
  /^((?!\/api\/).*|\/api\/(withdrawals|status\/[^/]+\/(answer|revoke|another-horse)|confirmations\/[^/]+|offers(\/[^/]+\/(application|delete))?|privacy-requests|privacy\/.*|applications\/[^/]+\/link))$/;

describe('a call that would change something', () => {
  test('is found by this test', async () => {
    expect(writes(app).length).toBeGreaterThanOrEqual(17);
  });

  // ASVS 7.6.2
  test.each(foreign)('is refused before any other check if it comes from a page %s', async (_, headers) => {
    const { antje } = office;
    const before = await stored(app);
    const bodies = [{ body: {} }, { raw: '{' }, plainForm({ a: '1' }), {}];
    for (const { method, path } of writes(app)) {
      // forms that hide their origin on our own pages, and use no cookie
      if (headers.origin === 'null' && !headers['sec-fetch-site'] && hiding.test(path)) continue;
      for (const sent of bodies) {
        for (const signedIn of [headers, { ...headers, authorization: `Bearer ${antje.token}` }]) {
          const response = await app.ask(method, path, { ...sent, headers: signedIn });
          const answer = { path, status: response.status, body: await response.json() };
          expect(answer).toEqual({ path, status: 403, body: { message: sentence } });
          expect(response.headers.get('cache-control')).toBe('no-store');
        }
      }
    }
    expect(await stored(app)).toEqual(before);
  });

  test('is accepted from our pages that hide their origin, from old browsers, if it uses no cookie', async () => {
    const paths = writes(app).filter(({ path }) => hiding.test(path));
    expect(paths.length).toBeGreaterThanOrEqual(12);
    for (const { method, path } of paths) {
      for (const sent of [{ body: {} }, plainForm({})]) {
        const { status } = await app.ask(method, path, { ...sent, headers: { origin: 'null' } });
        expect({ path, isRefused: status === 403 }).toEqual({ path, isRefused: false });
      }
    }
  });

  test.each(own)('is accepted from %s', async (_, headers) => {
    const { antje } = office;
    const known = { ...headers, authorization: `Bearer ${antje.token}` };
    const id = crypto.randomUUID();
    for (const [path, fields] of forms)
      expect((await app.ask('POST', path, { ...plainForm(fields), headers })).status).toBe(303);
    const ask = async (method: string, path: string, body?: object, more = headers) =>
      (await app.ask(method, path, { body, headers: more })).status;
    for (const key of setKeys) expect(await ask('POST', href(api.set(key), { id }), johanna[key])).toBe(201);
    expect(await ask('PUT', href(api.complete, { id }))).toBe(200);
    expect(await ask('DELETE', href(api.staffApplication, { id }), undefined, known)).toBe(200);
    expect(await ask('POST', api.bulkDelete, { applicationIds: [] }, known)).toBe(200);
  });
});

test('reading is allowed from every site', async () => {
  for (const path of [api.tariffs, '/health', '/ready', pages.home, pages.login, '/robots.txt']) {
    const response = await app.ask('GET', path, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
  }
});

test('a mail program may stop reminders from any site (RFC 8058)', async () => {
  const visitor = createVisitor(app);
  await visitor.save('contact-data', johanna['contact-data']);
  const response = await app.ask('POST', await stopPath(app, visitor.id), {
    ...plainForm({ 'List-Unsubscribe': 'One-Click' }),
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' },
  });
  expect(response.status).toBe(200);
  const [row] = await app.db.read.select().from(applications).where(eq(applications.id, visitor.id));
  expect(row?.remindersStoppedAt).toBe(app.clock.now);
});

test('another spelling of an address does not bypass the check', async () => {
  const before = await stored(app);
  const id = crypto.randomUUID();
  const at = href(api.set('contact-data'), { id });
  for (const path of [`/%61pi${at.slice(4)}`, `/API${at.slice(4)}`, `/${at}`, `/./${at}`, `/x/..${at}`]) {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const response = await app.ask('POST', path, { body: johanna['contact-data'], headers });
    expect([path, [403, 404].includes(response.status)]).toEqual([path, true]);
  }
  expect(await stored(app)).toEqual(before);
});
