/** Beginning an application from an offer, and deleting an offer. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { offerNews } from '#domain/offers';
import { api, href, pages } from '#domain/urls';
import { type Staff, setOffice } from '#tests/server/features/backoffice/staff';
import { erase, tokenFor } from '#tests/server/features/privacy/person';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { startApp, type TestApp, testNow } from '#tests/support/app';
import { postForm } from '#tests/support/forms';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna, type Visitor } from '#tests/support/people';
import { asked, offered, storedOffers } from './asked';

const office = setOffice();
const { app } = office;
beforeEach(() => {
  app.clock.now = testNow;
});

/** Begins from the offer of this link, as a browser of its own, or as the one that is given. */
async function begin(token: string, at: TestApp = app, jar?: Visitor['jar']) {
  const by = createVisitor(at, undefined, jar);
  const { status, body } = await by.send('POST', href(api.beginFromOffer, { token }), {});
  const id = String(body.id);
  return { status, id, browser: createVisitor(at, id, by.jar) };
}
const begunFrom = async (at: TestApp = app) =>
  await at.db.read.select().from(applications).where(eq(applications.prefilledBy, 'offer'));
const prefillOf = ({ id, send }: Visitor) => send('GET', href(api.prefill, { id }));
const contact = johanna['contact-data'];
const policyholder = { ...johanna['policyholder-info'], email: 'halterin@post.example' };

describe('an application from an offer', () => {
  test('begins with address, tariff and wished start, and nothing of it is saved or declared', async () => {
    const token = await offered(app, { insuranceStartDate: '2026-12-01', reminderConsent: true });
    const { status, id, browser } = await begin(token);
    expect([status, [...browser.jar.keys()]]).toEqual([201, ['application_resume']]);
    expect((await prefillOf(browser)).body).toEqual({
      contactData: { email: contact.email },
      tariff: { tariffType: 'top', selfParticipation: 250, paymentFrequency: 'quarterly' },
      horse: { insuranceStartDate: '2026-12-01' },
    });
    for (const key of ['horse-data', 'contact-data', 'tariff-selection'] as const)
      expect((await browser.read(key)).status).toBe(404);
    const [offer] = (await storedOffers(app)).slice(-1);
    expect(offer?.applicationId).toBe(id);
    const stored = { id, prefilledFrom: offer?.id, authorHash: null, reminderConsent: false };
    expect((await begunFrom()).slice(-1)).toMatchObject([stored]);
  });

  test('is for the browser that began it alone', async () => {
    const own = await startApp({ env: { DRAFT_ACCESS: 'browser' } });
    const { id, browser } = await begin(await offered(own), own);
    expect((await browser.save('contact-data', contact)).status).toBe(201);
    expect((await browser.read('contact-data')).status).toBe(200);
    expect((await createVisitor(own, id).read('contact-data')).status).toBe(404);
  });

  test('is the same one while it is open, in whatever browser, by form or script, and how often', async () => {
    const token = await offered(app);
    const before = (await begunFrom()).length;
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin(token)));
    const [{ id } = { id: '' }] = begun;
    expect(begun.map((one) => [one.status, one.id])).toEqual(Array(5).fill([201, id]));
    const form = await postForm(app, href(api.beginFromOffer, { token }));
    expect([form.status, form.headers.get('location')]).toEqual([303, href(pages.application, { id })]);
    expectSecretive(form);
    // another browser may go on there, too
    const { browser } = await begin(token);
    const email = 'Johanna.Sommer@MAIL.example';
    expect((await browser.save('contact-data', { ...contact, email })).status).toBe(201);
    expect((await begin(token)).id).toBe(id);
    expect((await begunFrom()).length).toBe(before + 1);
  });

  type Begun = { id: string; browser: Visitor; at: TestApp };
  const strange = ({ id, at }: Begun) =>
    // a browser that knows only the id: the other one came by a link
    createVisitor(at, id).save('contact-data', { ...contact, email: 'neu@post.example' });
  const ends: [string, (begun: Begun, lukas: Staff) => Promise<unknown>][] = [
    [
      'staff ended its links',
      async ({ browser, id }, lukas) => {
        await browser.save('contact-data', contact);
        expect((await lukas.ask('POST', href(api.endLinks, { id }), {})).status).toBe(200);
      },
    ],
    [
      'another contact erased their part',
      async (begun) => {
        await begun.browser.save('contact-data', contact);
        await begun.browser.save('policyholder-info', policyholder);
        await strange(begun);
        const { status } = await erase(begun.at, await tokenFor(begun.at, 'neu@post.example'));
        expect(status).toBe(200);
      },
    ],
    ['somebody else is its only person', ({ browser }) => browser.save('policyholder-info', policyholder)],
    [
      'the first is completed',
      async ({ browser }) => {
        await browser.fill(johanna);
        expect((await browser.complete()).status).toBe(200);
      },
    ],
    [
      'the first is of another address by now',
      async (begun) => {
        await begun.browser.fill(johanna);
        await strange(begun);
      },
    ],
    [
      'the first is deleted',
      async ({ browser, id }) => {
        expect((await browser.send('DELETE', href(api.application, { id }))).status).toBe(200);
      },
    ],
  ];
  test.each(ends)('is another one, when %s', async (_, end) => {
    const { app: at, lukas } = office;
    at.clock.now += 1;
    const token = await offered(at);
    const first = await begin(token, at);
    await end({ ...first, at }, lukas);
    const next = await begin(token, at);
    expect([next.status, next.id === first.id]).toEqual([201, false]);
    if (_.startsWith('the first')) expect((await begin(token, at)).id).toBe(next.id);
  });

  test('leaves out a start that has passed', async () => {
    const token = await offered(app, { insuranceStartDate: '2026-11-21' });
    app.clock.now += 3 * 24 * 3_600_000;
    const { browser } = await begin(token);
    expect(Object.keys((await prefillOf(browser)).body)).toEqual(['contactData', 'tariff']);
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
});

describe('deleting an offer', () => {
  const remove = (token: string, id?: string) =>
    postForm(app, href(api.deleteOffer, { token }), id === undefined ? {} : { id });

  test('leads to a page that says so', async () => {
    const response = await remove(await offered(app), crypto.randomUUID());
    expect([response.status, response.headers.get('location')]).toEqual([303, pages.offerDeleted]);
    expectSecretive(response);
    expect(await (await app.ask('GET', pages.offerDeleted)).text()).toContain(offerNews.deleted.sentence);
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
    const { browser } = await begin(token, app, asking.jar);
    await remove(token);
    expect((await browser.application()).status).toBe(200);
    expect((await prefillOf(browser)).status).toBe(404);
    expect((await browser.save('contact-data', contact)).status).toBe(201);
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
});
