/** Beginning an application from an offer, and deleting an offer. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { linkTokens } from '#db/schema/desk';
import { deletedMails } from '#db/schema/mails';
import { offerDeletedSentence } from '#domain/offers/offers';
import { api, href, pages } from '#domain/urls';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { erase, tokenFor } from '#tests/server/features/privacy/person';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { setApp, startApp, type TestApp, testNow } from '#tests/support/app';
import { postForm } from '#tests/support/forms';
import { tokenIn } from '#tests/support/mail-links';
import { answerOf, createVisitor, johanna } from '#tests/support/people';
import { auditOf, rowsOf } from '#tests/support/stored';
import { filesWith } from '#tests/support/traces';
import { asked, offered, sendJson, storedMails, storedOffers } from './asked';

const app = setApp();
beforeEach(() => {
  app.clock.now = testNow;
});

const begin = (token: string, at: TestApp = app) =>
  at.ask('POST', href(api.beginFromOffer, { token }), { body: {} });
const idOf = async (response: Response) => {
  const { status, body } = await answerOf(response);
  return [status, body.id] as const;
};
const begunFrom = async (at: TestApp = app) =>
  await at.db.read.select().from(applications).where(eq(applications.prefilledBy, 'offer'));

/** The browser that got the response. */
function browserOf(response: Response, id: string, at: TestApp = app) {
  const visitor = createVisitor(at, id);
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';', 1).join().split(/=(.*)/s);
    visitor.jar.set(name, value);
  }
  return visitor;
}

