/** Staff write in no draft but those that their own browser began, and what they read is in the audit log. */
import { describe, expect, test } from 'bun:test';
import { DatabaseUnavailable } from '#db/driver/errors';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { countStatements, openOffice, setOffice } from '#tests/server/features/backoffice/staff';
import { offered } from '#tests/server/features/offers/asked';
import { filled } from '#tests/support/applications';
import { answerOf, createVisitor, johanna, kim } from '#tests/support/people';
import { auditOf } from '#tests/support/stored';

/** Every call of visitors that writes about a draft, as this server has them. */
const bodies: Record<string, unknown> = {
  ...Object.fromEntries(setKeys.map((key) => [`POST ${api.set(key)}`, kim[key]])),
  [`PUT ${api.step}`]: { step: 4 },
  [`PUT ${api.declarations}`]: { adviceWaiver: true },
  [`PUT ${api.disclosedDocuments}`]: {},
  [`PUT ${api.complete}`]: {},
  [`POST ${api.accessLink}`]: {},
  [`POST ${api.anotherHorse}`]: {},
  [`DELETE ${api.application}`]: undefined,
};
const calls = Object.entries(bodies).map(([route, body]) => {
  const [method = '', path = ''] = route.split(' ');
  return { route, method, path: (id: string) => path.replace(':id', id), body };
});
const forbidden = { message: 'Dafür fehlt Ihnen die Berechtigung.' };

/** A draft of Johanna at this office, and what staff get who call from the browser with these cookies. */
async function draftAt({ app, lukas, antje }: ReturnType<typeof setOffice>) {
  const visitor = await filled(app);
  const from =
    ({ token } = lukas, cookie = '') =>
    async (method: string, path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${token}`, ...(cookie && { cookie }) };
      return await answerOf(await app.ask(method, path, { body, headers }));
    };
  const stored = async () => {
    const sets = await Promise.all(setKeys.map((key) => visitor.read(key)));
    const application = await visitor.application();
    return [application, ...sets].map(({ status, body }) => [status, body]);
  };
  return { app, lukas, antje, visitor, from, stored };
}

describe.each(['link', 'browser'])('with DRAFT_ACCESS=%s', (mode) => {
  const office = setOffice({ env: { DRAFT_ACCESS: mode } });

  test('the table has every such call', () => {
    const routes = office.app.app.routes
      .filter(({ method, path }) => path.startsWith(api.application) && method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
    expect(new Set(Object.keys(bodies))).toEqual(new Set(routes));
  });

  test('each is refused to both roles, right or wrong, and changes nothing', async () => {
    const { visitor, lukas, antje, from, stored } = await draftAt(office);
    const before = await stored();
    const answers: unknown[][] = [];
    for (const { route, method, path, body } of calls) {
      for (const staff of [lukas, antje]) {
        const { status, body: answer } = await from(staff)(method, path(visitor.id), body);
        answers.push([route, status, answer]);
      }
      if (method !== 'PUT' && method !== 'POST') continue;
      const { status, body: answer } = await from(lukas)(method, path(visitor.id), { step: 9, x: [] });
      answers.push([route, status, answer]);
    }
    expect(answers).toEqual(answers.map(([route]) => [route, 403, forbidden]));
    expect(await stored()).toEqual(before);
    expect((await from()('GET', href(api.set('contact-data'), visitor))).status).toBe(200);
    expect((await visitor.complete()).status).toBe(200);
  });

  test('a browser that merely saved the bank data, or opened a link, has not begun it', async () => {
    const { app, visitor, from } = await draftAt(office);
    const other = createVisitor(app, visitor.id);
    const token = await app.context.links.newResume(visitor.id);
    other.jar.set('application_resume', token);
    expect((await other.save('sepa-mandate', kim['sepa-mandate'])).status).toBe(200);
    const ask = from(undefined, other.cookie());
    for (const { method, path, body } of calls)
      expect((await ask(method, path(visitor.id), body)).status).toBe(403);
  });

  test('what their own browser began they fill in, submit and delete', async () => {
    const { visitor, from } = await draftAt(office);
    const ask = from(undefined, visitor.cookie());
    const statuses = [];
    for (const { method, path, body } of calls.filter(({ path }) => !path('').includes('another')))
      statuses.push((await ask(method, path(visitor.id), body)).status);
    // it is submitted before it would be deleted
    expect(statuses).toEqual([...setKeys.map(() => 200), 200, 200, 200, 200, 202, 409]);
  });

  test('what nobody has begun they begin', async () => {
    const { lukas } = office;
    const id = crypto.randomUUID();
    const begun = await lukas.ask('POST', href(api.set('horse-data'), { id }), johanna['horse-data']);
    expect(begun.status).toBe(201);
  });

  test('a draft that a customer began from an offer is continued by no staff', async () => {
    const { app, lukas } = office;
    const path = href(api.beginFromOffer, { token: await offered(app) });
    expect((await app.ask('POST', path, { body: {} })).status).toBe(201);
    const { status, body, headers } = await lukas.ask('POST', path, {});
    expect([status, body, headers.getSetCookie()]).toEqual([403, forbidden, []]);
  });
});

const minute = 60_000;

async function office() {
  const opened = await openOffice();
  const { app } = opened;
  const visitor = await filled(app);
  const rows = async () =>
    (await auditOf(app)).map(
      ({ username, action, subjectId }) => `${username} ${action} ${subjectId === visitor.id}`,
    );
  return { ...opened, visitor, rows };
}

test('reading a draft is an opening, once in 10 minutes', async () => {
  const { app, lukas, antje, visitor, rows } = await office();
  const paths = [...setKeys.map((key) => href(api.set(key), visitor)), href(api.declarations, visitor)];
  for (const path of paths) expect((await lukas.ask('GET', path)).status).toBe(200);
  expect(await rows()).toEqual(['lukas.weber details_opened true']);
  app.clock.now += 10 * minute;
  await antje.ask('GET', paths[0] ?? '');
  await lukas.ask('GET', paths[0] ?? '');
  expect((await rows()).slice(1)).toEqual([
    'antje.brandt details_opened true',
    'lukas.weber details_opened true',
  ]);
});

test('a draft that staff delete in their browser has a row of its own', async () => {
  const { app, lukas, visitor, rows } = await office();
  const headers = { cookie: visitor.cookie(), authorization: `Bearer ${lukas.token}` };
  expect((await app.ask('DELETE', href(api.application, visitor), { headers })).status).toBe(200);
  expect(await rows()).toEqual(['lukas.weber application_deleted true']);
});

test('what cannot be recorded is not shown', async () => {
  const { app, lukas, visitor } = await office();
  const { write } = app.db;
  app.db.write = () => Promise.reject(new DatabaseUnavailable('full'));
  const { status, body } = await lukas.ask('GET', href(api.set('contact-data'), visitor));
  expect([status, Object.keys(body)]).toEqual([503, ['message']]);
  app.db.write = write;
  expect((await lukas.ask('GET', href(api.set('contact-data'), visitor))).status).toBe(200);
});

test('a visitor pays for it with no statement', async () => {
  const { app, visitor } = await office();
  const path = href(api.set('horse-data'), visitor);
  const read = (headers: Record<string, string> = {}) => app.ask('GET', path, { headers });
  await read();
  expect(await countStatements(() => read())).toBe(2);
  // nor does a token that is none
  expect(await countStatements(() => read({ authorization: 'Bearer nothing' }))).toBe(2);
});
