/** Nothing is submitted that the page did not show: `X-Shown-State` of the data sets and of `PUT complete`. */
import { expect, test } from 'bun:test';
import { premiumOptions } from '#db/schema/tariffs';
import { setFields, shownStateHeader } from '#domain/application';
import { isConsent } from '#domain/facts';
import { type SetKey, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { type Applicant, answerOf, createVisitor, johanna, matthias } from '#tests/support/people';
import { mailsOf } from '#tests/support/stored';

const app = setApp();
const changed = { status: 409, body: { message: 'Die Angaben haben sich geändert.' } };

/** A filled in application, and what a page of it says that it showed. */
async function open(person: Applicant = johanna) {
  const visitor = await filled(app, person);
  const stateOf = async (key: SetKey, by = visitor) => (await by.read(key)).headers.get(shownStateHeader);
  const shown = async (by = visitor) => {
    const { body } = await by.send('GET', href(api.declarations, { id: visitor.id }));
    const states = await Promise.all(setKeys.map((key) => stateOf(key, by)));
    return [...states, body.adviceWaiver].join('.');
  };
  const complete = async (state?: string, more: Record<string, string> = {}) => {
    const headers = { ...(state === undefined ? {} : { [shownStateHeader]: state }), ...more };
    const path = href(api.complete, { id: visitor.id });
    const { status, body } = await answerOf(await app.ask('PUT', path, { body: {}, headers }));
    return { status, body };
  };
  const mails = async () => (await mailsOf(app)).length;
  return { visitor, stateOf, shown, complete, mails };
}

/** Every entry of another person: one change of a data set for each field of it. */
const changes = setKeys.flatMap((key) =>
  Object.entries(setFields[key]).flatMap(([name, field]) => {
    const before: unknown = Reflect.get(johanna[key], name);
    const other: unknown = Reflect.get(matthias[key], name);
    // a consent that is required cannot change
    return before === other && before ? [] : [[key, name, other ?? (isConsent(field) || '')] as const];
  }),
);

test('an application is completed with the state that its data sets were returned with', async () => {
  const { shown, complete } = await open();
  expect((await complete(await shown())).status).toBe(200);
});

test.each(changes)(
  '%s: %s that was changed elsewhere is refused, and nothing happens',
  async (key, name, to) => {
    const { visitor, shown, complete, mails } = await open();
    const state = await shown();
    const elsewhere = createVisitor(app, visitor.id);
    expect((await elsewhere.save(key, { ...johanna[key], [name]: to })).status).toBe(200);
    const stored = (await visitor.application()).body;
    const before = await mails();
    expect(await complete(state)).toEqual(changed);
    expect((await visitor.application()).body).toEqual({ ...stored, completed: false });
    expect(await mails()).toBe(before);
    expect((await complete(await shown())).status).toBe(200);
  },
);

test('a waiver of advice that was given elsewhere is refused', async () => {
  const { visitor, shown, complete } = await open();
  const state = await shown();
  await visitor.send('PUT', href(api.declarations, { id: visitor.id }), { adviceWaiver: true });
  expect(await complete(state)).toEqual(changed);
  expect((await complete(await shown())).status).toBe(200);
});

test.each(['', 'x', '.....', '.....false', 'true'])('the state %p is refused', async (state) => {
  const { complete } = await open();
  expect(await complete(state)).toEqual(changed);
});

test('the state of another application with the same data is refused', async () => {
  const [one, other] = [await open(), await open()];
  expect(await one.complete(await other.shown())).toEqual(changed);
});

test('saving the same values again leaves the state as it is', async () => {
  const { visitor, shown } = await open();
  const before = await shown();
  await visitor.fill(johanna);
  expect(await shown()).toBe(before);
});

test('what changed is reported before prices, texts and rules', async () => {
  const { visitor, shown, complete } = await open();
  const state = await shown();
  await visitor.save('horse-data', { ...johanna['horse-data'], horseName: 'Luna' });
  const more = { 'x-shown-premium': '0.01', 'x-wordings': 'none' };
  expect(await complete(state, more)).toEqual(changed);
  expect((await complete(await shown(), { 'x-shown-premium': '0.01' })).body).toMatchObject({
    message: 'Der Beitrag hat sich geändert.',
  });
});

test('a price that fell, and one that was calculated anew, are no change of the data', async () => {
  const { shown, complete } = await open();
  const state = await shown();
  const cheaper = { monthlyCents: 10_00 };
  await app.db.write(async (tx) => void (await tx.update(premiumOptions).set(cheaper)));
  expect((await complete(state, { 'x-shown-premium': '999' })).status).toBe(200);
});

test('of a completion and a change at once, one sees the other', async () => {
  const { visitor, shown, complete } = await open();
  const state = await shown();
  const luna = { ...johanna['horse-data'], horseName: 'Luna' };
  const [saved, { status }] = await Promise.all([visitor.save('horse-data', luna), complete(state)]);
  expect([saved.status, status]).toEqual(saved.status === 200 ? [200, 409] : [409, 200]);
});

test('nobody learns an account by trying others: its state belongs to the browser that saved it', async () => {
  const { visitor, stateOf } = await open();
  const state = await stateOf('sepa-mandate');
  const stranger = createVisitor(app, visitor.id);
  expect(await stateOf('sepa-mandate', stranger)).toBe(state);
  await stranger.save('sepa-mandate', johanna['sepa-mandate']);
  expect(await stateOf('sepa-mandate', stranger)).not.toBe(state);
});
