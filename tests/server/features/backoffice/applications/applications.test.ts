import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { EmailLog } from '#domain/mails/log';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { crowdId, seedCrowd } from '#tests/bench/crowd-rows';
import { openOffice, setOffice } from '#tests/server/features/backoffice/staff';
import { begun, completed, filled } from '#tests/support/applications';
import { johanna, kim, matthias } from '#tests/support/people';

const list = api.staffApplications;
const office = setOffice();

describe('the list of applications', () => {
  test('has the name, e-mail and horse that a caller can give, as far as they are known', async () => {
    const { app, lukas } = await openOffice();
    const first = await completed(app);
    app.clock.now += 60_000;
    const second = await begun(app, ['horse-data'], kim);
    await second.step(2);
    app.clock.now += 60_000;
    const third = await begun(app, ['contact-data'], matthias);
    const at = (minute: number) => {
      const time = `2026-11-20T09:0${minute}:00.000Z`;
      return { createdAt: time, lastUpdated: time };
    };
    expect(await lukas.list(list)).toEqual([
      {
        ...{ id: third.id, currentStep: 1, completed: false, ...at(2), horseName: null },
        ...{ contactName: 'Matthias Brandt-Özdemir', email: matthias['contact-data'].email },
      },
      {
        ...{ id: second.id, currentStep: 2, completed: false, ...at(1), horseName: "L'Éclair d'Or" },
        ...{ contactName: null, email: null },
      },
      {
        ...{ id: first.id, currentStep: 6, completed: true, ...at(0), horseName: 'Fjölnir vom Lindenhof' },
        ...{ contactName: 'Johanna Sommer', email: 'johanna.sommer@mail.example', adviceOwed: true },
      },
    ]);
  });

  test('has each application once and in order when it is read in several batches', async () => {
    const { app, lukas } = await openOffice();
    const count = 2_000;
    await seedCrowd(app.db, app.clock.now, count);
    const ids = async () => (await lukas.list<{ id: string }>(list)).map(({ id }) => id);
    const newestFirst = Array.from({ length: count }, (_, index) => crowdId(index));
    expect(await ids()).toEqual(newestFirst);
    // all created at the same time: then the order is that in which they were stored
    await app.db.write((tx) => tx.run(sql`update applications set created_at = 1`));
    expect(await ids()).toEqual(newestFirst.toReversed());
  });
});

describe('the details', () => {
  test('contain everything that is stored, under the names of the backoffice', async () => {
    const { app, lukas } = office;
    const visitor = await filled(app, kim);
    const stored = Object.fromEntries(
      await Promise.all(setKeys.map(async (key) => [key, (await visitor.read(key)).body] as const)),
    );
    await visitor.complete();
    await app.outbox.runOnce();
    const { status, body } = await lukas.ask('GET', href(api.details, { id: visitor.id.toUpperCase() }));
    expect(status).toBe(200);
    expect(body.application).toEqual((await visitor.application()).body);
    expect(body.horseData).toEqual(stored['horse-data']);
    expect(body.contactData).toEqual(stored['contact-data']);
    const { tariffType, ...selection } = stored['tariff-selection'] ?? {};
    expect(body.tariffSelection).toEqual({ ...selection, tariff: tariffType });
    expect(body.policyholderInfo).toEqual({ ...stored['policyholder-info'], differentPolicyholder: true });
    const { creditor } = app.context.operator;
    const { mandateConsent, ...mandate } = stored['sepa-mandate'] ?? {};
    expect(body.sepaMandate).toEqual({
      ...mandate,
      mandateAccepted: mandateConsent,
      mandateReference: expect.stringMatching(/^SF-20261120-\w{10}$/),
      creditorName: creditor.name,
      creditorId: creditor.id,
    });
    expect(body.sepaMandate).toMatchObject({ iban: 'BE68539007547034', bic: 'GKCCBEBB' });
    expect(JSON.stringify(body)).not.toMatch(/authorHash|furthest/);
  });

  test('have null for missing data sets', async () => {
    const { app, lukas } = office;
    const visitor = await begun(app, ['policyholder-info']);
    const { body } = await lukas.ask('GET', href(api.details, visitor));
    const none = { horseData: null, contactData: null, tariffSelection: null, sepaMandate: null };
    // there is no contact to differ from
    const policyholderInfo = { firstName: 'Johanna', differentPolicyholder: false };
    expect(body).toMatchObject({ ...none, policyholderInfo, emailLogs: [] });
    await visitor.save('sepa-mandate', johanna['sepa-mandate']);
    const { sepaMandate } = (await lukas.ask('GET', href(api.details, visitor))).body;
    expect(sepaMandate).toMatchObject({ mandateReference: null, mandateAccepted: true });
  });

  test.each([
    ['the same', {}, false],
    ['another first name', { firstName: 'Johann' }, true],
    ['another last name', { lastName: 'Winter' }, true],
    ['another address', { email: 'someone@else.example' }, true],
    ['the same address in capitals', { email: 'Johanna.Sommer@MAIL.example' }, false],
    ['another phone and street only', { phone: '1234567', street: 'Am Anger' }, false],
  ])('say whether somebody else is insured: %s', async (_, change, different) => {
    const { app, lukas } = office;
    const policyholder = { ...johanna['policyholder-info'], ...change };
    const person = { ...johanna, 'policyholder-info': policyholder };
    const visitor = await begun(app, ['contact-data', 'policyholder-info'], person);
    const { body } = await lukas.ask('GET', href(api.details, visitor));
    expect(body.policyholderInfo).toMatchObject({ differentPolicyholder: different });
  });

  test('list only the mails that were tried', async () => {
    const { app, lukas } = await openOffice();
    const visitor = await completed(app);
    const mails = async () =>
      (await lukas.ask('GET', href(api.details, visitor))).body.emailLogs as EmailLog[];
    expect(await mails()).toEqual([]);
    app.clock.now += 1000;
    await app.outbox.runOnce();
    const [one, other] = await mails();
    expect([one?.emailType, other?.emailType].sort()).toEqual(['completion', 'internal_completion']);
    expect(one).toMatchObject({ sentAt: '2026-11-20T09:00:01.000Z', successful: true, errorMessage: null });
    expect(one?.applicationId).toBe(visitor.id);
  });
});
