/** Which browsers an open application belongs to: who may delete it, and with `DRAFT_ACCESS=browser` who may use it. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { follow, prepare } from '#tests/server/features/backoffice/preparations/call';
import { setOffice } from '#tests/server/features/backoffice/staff';
import { setApp, startApp, testNow } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { createVisitor, johanna, kim, matthias, type Visitor } from '#tests/support/people';
import { opened } from './opened';

const day = 24 * 3_600_000;
const remove = (visitor: Visitor) => visitor.send('DELETE', href(api.application, { id: visitor.id }));

describe('a draft is deleted', () => {
  const app = setApp();
  beforeEach(() => {
    app.clock.now = testNow;
  });

  test('in no browser that merely saved in it, the bank data included', async () => {
    const visitor = await filled(app);
    const thief = createVisitor(app, visitor.id);
    expect((await thief.save('contact-data', kim['contact-data'])).status).toBe(200);
    expect((await thief.save('sepa-mandate', matthias['sepa-mandate'])).status).toBe(200);
    // it is the author of the bank data now, and of nothing else
    expect((await thief.read('sepa-mandate')).body.iban).toBe(matthias['sepa-mandate'].iban);
    expect((await remove(thief)).status).toBe(403);
    expect((await visitor.application()).status).toBe(200);
    expect((await remove(visitor)).status).toBe(200);
    expect((await visitor.application()).status).toBe(404);
  });

  test('in no browser if nothing says which one began it, also after bank data were saved', async () => {
    const visitor = await filled(app);
    await app.db.write((tx) =>
      tx.update(applications).set({ begunBy: null, authorHash: null }).where(eq(applications.id, visitor.id)),
    );
    expect((await remove(visitor)).status).toBe(403);
    expect((await remove(createVisitor(app, visitor.id))).status).toBe(403);
    expect((await visitor.save('sepa-mandate', johanna['sepa-mandate'])).status).toBe(200);
    expect((await remove(visitor)).status).toBe(403);
  });

  test('in a browser that opened its link, as long as that is valid, and in no other that has it', async () => {
    const visitor = await filled(app);
    const other = await filled(app, kim);
    const { browser, token } = await opened(app, visitor);
    expect(browser.jar.get('application_resume')).toBe(token);
    const elsewhere = createVisitor(app, other.id);
    elsewhere.jar.set('application_resume', token);
    expect((await remove(elsewhere)).status).toBe(403);
    expect((await browser.read('sepa-mandate')).body.iban).toBe('');
    app.clock.now += 14 * day;
    expect((await remove(browser)).status).toBe(403);
    app.clock.now -= 1;
    expect((await remove(browser)).status).toBe(200);
  });

  test('in a browser that has opened the links of five others since, but not of six', async () => {
    const visitors = [];
    const browser = createVisitor(app);
    for (let count = 0; count < 6; count += 1) {
      const email = `jo${count}@mail.example`;
      const contact = { ...johanna['contact-data'], email };
      const visitor = await filled(app, { ...johanna, 'contact-data': contact });
      visitors.push(visitor);
      app.clock.now += 1;
      await opened(app, visitor, browser);
    }
    const statuses = [];
    for (const { id } of visitors)
      statuses.push((await browser.send('DELETE', href(api.application, { id }))).status);
    expect(statuses).toEqual([403, 200, 200, 200, 200, 200]);
  });

  test.each(['x', 'x'.repeat(43), `${'x'.repeat(43)}.${'y'.repeat(43)}`, '.'.repeat(50), '%00'])(
    'in no browser with an invented cookie: %p',
    async (value) => {
      const { id } = await filled(app);
      const thief = createVisitor(app, id);
      thief.jar.set('application_resume', value);
      expect((await remove(thief)).status).toBe(403);
    },
  );

  test('in a browser behind https only with the cookie that no other host can set', async () => {
    const app = await startApp({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://pferd.example' } });
    const visitor = await filled(app);
    const { browser, token } = await opened(app, visitor);
    expect(browser.jar.get('__Host-application_resume')).toBe(token);
    const planted = createVisitor(app, visitor.id);
    planted.jar.set('application_resume', token);
    expect((await remove(planted)).status).toBe(403);
    expect((await remove(browser)).status).toBe(200);
  });
});

/** Every call about what is stored of an application, and how it answers for an id that nothing is stored under. */
const calls: [method: string, path: (id: string) => string, body?: unknown][] = [
  ...setKeys.map((key): (typeof calls)[number] => ['GET', (id) => href(api.set(key), { id })]),
  ['PUT', (id) => href(api.step, { id }), { step: 2 }],
  ['PUT', (id) => href(api.complete, { id }), {}],
  ['PUT', (id) => href(api.disclosedDocuments, { id }), {}],
  ['GET', (id) => href(api.declarations, { id })],
  ['PUT', (id) => href(api.declarations, { id }), { adviceWaiver: true }],
  ['GET', (id) => href(api.prefill, { id })],
];

