/** What a customer gets of a call: the link, the filled wizard, and what staff see of it afterwards. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { preparations } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { preparedSentence } from '#domain/preparations/preparations';
import { setKeys } from '#domain/steps/all';
import { dayMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { activateDueTariffs } from '#server/jobs/jobs';
import { erase, tokenFor } from '#tests/server/features/privacy/person';
import { testNow } from '#tests/support/app';
import { completed } from '#tests/support/applications';
import { createVisitor, johanna, kim } from '#tests/support/people';
import { proofsOf } from '#tests/support/stored';
import { setOffice } from '../staff';
import { callsOf, withTop250 } from '../tariffs/calls';
import { dictated, follow, prepare, state } from './call';

const office = setOffice();
const { app } = office;
beforeEach(async () => {
  app.clock.now = testNow;
  for (const table of [applications, outbox]) await app.db.write((tx) => tx.delete(table));
});

const { requirementsConsent: _, ...horse } = johanna['horse-data'];
const policyholder = kim['policyholder-info'];
const prefillOf = (visitor: { id: string; send: ReturnType<typeof createVisitor>['send'] }) =>
  visitor.send('GET', href(api.prefill, visitor));
const stateNow = async () =>
  ((await office.lukas.ask('GET', api.preparations)).body.preparations as { state: string }[])[0]?.state;

const preparedProofsOf = async (id: string) =>
  (await proofsOf(app, 'prepared')).filter(({ applicationId }) => applicationId === id);

async function called(change: object = {}) {
  const prepared = await prepare(office.lukas, change);
  const customer = await follow(app, prepared.applicationId);
  const page = async (visitor = customer) => {
    const headers = { cookie: visitor.cookie() };
    const answer = await app.ask('GET', href(pages.application, visitor), { headers });
    return await answer.text();
  };
  return { customer, page };
}

describe('the wizard', () => {
  test('is prefilled with what was dictated, and with nothing else', async () => {
    const { customer } = await called({ policyholder });
    const { status, body } = await prefillOf(customer);
    const { contact: contactData, tariff } = dictated;
    expect([status, body]).toEqual([200, { contactData, policyholderInfo: policyholder, horse, tariff }]);
  });

  test('says so on each device and after each reload, until the application is submitted', async () => {
    const { customer, page } = await called();
    const line = preparedSentence(app.context.operator.brand.name);
    expect(await page()).toContain(line);
    for (const [index, key] of setKeys.entries()) {
      await customer.save(key, johanna[key]);
      await customer.step(index + 2);
      expect(await page()).toContain(line);
    }
    const device = { ...createVisitor(app, customer.id), token: '', location: '' };
    expect(await page(device)).toContain(line);
    await customer.complete();
    expect(await page()).not.toContain(line);
  });

  test('says nothing of the kind to others, nor to the same person for another horse', async () => {
    const { customer } = await called();
    const visitor = createVisitor(app);
    await visitor.save('horse-data', johanna['horse-data']);
    await customer.fill(johanna);
    await customer.complete();
    const further = await customer.send('POST', href(api.anotherHorse, customer), {});
    for (const id of [visitor.id, String(further.body.id)]) {
      const answer = await app.ask('GET', href(pages.application, { id }));
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain('nach Ihrem Anruf vorbereitet');
    }
    expect((await prefillOf({ ...customer, id: String(further.body.id) })).status).toBe(200);
  });

  test('has no start that has passed meanwhile', async () => {
    const { customer } = await called();
    app.clock.now += dayMs;
    expect((await prefillOf(customer)).body.horse).toEqual(horse);
    app.clock.now += dayMs;
    const { insuranceStartDate: __, ...others } = horse;
    expect((await prefillOf(customer)).body.horse).toEqual(others);
  });
});

test('only a save makes it begun: neither the link nor the page nor a step does', async () => {
  const { customer, page } = await called();
  for (let count = 0; count < 3; count += 1)
    await app.ask('GET', href(pages.resume, { token: customer.token }));
  await app.ask('HEAD', href(pages.resume, { token: customer.token }));
  await page();
  await prefillOf(customer);
  await customer.step(2);
  expect(await stateNow()).toBe('open');
  await customer.save('contact-data', { ...johanna['contact-data'], email: 'no address' });
  expect(await stateNow()).toBe('open');
  await customer.save('contact-data', johanna['contact-data']);
  expect(await stateNow()).toBe('begun');
});

test.each(setKeys)('saving %s alone makes it begun', async (key) => {
  const { applicationId } = await prepare(office.lukas);
  await createVisitor(app, applicationId).save(key, johanna[key]);
  expect(await stateNow()).toBe('begun');
});

test('the customer may delete it, and the preparation goes along', async () => {
  const { customer } = await called();
  expect((await app.ask('DELETE', href(api.application, customer))).status).toBe(403);
  expect((await customer.send('DELETE', href(api.application, customer))).status).toBe(200);
  expect((await office.lukas.ask('GET', api.preparations)).body).toMatchObject({ total: 0, waiting: 0 });
  expect((await prefillOf(customer)).status).toBe(404);
});

test('once a person has erased their part, nothing that was dictated is left of either', async () => {
  const { customer, page } = await called({ policyholder });
  for (const key of ['horse-data', 'contact-data', 'policyholder-info'] as const)
    await customer.save(key, { ...johanna, 'policyholder-info': policyholder }[key]);
  expect((await erase(app, await tokenFor(app, policyholder.email))).status).toBe(200);
  expect((await prefillOf(customer)).status).toBe(404);
  expect(await page()).not.toContain('nach Ihrem Anruf vorbereitet');
  expect(await app.db.read.$count(preparations)).toBe(0);
  await customer.save('tariff-selection', johanna['tariff-selection']);
  for (const key of ['policyholder-info', 'sepa-mandate'] as const) await customer.save(key, johanna[key]);
  expect((await customer.complete()).status).toBe(200);
  expect(await preparedProofsOf(customer.id)).toEqual([]);
});

describe('staff see of it', () => {
  const detailsOf = async (id: string) =>
    (await office.lukas.ask('GET', href(api.details, { id }))).body.prepared;

  test('who prepared it for whom, from then on, and what the customer changed', async () => {
    const { customer } = await called();
    const { horseName } = johanna['horse-data'];
    const who = { username: 'lukas.weber', at: '2026-11-20T09:00:00.000Z' };
    const prepared = { ...who, name: 'Johanna Sommer', horseName };
    expect(await detailsOf(customer.id)).toEqual({ ...prepared, changes: [] });
    app.clock.now += dayMs;
    await customer.save('horse-data', { ...johanna['horse-data'], birthDate: '2017-05-11' });
    const birth = { label: 'Geburtsdatum', old: '11.05.2018', new: '11.05.2017' };
    expect(await detailsOf(customer.id)).toEqual({ ...prepared, changes: [birth] });
    for (const key of setKeys.slice(1)) await customer.save(key, johanna[key]);
    await customer.save('contact-data', { ...johanna['contact-data'], phone: '0341 1' });
    expect((await customer.complete()).status).toBe(200);
    const phone = { label: 'Telefon', old: '0341 9627 100', new: '0341 1' };
    expect(await detailsOf(customer.id)).toEqual({ ...prepared, changes: [birth, phone] });
  });

  test('nothing of an application that its customer began alone', async () => {
    const visitor = await completed(app);
    expect(await detailsOf(visitor.id)).toBeNull();
    expect(await preparedProofsOf(visitor.id)).toEqual([]);
  });

  test('the proof that it began with a call, from the completion on', async () => {
    const { customer } = await called();
    await customer.fill(johanna);
    expect(await preparedProofsOf(customer.id)).toEqual([]);
    app.clock.now += dayMs;
    await customer.complete();
    expect(await preparedProofsOf(customer.id)).toMatchObject([
      { way: 'phone', at: app.clock.now, applicationId: customer.id, personKey: expect.any(String) },
    ]);
    const entries = await office.lukas.list(href(api.evidence, customer));
    expect(entries).toContainEqual(expect.objectContaining({ label: 'Am Telefon vorbereitet' }));
    expect((await office.lukas.ask('GET', state('completed'))).body.total).toBe(1);
  });
});

// the tariffs stay changed
test('the wizard has the tariff without a price, which is the one in force', async () => {
  const { customer } = await called();
  const { draft, release } = callsOf(office.antje);
  const version = await draft({ premiums: withTop250(45.5), validFrom: '2026-11-21' });
  expect((await release(version)).status).toBe(200);
  app.clock.now += dayMs;
  await activateDueTariffs(app.context);
  expect((await prefillOf(customer)).body.tariff).toEqual(dictated.tariff);
  await customer.save('horse-data', johanna['horse-data']);
  const { body } = await customer.save('tariff-selection', dictated.tariff);
  expect(body).toMatchObject({ monthlyPremium: 45.5 });
});