describe('an application from an offer', () => {
  test('begins with address, tariff and wished start, and nothing of it is saved or declared', async () => {
    const token = await offered(app, { insuranceStartDate: '2026-12-01', reminderConsent: true });
    const response = await postForm(app, href(api.beginFromOffer, { token }));
    const location = response.headers.get('location') ?? '';
    const id = location.split('/').at(-1) ?? '';
    expect([response.status, location]).toEqual([303, href(pages.application, { id })]);
    expectSecretive(response);
    const browser = browserOf(response, id);
    expect([...browser.jar.keys()]).toEqual(['application_resume']);
    expect((await browser.send('GET', href(api.prefill, { id }))).body).toEqual({
      contactData: { email: 'johanna.sommer@mail.example' },
      tariff: { tariffType: 'top', selfParticipation: 250, paymentFrequency: 'quarterly' },
      horse: { insuranceStartDate: '2026-12-01' },
    });
    for (const key of ['horse-data', 'contact-data', 'tariff-selection'] as const)
      expect((await browser.read(key)).status).toBe(404);
    const [offer] = (await storedOffers(app)).slice(-1);
    expect(offer?.applicationId).toBe(id);
    const [application] = (await begunFrom()).slice(-1);
    expect(application).toMatchObject({
      id,
      prefilledFrom: offer?.id,
      authorHash: null,
      reminderConsent: false,
    });
  });

  test('is for the browser that began it alone', async () => {
    const own = await startApp({ env: { DRAFT_ACCESS: 'browser' } });
    const response = await begin(await offered(own), own);
    const [status, id] = await idOf(response.clone());
    expect(status).toBe(201);
    const browser = browserOf(response, String(id), own);
    expect((await browser.save('contact-data', johanna['contact-data'])).status).toBe(201);
    expect((await browser.read('contact-data')).status).toBe(200);
    expect((await createVisitor(own, String(id)).read('contact-data')).status).toBe(404);
  });

  test('is the same one while it is open, in whatever browser and how often', async () => {
    const token = await offered(app);
    const [, id] = await idOf(await begin(token));
    expect(await idOf(await begin(token))).toEqual([201, id]);
    const other = await postForm(app, href(api.beginFromOffer, { token }));
    expect(other.headers.get('location')).toBe(href(pages.application, { id: String(id) }));
    // the other browser may go on there, too
    const browser = browserOf(other, String(id));
    expect(
      (
        await browser.save('contact-data', {
          ...johanna['contact-data'],
          email: 'Johanna.Sommer@MAIL.example',
        })
      ).status,
    ).toBe(201);
    expect((await idOf(await begin(token)))[1]).toBe(id);
  });

  test('is one, when somebody clicks twice', async () => {
    const token = await offered(app);
    const before = (await begunFrom()).length;
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await idOf(await begin(token)))[1]));
    expect(new Set(ids).size).toBe(1);
    expect((await begunFrom()).length).toBe(before + 1);
  });

  test.each(['staff ended its links', 'another contact erased their part'])(
    'is another one, when %s',
    async (how) => {
      const { app: office, lukas } = await openOffice();
      const token = await offered(office);
      const response = await begin(token, office);
      const id = String((await idOf(response.clone()))[1]);
      const browser = browserOf(response, id, office);
      const contact = { ...johanna['contact-data'], email: 'johanna.sommer@mail.example' };
      await browser.save('contact-data', contact);
      await browser.save('policyholder-info', {
        ...johanna['policyholder-info'],
        email: 'halterin@post.example',
      });
      if (how.startsWith('staff')) {
        expect((await lukas.ask('POST', href(api.endLinks, { id }), {})).status).toBe(200);
      } else {
        // a browser that knows only the id: this one came by a link
        await createVisitor(office, id).save('contact-data', { ...contact, email: 'neu@post.example' });
        const { status } = await erase(office, await tokenFor(office, 'neu@post.example'));
        expect(status).toBe(200);
      }
      const [status, again] = await idOf(await begin(token, office));
      expect(status).toBe(201);
      expect(again).not.toBe(id);
    },
  );

  test('is another one, when somebody else is its only person', async () => {
    const token = await offered(app);
    const response = await begin(token);
    const [, id] = await idOf(response.clone());
    await browserOf(response, String(id)).save('policyholder-info', {
      ...johanna['policyholder-info'],
      email: 'halterin@post.example',
    });
    expect((await idOf(await begin(token)))[1]).not.toBe(id);
  });

  test.each(['completed', 'of another address by now', 'deleted'])(
    'is another one, when the first is %s',
    async (how) => {
      const token = await offered(app);
      const response = await begin(token);
      const [, id] = await idOf(response.clone());
      const browser = browserOf(response, String(id));
      await browser.fill(johanna);
      if (how === 'completed') expect((await browser.complete()).status).toBe(200);
      if (how === 'of another address by now')
        await createVisitor(app, String(id)).save('contact-data', {
          ...johanna['contact-data'],
          email: 'jo@mail.example',
        });
      if (how === 'deleted')
        expect((await browser.send('DELETE', href(api.application, { id: String(id) }))).status).toBe(200);
      const [status, next] = await idOf(await begin(token));
      expect(status).toBe(201);
      expect(next).not.toBe(id);
      expect((await idOf(await begin(token)))[1]).toBe(next);
    },
  );

  test('leaves out a start that has passed', async () => {
    const token = await offered(app, { insuranceStartDate: '2026-11-21' });
    app.clock.now += 3 * 24 * 3_600_000;
    const response = await begin(token);
    const [, id] = await idOf(response.clone());
    const { body } = await browserOf(response, String(id)).send('GET', href(api.prefill, { id: String(id) }));
    expect(Object.keys(body)).toEqual(['contactData', 'tariff']);
  });

  test('counts with all that one network begins', async () => {
    const own = await startApp({ env: { RATE_LIMIT: 'on' } });
    const token = await offered(own);
    const statuses: number[] = [];
    for (let count = 0; count < 121; count += 1) {
      if (count % 5 === 0) own.clock.now += 61_000;
      own.clock.now += 1;
      statuses.push((await begin(token, own)).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(await begunFrom(own)).toHaveLength(1);
  });

  test('above five a minute gets a page that says so', async () => {
    const own = await startApp({ env: { RATE_LIMIT: 'on' } });
    const token = await offered(own);
    const path = href(api.beginFromOffer, { token });
    for (let count = 0; count < 5; count += 1) expect((await postForm(own, path)).status).toBe(303);
    const response = await postForm(own, path);
    expect([response.status, response.headers.getSetCookie()]).toEqual([429, []]);
    expect(await response.text()).toContain('Das hat nicht geklappt');
  });
});