describe('with DRAFT_ACCESS=browser', () => {
  const office = setOffice({ env: { DRAFT_ACCESS: 'browser' } });
  const { app } = office;

  test('a draft is unknown in a foreign browser, and unchanged by it', async () => {
    const visitor = await filled(app);
    const stored = await Promise.all(setKeys.map((key) => visitor.read(key)));
    expect(stored.map(({ status }) => status)).toEqual(setKeys.map(() => 200));
    const stranger = await filled(app, kim);
    for (const [method, path, body] of calls) {
      const unknown = await stranger.send(method, path(crypto.randomUUID()), body);
      const foreign = await stranger.send(method, path(visitor.id), body);
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    }
    for (const key of setKeys) {
      const saved = await stranger.send('POST', href(api.set(key), { id: visitor.id }), matthias[key]);
      expect([saved.status, Object.keys(saved.body)]).toEqual([404, ['message']]);
    }
    const again = await Promise.all(setKeys.map((key) => visitor.read(key)));
    expect(again.map(({ body }) => body)).toEqual(stored.map(({ body }) => body));
    expect((await stranger.send('GET', href(api.application, visitor))).body).toMatchObject({
      currentStep: 1,
    });
    expect((await visitor.complete()).status).toBe(200);
  });

  test('a browser that opened its link uses it, until the links are ended', async () => {
    const visitor = await filled(app);
    const { browser } = await opened(app, visitor);
    expect((await browser.read('horse-data')).status).toBe(200);
    expect((await browser.save('horse-data', kim['horse-data'])).status).toBe(200);
    expect((await browser.step(4)).status).toBe(200);
    expect((await visitor.read('horse-data')).body).toMatchObject(kim['horse-data']);
    // the address was wrong: the link in the mail to it ends, also where it was opened
    const email = 'richtig@mail.example';
    await visitor.save('contact-data', { ...johanna['contact-data'], email });
    expect((await browser.read('horse-data')).status).toBe(404);
    expect((await browser.save('horse-data', johanna['horse-data'])).status).toBe(404);
    expect((await visitor.step(5)).status).toBe(200);
  });

  test('a browser that corrects the address of a call goes on, and its link does not', async () => {
    const { lukas } = office;
    const { applicationId } = await prepare(lukas);
    const { token, ...browser } = await follow(app, applicationId);
    await browser.save('contact-data', johanna['contact-data']);
    const email = 'richtig@mail.example';
    expect((await browser.save('contact-data', { ...johanna['contact-data'], email })).status).toBe(200);
    expect(browser.jar.get('application_resume')).not.toStartWith(token);
    expect((await browser.step(5)).status).toBe(200);
    const late = createVisitor(app, applicationId);
    late.jar.set('application_resume', token);
    expect((await late.step(5)).status).toBe(404);
    expect((await app.ask('GET', href(pages.resume, { token }))).status).toBe(404);
  });

  test('everybody begins new ones, and who has no cookie does not go on', async () => {
    const id = crypto.randomUUID();
    const save = () => app.ask('POST', href(api.set('horse-data'), { id }), { body: johanna['horse-data'] });
    expect([(await save()).status, (await save()).status]).toEqual([201, 404]);
  });

  test('one that is submitted says so to everybody, and shows nothing', async () => {
    const visitor = await filled(app);
    expect((await visitor.complete()).status).toBe(200);
    const stranger = createVisitor(app, visitor.id);
    const answers = [await stranger.step(2), await stranger.complete(), await stranger.read('horse-data')];
    expect(answers.map(({ status }) => status)).toEqual([409, 200, 404]);
  });

  test('staff read it', async () => {
    const { lukas } = office;
    const { id } = await filled(app);
    expect((await lukas.ask('GET', href(api.set('horse-data'), { id }))).status).toBe(200);
    const forged = await app.ask('GET', href(api.set('horse-data'), { id }), {
      headers: { authorization: `Bearer ${lukas.token}x` },
    });
    expect(forged.status).toBe(404);
  });

  test('the page shows a foreign browser nothing of it, and how to get the link', async () => {
    const visitor = await filled(app);
    await visitor.step(2);
    const pageFor = async (cookie: string) =>
      await (await app.ask('GET', href(pages.application, visitor), { headers: { cookie } })).text();
    const own = await pageFor(visitor.cookie());
    expect(own).toContain('johanna.sommer@mail.example');
    const foreign = await pageFor('');
    expect(foreign).not.toMatch(/Johanna|Sommer|mail\.example|Fjölnir/);
    expect(foreign).toContain('Zugangslink anfordern');
    expect(foreign).toContain(`action="${href(api.accessLink, visitor)}"`);
  });
});
