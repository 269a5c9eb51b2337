/** Nobody pays more than the price that was shown: `X-Shown-Premium` of `PUT complete`. */
// ASVS 2.1.2, 2.2.3
import { describe, expect, test } from 'bun:test';
import { applications, tariffSelections } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { premiumOptions } from '#db/schema/tariffs';
import { api, href } from '#domain/urls';
import { setApp, startApp, testNow } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { answerOf, createVisitor, johanna } from '#tests/support/people';
import { mailsOf, rowsOf } from '#tests/support/stored';

const app = setApp();

const changed = 'Der Beitrag hat sich geändert.';

/** An application with a shown price of 44.58 a month, and the current price of its tariff. */
async function priced(nowCents = 4458) {
  app.clock.now = testNow;
  app.woken.count = 0;
  for (const table of [outbox, applications]) await app.db.write((tx) => tx.delete(table));
  const setPrice = (monthlyCents: number) =>
    app.db.write(async (tx) => void (await tx.update(premiumOptions).set({ monthlyCents })));
  await setPrice(4458);
  const visitor = await filled(app);
  await setPrice(nowCents);
  const complete = async (shown?: string) =>
    answerOf(
      await app.ask('PUT', href(api.complete, { id: visitor.id }), {
        body: {},
        headers: shown === undefined ? {} : { 'x-shown-premium': shown },
      }),
    );
  const stored = async () => (await rowsOf(app, tariffSelections)).at(0)?.monthlyCents;
  return { app, visitor, complete, setPrice, stored };
}

test('a price above the shown one is refused, and only the new price is stored', async () => {
  const { app, visitor, complete } = await priced(9999);
  const before = (await visitor.application()).body;
  const { status, body } = await complete('44.58');
  expect({ status, body }).toEqual({ status: 409, body: { message: changed, monthlyPremium: 99.99 } });
  expect((await visitor.application()).body).toEqual(before);
  expect(await mailsOf(app)).toEqual([]);
  expect(app.woken.count).toBe(0);
  const premium = { monthlyPremium: 99.99, annualPremium: 1199.88 };
  expect((await visitor.read('tariff-selection')).body).toMatchObject(premium);
  const headers = await app.signIn();
  const details = async () =>
    (await answerOf(await app.ask('GET', href(api.details, { id: visitor.id }), { headers }))).body;
  expect(await details()).toMatchObject({ tariffSelection: premium, application: { completed: false } });

  expect((await complete('99.99')).status).toBe(200);
  expect(await details()).toMatchObject({ tariffSelection: premium, application: { completed: true } });
  expect(await mailsOf(app)).toHaveLength(2);
});

describe('the current price is charged if the shown price is', () => {
  test.each<[string, number, string | undefined]>([
    ['the same', 4458, '44.58'],
    ['the same with more digits', 4458, '44.580'],
    ['a cent higher', 4457, '44.58'],
    ['missing', 9999, undefined],
    ['empty', 9999, ''],
    ['in German', 9999, '44,58'],
    ['a word', 9999, 'viel'],
    ['NaN', 9999, 'NaN'],
    ['given twice', 9999, '44.58, 44.58'],
  ])('%s', async (_, nowCents, shown) => {
    const { complete, stored } = await priced(nowCents);
    expect((await complete(shown)).status).toBe(200);
    expect(await stored()).toBe(nowCents);
  });
});

test.each([1, 100, 1999, 4459, 7015, 11_507])(
  '%d cents are compared without rounding errors',
  async (cents) => {
    const { complete, setPrice } = await priced(cents + 1);
    const shown = String(cents / 100);
    expect((await complete(shown)).body).toEqual({ message: changed, monthlyPremium: (cents + 1) / 100 });
    await setPrice(cents);
    expect((await complete(shown)).status).toBe(200);
  },
);

test('the surcharge for a horse that has turned 12 since changes the price', async () => {
  const { app, visitor, complete } = await priced();
  const horse = { ...johanna['horse-data'], birthDate: '2014-11-22', insuranceStartDate: '2026-12-01' };
  await visitor.save('horse-data', horse);
  app.clock.now += 2 * 24 * 3_600_000;
  expect((await complete('44.58')).body).toEqual({ message: changed, monthlyPremium: 53.5 });
});

test('missing or outdated data is reported before a changed price', async () => {
  const { app, complete } = await priced(9999);
  app.clock.now += 30 * 24 * 3_600_000;
  expect((await complete('44.58')).status).toBe(422);
  const visitor = createVisitor(app);
  await visitor.save('tariff-selection', johanna['tariff-selection']);
  const headers = { 'x-shown-premium': '44.58' };
  expect((await app.ask('PUT', href(api.complete, { id: visitor.id }), { headers })).status).toBe(422);
});

