/** The offers as staff see, send and delete them. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { rememberMails } from '#db/mails/caps';
import { selectOffers } from '#db/offers';
import { applications } from '#db/schema/applications';
import { offers } from '#db/schema/law';
import { deletedMails, outbox } from '#db/schema/mails';
import type { OfferPage, OfferRow } from '#domain/offers';
import { api, href } from '#domain/urls';
import { addressHash } from '#server/keyed-hash';
import { planOf } from '#tests/db/support/query-plan';
import { offered, storedOffers } from '#tests/server/features/offers/asked';
import { testNow } from '#tests/support/app';
import { addOffer } from '#tests/support/beginnings';
import { sentence } from '#tests/support/people';
import { mailsOf } from '#tests/support/stored';
import { deedsOf, openOffice, type Staff, setOffice, statusesOf } from '../staff';

const office = setOffice();
const { app } = office;
beforeEach(async () => {
  app.clock.now = testNow;
  for (const table of [outbox, offers, applications]) await app.db.write((tx) => tx.delete(table));
});

const given = {
  email: 'johanna.sommer@mail.example',
  tariffType: 'premium',
  selfParticipation: 0,
  paymentFrequency: 'annual',
  horseBirthYear: 2018,
  insuranceStartDate: '2026-12-01',
};
const send = (staff: Staff, change: object = {}) =>
  staff.ask('POST', api.staffOffers, { id: crypto.randomUUID(), ...given, ...change });
const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await office.lukas.ask('GET', `${api.staffOffers}?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body as OfferPage;
};
const emails = async (q: string) => (await list({ q })).offers.map(({ email }) => email);
const add = (change: Parameters<typeof addOffer>[1] = {}) => addOffer(app, change);

describe('an offer that staff send', () => {
  test('is answered with its row, is recorded, and its mail is outside of all limits', async () => {
    const { status, body } = await send(office.lukas);
    expect(status).toBe(201);
    const row: OfferRow = {
      ...{ id: sentence, number: expect.stringMatching(/^AN-20261120-[2-9A-HJ-NP-Z]{10}$/) },
      ...{
        email: given.email,
        tariffType: 'premium',
        monthlyPremium: 66.74,
        state: 'open',
        source: 'telefon',
      },
      ...{ createdAt: '2026-11-20T09:00:00.000Z', expiresAt: '2026-12-20T22:59:59.999Z' },
      ...{ undeliverable: false, reply: null },
    };
    expect(body).toEqual(row);
    expect((await list()).offers).toEqual([body as OfferRow]);
    expect(await storedOffers(app)).toMatchObject([{ username: 'lukas.weber', reminderConsent: false }]);
    expect(await mailsOf(app)).toMatchObject([
      { emailType: 'offer', offerId: body.id, byHand: true, network: null },
    ]);
    expect(await deedsOf(app, body.id)).toEqual(['lukas.weber offer_created']);
  });

  test('takes no consent to a reminder along', async () => {
    await send(office.lukas, { reminderConsent: true });
    expect(await storedOffers(app)).toMatchObject([{ reminderConsent: false }]);
  });

  test('under the id of an offer that a visitor asked for is refused', async () => {
    await offered(app);
    const [offer] = await storedOffers(app);
    expect((await send(office.lukas, { id: offer?.id })).status).toBe(409);
  });

  test('keeps none of the mails back that its person asks for, deleted or not', async () => {
    const { app, lukas } = await openOffice({ env: { RATE_LIMIT: 'on' } });
    for (let count = 0; count < 3; count += 1) await send(lukas);
    await offered(app, { email: given.email });
    expect(await mailsOf(app)).toHaveLength(4);
    const hash = addressHash(app.context.config);
    const ids = (await storedOffers(app)).map(({ id }) => id);
    await app.db.write((tx) => rememberMails(tx, hash, ids, app.clock.now, 'offerId'));
    expect(await app.db.read.select({ type: deletedMails.emailType }).from(deletedMails)).toEqual([
      { type: 'offer' },
    ]);
  });
});

describe('the list', () => {
  test('has pages also of a search', async () => {
    for (let count = 1; count <= 5; count += 1)
      await add({ email: `a${count}@mail.example`, createdAt: testNow + count });
    await add({ email: 'b@post.example' });
    const found = await list({ pageSize: '2', page: '2', q: 'mail.example premium' });
    expect([found.total, found.totalPages]).toEqual([5, 3]);
    expect(found.offers.map(({ email }) => email)).toEqual(['a3@mail.example', 'a2@mail.example']);
  });

  test.each([
    ['open', {}, {}],
    ['expired', { expiresAt: testNow - 1 }, {}],
    ['begun', { expiresAt: testNow - 1 }, { completedAt: null }],
    ['completed', { expiresAt: testNow - 1 }, { completedAt: testNow }],
  ])('says what became of each: %s', async (state, change, application) => {
    const offer = await add(change);
    const times = { createdAt: testNow, updatedAt: testNow };
    const from = { prefilledFrom: offer.id, prefilledBy: 'offer', ...times } as const;
    if ('completedAt' in application)
      await app.db.write(async (tx) => {
        // one that was begun after it changes nothing
        await tx.insert(applications).values({ id: crypto.randomUUID(), ...from, ...application });
        await tx.insert(applications).values({ id: crypto.randomUUID(), ...from });
      });
    // of another source with the same id
    const foreign = { ...times, prefilledFrom: offer.id, completedAt: testNow };
    await app.db.write((tx) => tx.insert(applications).values({ id: crypto.randomUUID(), ...foreign }));
    expect((await list()).offers).toMatchObject([{ state }]);
  });

  test('says which mails came back', async () => {
    await send(office.lukas);
    await add({ email: 'b@mail.example', createdAt: testNow - 1 });
    await app.db.write((tx) => tx.update(outbox).set({ stopsAddress: true }));
    const returned = (await list()).offers.filter((offer) => offer.undeliverable);
    expect(returned.map(({ email }) => email)).toEqual([given.email]);
  });

  test('finds number, address and tariff, in whatever spelling', async () => {
    await add({ email: 'a@gestüt-müller.example', tariffType: 'basis', number: 'AN-20261120-ABCDEFGH23' });
    await add({ email: 'Jo.Strom@mail.example', tariffType: 'top', createdAt: testNow - 1 });
    await add({ email: '50%_x@mail.example', tariffType: 'premium', createdAt: testNow - 2 });
    const all = ['a@gestüt-müller.example', 'Jo.Strom@mail.example', '50%_x@mail.example'];
    const [first, second, third] = all;
    for (const [q, found] of [
      ['', all],
      ['   ', all],
      ['an-20261120-abcdefgh23', [first]],
      ['AN20261120abcdefgh23', [first]],
      ['AN 20261120 ABCDEFGH23', [first]],
      ['abcdefgh', [first]],
      ['GESTÜT-MÜLLER', [first]],
      ['gestuet-mueller', [first]],
      ['gestut-muller', [first]],
      ['xn--gestt-mller', [first]],
      ['jo.strom', [second]],
      ['Top-OP', [second]],
      ['OP-Schutz', all],
      ['premium mail.example', [third]],
      ['premium müller', []],
      ['%', [third]],
      ['_', [third]],
      ['50%_X', [third]],
      ["' or 1=1 --", []],
      ['x'.repeat(254), []],
    ] as const)
      expect([q, await emails(q)]).toEqual([q, [...found] as string[]]);
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
