// ASVS 2.1.2, 2.2.3
import { describe, expect, test } from 'bun:test';
import { setApp, startApp, testNow } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';

const born = { old: '2009-03-02', young: '2018-05-11' };
const selection = { tariffType: 'premium', selfParticipation: 500, paymentFrequency: 'semiannual' };
const withoutSurcharge = { monthlyPremium: 59.28, annualPremium: 711.36 };
const withSurcharge = { monthlyPremium: 71.14, annualPremium: 853.68 };

const app = setApp();

async function withHorse(birthDate: string | null, now = testNow) {
  app.clock.now = now;
  const visitor = createVisitor(app);
  const setBirth = (day: string) => visitor.save('horse-data', { ...johanna['horse-data'], birthDate: day });
  if (birthDate) await setBirth(birthDate);
  return { app, visitor, setBirth };
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
