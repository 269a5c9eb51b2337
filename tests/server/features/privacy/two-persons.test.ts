/** Erasing by one of two persons: the part of the other stays, and they are told. */
import { describe, expect, test } from 'bun:test';
import { addLink } from '#db/access-links';
import { applications } from '#db/schema/applications';
import { linkTokens } from '#db/schema/desk';
import { evidence } from '#db/schema/law';
import { keptKinds } from '#domain/privacy/own-data';
import { setKeys } from '#domain/steps/all';
import { api, href, pages } from '#domain/urls';
import { opened } from '#tests/server/features/applications/opened';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna, type Visitor } from '#tests/support/people';
import { auditOf, mailsOf } from '#tests/support/stored';
import { filesWith, marks, rare, tracesOf } from '#tests/support/traces';
import { email, erase, filled, tokenFor } from './person';

const app = setApp();

const holder = { ...johanna['policyholder-info'], email: 'halterin@post.example' };
const both = { ...rare, 'policyholder-info': holder };

const linksOf = async ({ db }: TestApp) => (await db.read.select().from(linkTokens)).map(({ hash }) => hash);

const statusesOf = (visitor: Visitor) =>
  Promise.all(setKeys.map(async (key) => (await visitor.read(key)).status));
const told = async (app: TestApp, kind: 'erasure_notice' | 'address_replaced' = 'erasure_notice') =>
  (await mailsOf(app, kind)).map(({ recipientEmail, recipientName }) => [recipientEmail, recipientName]);
const audited = async (app: TestApp) =>
  (await auditOf(app)).map(({ action, subjectId, username }) => [action, subjectId, username]);

test('the policyholder takes their own entries and the mandate; the contact stays, is told, and goes on', async () => {
  const visitor = await filled(app, both);
  const { id } = visitor;
  const answer = await erase(app, await tokenFor(app, holder.email.toUpperCase()));
  const kept = [{ kind: 'part', until: null, reason: keptKinds.part.reason }];
  expect([answer.status, await answer.json()]).toEqual([200, { erased: 1, kept }]);
  expect(await statusesOf(visitor)).toEqual([200, 200, 200, 404, 404]);
  expect(await filesWith(app, [holder.street, holder.email, 'Sommer'])).toEqual([]);
  expect(await audited(app)).toEqual([['policyholder_erased', id, 'Betroffene Person']]);
  expect(await told(app)).toEqual([[email, '']]);
  expect(app.woken.count).toBeGreaterThan(0);
  const token = await tokenIn(app, 'erasure_notice', 'fortsetzen');
  const subject = 'Aus Ihrem Antrag wurden Angaben gelöscht';
  expect(await mailsOf(app, 'erasure_notice')).toMatchObject([{ subject }]);
  const opened = await app.ask('GET', href(pages.resume, { token }));
  expect([opened.status, opened.headers.get('location')]).toEqual([303, href(pages.application, { id })]);
  expect((await visitor.complete()).body).toMatchObject({
    missing: ['policyholder-info', 'sepa-mandate'],
  });
  for (const key of ['policyholder-info', 'sepa-mandate'] as const) await visitor.save(key, rare[key]);
  expect((await visitor.complete()).status).toBe(200);
});

test('the contact takes their own entries, links, consents and mails; the policyholder stays and is told', async () => {
  const app = await startApp();
  const contact = { ...rare['contact-data'], reminderConsent: true };
  const visitor = await filled(app, {
    ...both,
    'contact-data': contact,
    'horse-data': johanna['horse-data'],
    'sepa-mandate': johanna['sepa-mandate'],
  });
  const { id } = visitor;
  await app.ask('PUT', href(api.disclosedDocuments, { id }), { body: {} });
  await app.ask('POST', href(api.accessLink, { id }), { body: {} });
  const resume = await tokenIn(app, 'access_link', 'fortsetzen');
  expect((await tracesOf(app)).length).toBeGreaterThan(1);
  app.clock.now += 23 * 3_600_000;
  const answer = await erase(app, await tokenFor(app, email));
  expect(await answer.json()).toMatchObject({ erased: 1 });
  expect(await statusesOf(visitor)).toEqual([200, 404, 200, 200, 200]);
  expect(await filesWith(app, marks)).toEqual([]);
  expect(await audited(app)).toEqual([['contact_erased', id, 'Betroffene Person']]);
  expect(await linksOf(app)).toEqual([`ended ${id}`]);
  // a mail from before, which another instance is sending just now
  const late = { hash: 'late', applicationId: id, kind: 'resume', expiresAt: app.clock.now + 1000 } as const;
  await addLink(app.db, { ...late, queuedAt: app.clock.now });
  expect((await app.ask('GET', href(pages.resume, { token: resume }))).status).toBe(404);
  expect(await app.db.read.select().from(evidence)).toEqual([]);
  const [row] = await app.db.read.select().from(applications);
  // the other person has the whole period of an application without a contact
  expect(row).toMatchObject({ reminderConsent: false, network: null, updatedAt: app.clock.now });
  expect(await told(app)).toEqual([[holder.email, '']]);
  await app.outbox.runOnce();
  expect(await mailsOf(app)).toMatchObject([{ emailType: 'erasure_notice', status: 'sent' }]);
  // it opens nothing: who applied is the contact
  expect(await linksOf(app)).toEqual([`ended ${id}`]);
});