test('completing again returns the same, whatever price was shown', async () => {
  const { complete, setPrice, stored } = await priced();
  const first = await complete('44.58');
  await setPrice(9999);
  for (const shown of ['0.01', '44.58', '99.99', 'viel', undefined])
    expect(await complete(shown)).toMatchObject({ status: 200, body: first.body });
  expect(await stored()).toBe(4458);
});

test('a completion uses a price that changed while it waited for its turn', async () => {
  const { complete, setPrice, stored } = await priced();
  const [, { status }] = await Promise.all([setPrice(9999), complete('44.58')]);
  expect(status).toBe(409);
  expect(await stored()).toBe(9999);
});

const born = { old: '2009-03-02', young: '2018-05-11' };
const selection = { tariffType: 'premium', selfParticipation: 500, paymentFrequency: 'semiannual' };
const withoutSurcharge = { monthlyPremium: 59.28, annualPremium: 711.36 };
const withSurcharge = { monthlyPremium: 71.14, annualPremium: 853.68 };

/** Whose prices nobody changes. */
const usual = setApp();

async function withHorse(birthDate: string | null, now = testNow) {
  usual.clock.now = now;
  const visitor = createVisitor(usual);
  const setBirth = (day: string) => visitor.save('horse-data', { ...johanna['horse-data'], birthDate: day });
  if (birthDate) await setBirth(birthDate);
  return { visitor, setBirth };
}

describe('the stored premium', () => {
  test('is monthly if no way of payment is given', async () => {
    const { visitor } = await withHorse(born.young);
    const { body } = await visitor.save('tariff-selection', { tariffType: 'top', selfParticipation: 250 });
    expect(body).toMatchObject({ paymentFrequency: 'monthly', monthlyPremium: 44.58, annualPremium: 534.96 });
    const again = await visitor.save('tariff-selection', { tariffType: 'top', selfParticipation: 0 });
    expect(again.body).toMatchObject({ paymentFrequency: 'monthly', monthlyPremium: 48.44 });
  });

  test.each([
    ['cheaper', { monthlyPremium: 0.01, annualPremium: 0.12 }],
    ['nothing', { monthlyPremium: null, annualPremium: null }],
    ['as text', { monthlyPremium: '1', annualPremium: [] }],
    ['under other names', { monthlyCents: 1, monthly_cents: 1, basePremium: 1, surcharge: false }],
  ])('is never taken from the request: %s', async (_, sent) => {
    const { visitor } = await withHorse(born.old);
    const { status, body } = await visitor.save('tariff-selection', { ...selection, ...sent });
    expect(status).toBe(201);
    expect(body).toMatchObject(withSurcharge);
    for (const name of ['monthlyCents', 'monthly_cents', 'basePremium', 'surcharge']) {
      expect(body).not.toHaveProperty(name);
    }
  });
});

describe('the age surcharge', () => {
  test('depends on the day in Germany', async () => {
    const midnight = Date.parse('2026-11-20T23:00:00Z');
    const before = await withHorse('2014-11-21', midnight - 1000);
    expect((await before.visitor.save('tariff-selection', selection)).body).toMatchObject(withoutSurcharge);
    const after = await withHorse('2014-11-21', midnight);
    expect((await after.visitor.save('tariff-selection', selection)).body).toMatchObject(withSurcharge);
  });

  test('is recalculated when the birth date of the horse is entered or changed later', async () => {
    const { visitor, setBirth } = await withHorse(null);
    await visitor.save('tariff-selection', selection);
    const read = async () => (await visitor.read('tariff-selection')).body;
    await setBirth(born.old);
    expect(await read()).toMatchObject({ ...selection, ...withSurcharge });
    await setBirth(born.young);
    expect(await read()).toMatchObject({ ...selection, ...withoutSurcharge });
    expect((await setBirth('2026-11-21')).status).toBe(422);
    expect(await read()).toMatchObject(withoutSurcharge);
  });

  test('is correct when horse and tariff are saved at the same time', async () => {
    const app = await startApp();
    for (let round = 0; round < 10; round += 1) {
      const visitor = createVisitor(app);
      const horse = { ...johanna['horse-data'], birthDate: born.old };
      await Promise.all([
        visitor.save('tariff-selection', selection),
        visitor.save('horse-data', horse),
        visitor.save('tariff-selection', selection),
      ]);
      expect((await visitor.read('tariff-selection')).body).toMatchObject(withSurcharge);
    }
  });
});
