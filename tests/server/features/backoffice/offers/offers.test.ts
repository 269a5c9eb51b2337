/** The offers as staff see, send and delete them. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { rememberMails } from '#db/mails/caps';
import { selectOffers } from '#db/offers';
import { applications } from '#db/schema/applications';
import { offers } from '#db/schema/law';
import { deletedMails, outbox } from '#db/schema/mails';
import type { OfferPage } from '#domain/offers';
import { api, href } from '#domain/urls';
import { addressHash } from '#server/keyed-hash';
import { planOf } from '#tests/db/support/query-plan';
import { offered, storedOffers } from '#tests/server/features/offers/asked';
import { testNow } from '#tests/support/app';
import { addOffer } from '#tests/support/beginnings';
import { sentence } from '#tests/support/people';
import { mailsOf, rowsOf } from '#tests/support/stored';
import { deedsOf, openOffice, setOffice, statusesOf } from '../staff';

const office = setOffice();
const { app } = office;

beforeEach(async () => {
  app.clock.now = testNow;
  for (const table of [outbox, offers, applications]) await app.db.write((tx) => tx.delete(table));
});

const email = 'johanna.sommer@mail.example';
const send = (change: object = {}, by = office.lukas) => {
  const tariff = { tariffType: 'premium', selfParticipation: 0, paymentFrequency: 'annual' };
  const horse = { horseBirthYear: 2018, insuranceStartDate: '2026-12-01' };
  return by.ask('POST', api.staffOffers, { id: crypto.randomUUID(), email, ...tariff, ...horse, ...change });
};

const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await office.lukas.ask('GET', `${api.staffOffers}?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body as OfferPage;
};
const add = (change: Parameters<typeof addOffer>[1] = {}) => addOffer(app, change);

describe('an offer that staff send', () => {
  test('is answered with its row, is recorded, and its mail is outside of all limits', async () => {
    const { status, body } = await send({ reminderConsent: true });
    const number = expect.stringMatching(/^AN-20261120-[2-9A-HJ-NP-Z]{10}$/);
    const row = {
      ...{ id: sentence, number, email, tariffType: 'premium', monthlyPremium: 66.74, source: 'telefon' },
      ...{ createdAt: '2026-11-20T09:00:00.000Z', expiresAt: '2026-12-20T22:59:59.999Z', state: 'open' },
      ...{ undeliverable: false, reply: null },
    };
    expect([status, body]).toEqual([201, row]);
    expect((await list()).offers).toEqual([body as OfferPage['offers'][number]]);
    // nobody has consented to a reminder
    expect(await storedOffers(app)).toMatchObject([{ username: 'lukas.weber', reminderConsent: false }]);
    const mail = { emailType: 'offer', offerId: String(body.id), byHand: true, network: null } as const;
    expect(await mailsOf(app)).toMatchObject([mail]);
    expect(await deedsOf(app, body.id)).toEqual(['lukas.weber offer_created']);
  });

  test('under the id of an offer that a visitor asked for is refused', async () => {
    await offered(app);
    const [offer] = await storedOffers(app);
    expect((await send({ id: offer?.id })).status).toBe(409);
  });

  test('keeps none of the mails back that its person asks for, deleted or not', async () => {
    const { app, lukas } = await openOffice({ env: { RATE_LIMIT: 'on' } });
    for (let count = 0; count < 3; count += 1) await send({}, lukas);
    await offered(app, { email });
    expect(await mailsOf(app)).toHaveLength(4);
    const hash = addressHash(app.context.config);
    const ids = (await storedOffers(app)).map(({ id }) => id);
    await app.db.write((tx) => rememberMails(tx, hash, ids, app.clock.now, 'offerId'));
    expect(await rowsOf(app, deletedMails)).toMatchObject([{ emailType: 'offer' }]);
  });
});

describe('the list', () => {
  test.each([
    ['open', {}, null],
    ['expired', { expiresAt: testNow - 1 }, null],
    ['begun', { expiresAt: testNow - 1 }, { completedAt: null }],
    ['completed', { expiresAt: testNow - 1 }, { completedAt: testNow }],
  ])('says what became of each: %s', async (state, change, begun) => {
    const offer = await add(change);
    const times = { createdAt: testNow, updatedAt: testNow };
    const from = { prefilledFrom: offer.id, prefilledBy: 'offer', ...times } as const;
    // one that was begun after it changes nothing, nor one of another source with the same id
    const foreign = { ...times, prefilledFrom: offer.id, completedAt: testNow };
    for (const row of begun ? [{ ...from, ...begun }, from, foreign] : [foreign])
      await app.db.write((tx) => tx.insert(applications).values({ id: crypto.randomUUID(), ...row }));
    expect((await list()).offers).toMatchObject([{ state }]);
  });

  test('says which mails came back', async () => {
    await send();
    await add({ email: 'b@mail.example', createdAt: testNow - 1 });
    await app.db.write((tx) => tx.update(outbox).set({ stopsAddress: true }));
    const returned = (await list()).offers.filter(({ undeliverable }) => undeliverable);
    expect(returned).toMatchObject([{ email }]);
  });

  test('finds number, address and tariff, in whatever spelling, and has pages of what it finds', async () => {
    const all = ['a@gestüt-müller.example', 'Jo.Strom@mail.example', '50%_x@mail.example'];
    const [first = '', second = '', third = ''] = all;
    await add({ email: first, tariffType: 'basis', number: 'AN-20261120-ABCDEFGH23' });
    await add({ email: second, tariffType: 'top', createdAt: testNow - 1 });
    await add({ email: third, tariffType: 'premium', createdAt: testNow - 2 });
    for (const [q, found] of [
      ['   ', all],
      ['AN20261120abcdefgh23', [first]],
      ['AN 20261120 ABCDEFGH23', [first]],
      ['abcdefgh', [first]],
      ['GESTÜT-MÜLLER', [first]],
      ['gestuet-mueller', [first]],
      ['xn--gestt-mller', [first]],
      ['jo.strom', [second]],
      ['Top-OP', [second]],
      ['OP-Schutz', all],
      ['premium mail.example', [third]],
      ['premium müller', []],
      ['%', [third]],
      ['50%_X', [third]],
      ["' or 1=1 --", []],
      ['x'.repeat(254), []],
    ] as const) {
      const page = await list({ q });
      expect([q, page.total, page.offers.map((one) => one.email)]).toEqual([q, found.length, [...found]]);
    }
    const last = await list({ pageSize: '1', page: '2', q: 'mail.example' });
    expect(last).toMatchObject({ total: 2, totalPages: 2, offers: [{ email: third }] });
  });

  test('is read by the order of its index', async () => {
    const plan = (await planOf(app.db.read, selectOffers(app.db.read).limit(20))).join('\n');
    expect(plan).toContain('offers USING INDEX offers_created');
    expect(plan).toContain('applications USING INDEX applications_prefilled');
    expect(plan).not.toContain('TEMP B-TREE');
  });
});

test('an offer that two delete at once is deleted by one', async () => {
  const { id } = await add();
  const path = href(api.staffOffer, { id });
  const both = [office.lukas, office.antje].map((by) => by.ask('DELETE', path));
  expect(await statusesOf(both)).toEqual([200, 404]);
  expect(await deedsOf(app, id)).toHaveLength(1);
});
