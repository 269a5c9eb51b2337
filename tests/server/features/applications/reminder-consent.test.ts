/** The consent to reminders: in the contact data, in the proofs, and where it is asked for. */
import { describe, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { api, href, pages } from '#domain/urls';
import { begin, hour, mailsOf, open, remind } from '#tests/server/jobs/reminder-case';
import { startApp, type TestApp } from '#tests/support/app';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna } from '#tests/support/people';
import { proofsOf, rowsOf } from '#tests/support/stored';

const contact = johanna['contact-data'];
const consented = { ...contact, reminderConsent: true };
const kindsOf = async (app: TestApp) => (await proofsOf(app)).map(({ kind }) => kind);
/** The path of the link in the first mail of this application. */
async function stopPathOf(app: TestApp, id: string): Promise<string> {
  const mail = (await mailsOf(app)).find(({ applicationId }) => applicationId === id);
  if (!mail) throw new Error('Nobody was reminded.');
  return href(pages.stopReminders, { token: (await app.context.links.linkFor('stop', mail)).token });
}

/** Opens it, and presses its button twice. */
async function stopBy(app: TestApp, id: string) {
  const path = await stopPathOf(app, id);
  const texts = [];
  for (const method of ['GET', 'POST', 'POST']) texts.push(await (await app.ask(method, path)).text());
  return texts;
}

describe('the contact data', () => {
  test('take and answer the consent only when it was given', async () => {
    const app = await startApp();
    const visitor = createVisitor(app);
    const saved = async (more: object) => {
      const { body } = await visitor.save('contact-data', { ...contact, ...more });
      return [body.reminderConsent, (await visitor.read('contact-data')).body.reminderConsent];
    };
    for (const more of [{}, { reminderConsent: false }, { reminderConsent: null }])
      expect(await saved(more)).toEqual([undefined, undefined]);
    expect(await saved({ reminderConsent: true })).toEqual([true, true]);
    const wrong = await visitor.save('contact-data', { ...contact, reminderConsent: 'ja' });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'reminderConsent' }] } });
    expect(await saved({})).toEqual([undefined, undefined]);
  });

  test('are proven once for an address, and so is what is taken back', async () => {
    const app = await startApp();
    const visitor = createVisitor(app);
    const inCapitals = { ...consented, email: contact.email.toUpperCase() };
    for (const body of [consented, { ...consented, phone: '1' }, inCapitals])
      await visitor.save('contact-data', body);
    expect(await kindsOf(app)).toEqual(['reminder_consent']);
    await visitor.save('contact-data', { ...consented, email: 'neu@post.example' });
    await visitor.save('contact-data', contact);
    await visitor.save('contact-data', contact);
    const proofs = await proofsOf(app);
    const consent = 'reminder_consent';
    expect(proofs.map(({ kind }) => kind)).toEqual([consent, consent, 'reminder_revoked']);
    expect(proofs[0]?.wordingSha256).toBe(app.context.wordings.hashes.reminders);
    expect(proofs[2]?.personKey).toBe(proofs[1]?.personKey ?? '');
    expect(proofs[0]?.personKey).not.toBe(proofs[1]?.personKey ?? '');
  });

  test.each([
    ['the address', contact.email],
    ['the mailbox, which is spelled otherwise', contact.email.toUpperCase()],
  ])('are proven to be taken back once by a save that keeps %s', async (_, email) => {
    const app = await startApp();
    const visitor = createVisitor(app);
    await visitor.save('contact-data', consented);
    for (const _again of [1, 2]) await visitor.save('contact-data', { ...contact, email });
    expect(await kindsOf(app)).toEqual(['reminder_consent', 'reminder_revoked']);
    expect((await visitor.read('contact-data')).body).toMatchObject({ email });
  });
});