describe('deleting an offer', () => {
  const remove = (token: string, id?: string) =>
    postForm(app, href(api.deleteOffer, { token }), id === undefined ? {} : { id });

  test('leaves nothing of it but a row of the audit log, and how many mails the mailbox got', async () => {
    const own = await startApp();
    const token = await offered(own, { email: 'wacholder@holunder.example' });
    const [offer] = await storedOffers(own);
    const response = await postForm(own, href(api.deleteOffer, { token }), { id: crypto.randomUUID() });
    expect([response.status, response.headers.get('location')]).toEqual([303, pages.offerDeleted]);
    expectSecretive(response);
    expect([await storedOffers(own), await storedMails(own), await rowsOf(own, linkTokens)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await filesWith(own, ['holunder.example', token])).toEqual([]);
    expect(await auditOf(own)).toMatchObject([
      { action: 'offer_deleted', subjectId: offer?.id, username: 'Betroffene Person' },
    ]);
    expect(await rowsOf(own, deletedMails)).toMatchObject([{ emailType: 'offer' }]);
    const page = await own.ask('GET', pages.offerDeleted);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(offerDeletedSentence)]);
  });

  test('as JSON says so', async () => {
    const token = await offered(app);
    const { status, body } = await answerOf(
      await app.ask('POST', href(api.deleteOffer, { token }), { body: {} }),
    );
    expect({ status, body }).toEqual({ status: 200, body: { message: offerDeletedSentence } });
  });

  test('by two clicks leads to the same page, and by another sending to that of a gone link', async () => {
    const token = await offered(app);
    const id = crypto.randomUUID();
    const answers = [...(await Promise.all([remove(token, id), remove(token, id)])), await remove(token, id)];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    app.clock.now += 3 * 60_000;
    expect((await remove(token, crypto.randomUUID())).status).toBe(404);
  });

  test('keeps an application that was begun, which then begins with nothing', async () => {
    const asking = createVisitor(app);
    await asking.send('POST', api.offers, asked);
    const token = await tokenIn(app, 'offer', 'angebot');
    const { body } = await asking.send('POST', href(api.beginFromOffer, { token }), {});
    const id = String(body.id);
    await remove(token);
    const browser = createVisitor(app, id, asking.jar);
    expect((await browser.application()).status).toBe(200);
    expect((await browser.send('GET', href(api.prefill, { id: String(id) }))).status).toBe(404);
    expect((await browser.save('contact-data', johanna['contact-data'])).status).toBe(201);
  });

  test('while somebody begins from it is either before or after that', async () => {
    for (let round = 0; round < 5; round += 1) {
      const token = await offered(app);
      const before = (await begunFrom()).length;
      const [begun, removed] = await Promise.all([begin(token), remove(token)]);
      expect(removed.status).toBe(303);
      expect([201, 404]).toContain(begun.status);
      expect((await begunFrom()).length).toBe(before + (begun.status === 201 ? 1 : 0));
      expect((await begin(token)).status).toBe(404);
    }
  });

  test('does not let a mailbox get more mails', async () => {
    const own = await startApp({ env: { RATE_LIMIT: 'on' } });
    for (let count = 0; count < 3; count += 1) {
      own.clock.now += 61_000;
      const token = await offered(own);
      expect((await postForm(own, href(api.deleteOffer, { token }))).status).toBe(303);
    }
    own.clock.now += 61_000;
    expect((await sendJson(own)).status).toBe(202);
    expect(await storedOffers(own)).toEqual([]);
  });
});