describe('the whole draft goes', () => {
  const inCapitals = { ...rare['policyholder-info'], email: email.toUpperCase() };
  test.each([
    ['if both are the same person', (visitor: Visitor) => visitor.save('policyholder-info', inCapitals)],
    [
      'with the other one, when the first one has gone',
      async (visitor: Visitor, app: TestApp) => {
        await visitor.save('policyholder-info', holder);
        await erase(app, await tokenFor(app, holder.email));
      },
    ],
  ])('%s', async (_, prepare) => {
    const app = await startApp();
    const visitor = await filled(app);
    await prepare(visitor, app);
    expect((await erase(app, await tokenFor(app, email))).status).toBe(200);
    expect((await visitor.application()).status).toBe(404);
    expect(await told(app)).toEqual([]);
    expect(await tracesOf(app)).toEqual([]);
  });
});

test('a notice is not sent any more to an address that the application no longer has', async () => {
  const app = await startApp();
  const visitor = await filled(app, both);
  await erase(app, await tokenFor(app, holder.email));
  await visitor.save('contact-data', { ...rare['contact-data'], email: 'neu@post.example' });
  await app.outbox.runOnce();
  expect(await told(app)).toEqual([]);
});

describe('an address that another browser replaced', () => {
  const stranger = 'fremd@post.example';
  const takeOver = async (by: Visitor) => {
    for (const key of ['contact-data', 'policyholder-info'] as const)
      expect((await by.save(key, { ...rare[key], email: stranger })).status).toBe(200);
  };
  test('erases the persons with it, but not the application, and the contact was told', async () => {
    const app = await startApp();
    const visitor = await filled(app);
    await takeOver(createVisitor(app, visitor.id));
    const answer = await erase(app, await tokenFor(app, stranger));
    expect(await answer.json()).toMatchObject({ erased: 1, kept: [{ kind: 'part' }] });
    expect(await statusesOf(visitor)).toEqual([200, 404, 200, 404, 404]);
    expect(await told(app)).toEqual([]);
    // however long it waited
    await app.outbox.runOnce();
    expect(await told(app, 'address_replaced')).toEqual([[email, '']]);
    expect(await mailsOf(app, 'address_replaced')).toMatchObject([{ status: 'sent' }]);
    const actions = (await audited(app)).map(([action]) => action);
    expect(actions).toEqual(['contact_erased', 'policyholder_erased']);
    for (const key of ['contact-data', 'policyholder-info', 'sepa-mandate'] as const)
      await visitor.save(key, rare[key]);
    expect((await visitor.complete()).status).toBe(200);
  });

  test('is an ordinary correction in the own browser', async () => {
    const app = await startApp();
    const visitor = await filled(app);
    await takeOver(visitor);
    expect(await told(app, 'address_replaced')).toEqual([]);
    expect((await erase(app, await tokenFor(app, stranger))).status).toBe(200);
    expect((await visitor.application()).status).toBe(404);
  });

  test('gives no right to delete the draft by a link, and is undone where it was begun', async () => {
    const app = await startApp();
    const visitor = await filled(app);
    const { id } = visitor;
    const thief = createVisitor(app, id);
    await takeOver(thief);
    app.clock.now += 1000;
    await thief.send('POST', href(api.accessLink, { id }), {});
    await thief.send('GET', href(pages.resume, { token: await tokenIn(app, 'access_link', 'fortsetzen') }));
    expect((await thief.send('DELETE', href(api.application, { id }))).status).toBe(403);
    // nor by another address of theirs, in the browser that opened the link
    await thief.save('contact-data', { ...rare['contact-data'], email: `zweite.${stranger}` });
    expect((await thief.send('DELETE', href(api.application, { id }))).status).toBe(403);
    for (const key of ['contact-data', 'policyholder-info'] as const) await visitor.save(key, rare[key]);
    expect(await (await erase(app, await tokenFor(app, email))).json()).toEqual({ erased: 1, kept: [] });
    expect((await visitor.application()).status).toBe(404);
  });

  test('of the policyholder alone gives no such right either, and nobody is told', async () => {
    const app = await startApp();
    const visitor = await filled(app);
    const { browser } = await opened(app, visitor);
    const replaced = { ...rare['policyholder-info'], email: stranger };
    await createVisitor(app, visitor.id).save('policyholder-info', replaced);
    expect((await browser.send('DELETE', href(api.application, visitor))).status).toBe(403);
    expect(await told(app, 'address_replaced')).toEqual([]);
  });

  test('takes bank data along that no policyholder stands beside', async () => {
    const visitor = createVisitor(app);
    for (const key of ['horse-data', 'contact-data', 'sepa-mandate'] as const)
      await visitor.save(key, rare[key]);
    await createVisitor(app, visitor.id).save('contact-data', { ...rare['contact-data'], email: stranger });
    expect((await erase(app, await tokenFor(app, stranger))).status).toBe(200);
    expect(await statusesOf(visitor)).toEqual([200, 404, 404, 404, 404]);
  });

  test('is no matter of spelling, of a first address, or of what is completed', async () => {
    const app = await startApp();
    const visitor = await filled(app);
    const other = createVisitor(app, visitor.id);
    await other.save('contact-data', { ...rare['contact-data'], email: email.toUpperCase() });
    const begun = createVisitor(app);
    await begun.save('horse-data', rare['horse-data']);
    await createVisitor(app, begun.id).save('contact-data', rare['contact-data']);
    await visitor.complete();
    expect((await other.save('contact-data', { ...rare['contact-data'], email: stranger })).status).toBe(409);
    expect(await told(app, 'address_replaced')).toEqual([]);
  });
});
