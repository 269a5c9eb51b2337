/** Offers and prepared applications among what is stored about a person, and what they erase of them. */
import { describe, expect, test } from 'bun:test';
import { preparations } from '#db/schema/desk';
import { api, href, pages } from '#domain/urls';
import type { OwnData } from '#server/features/privacy/own-data';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { startApp, type TestApp } from '#tests/support/app';
import { addOffer, addPreparation, caller } from '#tests/support/beginnings';
import { drawNothing } from '#tests/support/drawing';
import { createVisitor, johanna, kim } from '#tests/support/people';
import { auditOf } from '#tests/support/stored';
import { dataOf, erase, tokenFor } from './person';

const { email } = caller;
const other = 'halterin@post.example';

/** Of the preparation of an address. */
const values = {
  contact: caller,
  horse: { horseName: 'Fjölnir', birthDate: '2012-05-01' },
  policyholder: { firstName: 'Ada', lastName: 'Petersen', birthDate: '1961-02-03', email: other },
};

/** The application has the sets of this person, and is completed if asked for. */
async function save(app: TestApp, id: string, person = johanna, complete = false) {
  const visitor = createVisitor(app, id);
  await visitor.fill(person);
  if (complete) expect((await visitor.complete()).status).toBe(200);
}

const audited = async (app: TestApp) =>
  (await auditOf(app)).map(({ action, subjectId, username }) => [action, subjectId, username]);
const eraseAll = async (app: TestApp, birthDate?: string) => {
  const answer = await erase(app, await tokenFor(app, email), birthDate ? { birthDate } : {});
  expect(answer.status).toBe(200);
  return await answer.json();
};

describe('own data', () => {
  test('show an offer and what was prepared, also while nothing was saved', async () => {
    const app = await startApp({ draw: drawNothing });
    const offer = await addOffer(app, { email: email.toUpperCase() });
    await addOffer(app, { email: other });
    const { applicationId } = await addPreparation(app, { values });
    const token = await tokenFor(app, email);
    const data = await dataOf(app, token);
    expect(data.applications).toEqual([]);
    expect(data.offers).toMatchObject([
      { number: offer.number, tariffType: 'premium', monthlyPremium: 65.35, state: 'open' },
    ]);
    const { policyholder: _, ...own } = values;
    expect(data.preparations).toMatchObject([{ applicationId, state: 'open', ...own }]);
    // that of another person, who has not asked
    expect(JSON.stringify(data)).not.toContain('Petersen');
    const text = await (await app.ask('GET', href(pages.ownDataOf, { token }))).text();
    for (const fact of ['Am Telefon vorbereiteter Antrag', 'Fjölnir', '0151 23456789', offer.number, '65,35'])
      expect(text).toContain(fact);
  });

  test('show somebody who was named as the policyholder nothing of the caller', async () => {
    const app = await startApp({ draw: drawNothing });
    const { applicationId } = await addPreparation(app, { values });
    const token = await tokenFor(app, other);
    const [prepared] = (await dataOf(app, token)).preparations;
    expect(prepared).toMatchObject({ applicationId, policyholder: { lastName: 'Petersen' } });
    expect(Object.keys(prepared ?? {}).toSorted()).toEqual(
      ['applicationId', 'createdAt', 'expiresAt', 'policyholder', 'state'].toSorted(),
    );
    const text = await (await app.ask('GET', href(pages.ownDataOf, { token }))).text();
    expect(text).toContain('Petersen');
    expect(text).not.toContain('Fjölnir');
  });

  test('show of a prepared birth date the year, and to staff the day', async () => {
    const { app, lukas } = await openOffice();
    const own = { ...values, policyholder: { ...values.policyholder, email } };
    const { applicationId } = await addPreparation(app, { values: own });
    const [prepared] = (await dataOf(app, await tokenFor(app, email))).preparations;
    expect(prepared?.policyholder).toMatchObject({ lastName: 'Petersen', birthDate: '1961' });
    const { status, body } = await lukas.ask('GET', href(api.disclosure, { id: applicationId }));
    expect(status).toBe(200);
    expect((body as OwnData).preparations[0]?.policyholder?.birthDate).toBe('1961-02-03');
  });

  test('have the state of an offer and of a prepared application', async () => {
    const app = await startApp({ draw: drawNothing });
    const { applicationId, expiresAt } = await addPreparation(app);
    const states = async () => {
      const { preparations, offers } = await dataOf(app, await tokenFor(app, email));
      return [preparations[0]?.state, offers[0]?.state];
    };
    await addOffer(app, { expiresAt: expiresAt - 1 });
    app.clock.now = expiresAt;
    expect(await states()).toEqual(['expired', 'expired']);
    await createVisitor(app, applicationId).save('contact-data', { ...johanna['contact-data'], email });
    expect((await states())[0]).toBe('begun');
  });
});

describe('erasing', () => {
  test('takes what was prepared out of an application that belongs to somebody else by now', async () => {
    const app = await startApp({ draw: drawNothing });
    for (const complete of [false, true]) {
      const { id, applicationId } = await addPreparation(app);
      await save(app, applicationId, kim, complete);
      expect(await eraseAll(app)).toMatchObject({ erased: 1 });
      expect((await createVisitor(app, applicationId).application()).status).toBe(200);
      expect(await audited(app)).toContainEqual(['preparation_deleted', id, 'Betroffene Person']);
    }
    expect(await app.db.read.select().from(preparations)).toEqual([]);
  });

  test('of a named policyholder takes what was dictated, and not the application', async () => {
    const app = await startApp({ draw: drawNothing });
    const { id, applicationId } = await addPreparation(app, { values });
    expect(await (await erase(app, await tokenFor(app, other), {})).json()).toMatchObject({ erased: 1 });
    expect(await app.db.read.select().from(preparations)).toEqual([]);
    expect(await audited(app)).toContainEqual(['preparation_deleted', id, 'Betroffene Person']);
    expect((await createVisitor(app, applicationId).application()).status).toBe(200);
  });

  test('keeps what was prepared with the completed application of the same person', async () => {
    const app = await startApp({ draw: drawNothing });
    const { applicationId } = await addPreparation(app);
    const person = { ...johanna, 'contact-data': { ...johanna['contact-data'], email } };
    await save(app, applicationId, person, true);
    const { birthDate } = johanna['policyholder-info'];
    expect(await eraseAll(app, birthDate)).toMatchObject({ erased: 0 });
    expect((await app.db.read.select().from(preparations)).map((one) => one.applicationId)).toEqual([
      applicationId,
    ]);
  });

  test('of a policyholder takes what the contact had dictated about both', async () => {
    const app = await startApp({ draw: drawNothing });
    const { applicationId } = await addPreparation(app, { email: other, values });
    const policyholder = { ...johanna['policyholder-info'], email };
    const contact = { ...johanna['contact-data'], email: other };
    await save(app, applicationId, {
      ...johanna,
      'contact-data': contact,
      'policyholder-info': policyholder,
    });
    await eraseAll(app);
    expect(await app.db.read.select().from(preparations)).toEqual([]);
    expect((await createVisitor(app, applicationId).application()).status).toBe(200);
  });
});