describe('without a consent', () => {
  test('no reminder is sent by itself, and one that waits is not sent either', async () => {
    const { app, after, server } = await open();
    const silent = createVisitor(app);
    await silent.save('contact-data', contact);
    expect(await after(24 * hour)).toEqual([]);
    const visitor = await begin(app);
    server.refuse(451, 'later', 'data');
    expect(await after(24 * hour)).toEqual([]);
    expect(await mailsOf(app)).toMatchObject([{ status: 'pending', attempts: 1 }]);
    server.accept();
    await app.db.write((tx) => tx.run('update contact_data set reminder_consent = null'));
    expect(await after(hour)).toEqual([]);
    expect(await mailsOf(app)).toEqual([]);
    expect((await visitor.application()).status).toBe(200);
  });

  test('staff send a neutral text, and nothing after the person said no', async () => {
    const { app, lukas, server } = await open();
    const visitor = createVisitor(app);
    await visitor.save('contact-data', contact);
    expect((await remind(lukas, visitor.id)).status).toBe(200);
    const [mail] = server.mails;
    expect(mail?.email.subject).toBe('Ihr angefangener Antrag bei Sattelfest');
    expect(mail?.email.text).toContain(visitor.id);
    expect(mail?.email.text).not.toContain('schön');
    const way = mail?.email.text?.match(/\/erinnerungen\/([\w-]{43})\/abbestellen/)?.[1] ?? '';
    expect((await app.ask('POST', href(pages.stopReminders, { token: way }))).status).toBe(200);
    expect(await remind(lukas, visitor.id, 'second')).toMatchObject({
      status: 409,
      body: { message: 'Die Person möchte keine Erinnerungen.' },
    });
  });
});

test('a stop link stops its address for all applications, also those that come later', async () => {
  const { app, lukas, after } = await open();
  const [one, other] = [await begin(app), await begin(app)];
  expect(await after(24 * hour)).toEqual(['first', 'first']);
  const [asked, stopped] = await stopBy(app, one.id);
  expect([asked, stopped]).toEqual([
    expect.stringContaining('Keine Erinnerungen mehr?'),
    expect.stringContaining('nicht mehr'),
  ]);
  const later = await begin(app);
  expect(await after(500 * hour)).toEqual([]);
  for (const { id } of [one, other, later]) expect((await remind(lukas, id)).status).toBe(409);
  expect((await kindsOf(app)).filter((kind) => kind === 'reminder_revoked')).toHaveLength(1);
});

test('a stop link deletes what waits for its address, marks its application, and works once', async () => {
  const { app, after, server } = await open();
  const { id } = await begin(app);
  server.refuse(451, 'later', 'data');
  expect(await after(24 * hour)).toEqual([]);
  await stopBy(app, id);
  expect(await mailsOf(app)).toEqual([]);
  expect((await proofsOf(app)).slice(1)).toMatchObject([{ kind: 'reminder_revoked', applicationId: id }]);
  expect(await rowsOf(app, applications)).toMatchObject([{ remindersStoppedAt: app.clock.now }]);
});

test('a stop link still stops its address when its draft is deleted', async () => {
  const app = await startApp();
  const headers = await app.signIn();
  const visitor = createVisitor(app);
  await visitor.save('contact-data', contact);
  await app.ask('POST', href(api.resendReminder, { id: visitor.id }), { body: { type: 'first' }, headers });
  const token = await tokenIn(app, 'reminder_first', 'erinnerungen');
  expect((await app.ask('GET', href(pages.stopReminders, { token }))).status).toBe(200);
  await app.ask('DELETE', href(api.staffApplication, { id: visitor.id }), { headers });
  for (const method of ['GET', 'POST'])
    expect((await app.ask(method, href(pages.stopReminders, { token }))).status).toBe(200);
  const [proof] = await proofsOf(app);
  expect(proof).toMatchObject({ kind: 'reminder_revoked', applicationId: null });
  const next = createVisitor(app);
  await next.save('contact-data', contact);
  const again = { body: { type: 'first' }, headers };
  expect((await app.ask('POST', href(api.resendReminder, { id: next.id }), again)).status).toBe(409);
});

test('a stop link stops the address that it was sent to, although the application has another one by now', async () => {
  const { app, after } = await open();
  const visitor = await begin(app);
  expect(await after(24 * hour)).toEqual(['first']);
  const path = await stopPathOf(app, visitor.id);
  await visitor.save('contact-data', { ...consented, email: 'neu@post.example' });
  expect((await app.ask('POST', path)).status).toBe(200);
  const revoked = { kind: 'reminder_revoked', applicationId: null, personKey: expect.any(String) };
  expect((await proofsOf(app)).at(-1)).toMatchObject(revoked);
  expect(await rowsOf(app, applications)).toMatchObject([{ remindersStoppedAt: null }]);
});

test('a reminder and a link that wait for an address are not sent once the application has another one', async () => {
  const { app, after, server } = await open();
  const visitor = await begin(app);
  await app.ask('POST', href(api.accessLink, { id: visitor.id }), { body: {} });
  server.refuse(451, 'later', 'data');
  expect(await after(24 * hour)).toEqual([]);
  expect(await mailsOf(app)).toHaveLength(2);
  await visitor.save('contact-data', { ...consented, email: 'richtig@post.example' });
  server.accept();
  expect(await after(hour)).toEqual([]);
  expect(await mailsOf(app)).toEqual([]);
});
