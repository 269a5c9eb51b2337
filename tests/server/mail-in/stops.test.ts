/** To whom nothing is sent by itself any more, and until when. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { stoppedSentence } from '#domain/mails/kinds';
import { api, href } from '#domain/urls';
import { queueDueReminders } from '#server/jobs/jobs';
import { sendJson } from '#tests/server/features/callbacks/callback-wish';
import { completed } from '#tests/server/features/withdrawals/declaration';
import { begin } from '#tests/server/jobs/reminder-case';
import { createVisitor, matthias } from '#tests/support/people';
import { type Post, setPost, withAddress } from './post';

const { app, open } = setPost();
const mailsAt = (email: string) => app.db.read.select().from(outbox).where(eq(outbox.recipientEmail, email));

describe('an address from which a mail came back', () => {
  async function stopped() {
    const post = await open();
    await post.comeBack((await post.mailOf('completion')).id);
    const inCapitals = withAddress(post.address.toUpperCase().replace('MAIL', 'mail'));
    /** Of the mails of an application, when all were tried. */
    const statuses = async (id: string) => {
      await app.outbox.runOnce();
      const mails = await app.db.read.select().from(outbox).where(eq(outbox.applicationId, id));
      return Object.fromEntries(mails.map(({ emailType, status, error }) => [emailType, [status, error]]));
    };
    const flagged = async (...ids: string[]) =>
      (await Promise.all(ids.map((id) => post.caseOf(id)))).map(({ undeliverable }) => undeliverable);
    return { ...post, inCapitals, statuses, flagged };
  }

  test('gets no automatic mail, in any spelling, and its next case says so', async () => {
    const { statuses, caseOf, inCapitals } = await stopped();
    const next = await completed(app, inCapitals);
    expect(await statuses(next)).toMatchObject({
      completion: ['failed', stoppedSentence],
      internal_completion: ['sent', null],
    });
    expect(await caseOf(next)).toMatchObject({ undeliverable: true, followUpOn: '2026-11-20' });
    const other = await completed(app, matthias);
    expect(await statuses(other)).toMatchObject({ completion: ['sent', null] });
    expect(await caseOf(other)).toMatchObject({ undeliverable: false });
  });

  test('is not written to by sending all failed mails again, but by sending one', async () => {
    const { lukas, statuses, flagged, id, inCapitals } = await stopped();
    const next = await completed(app, inCapitals);
    await statuses(next);
    expect((await lukas.ask('POST', api.resendFailedMails)).body).toMatchObject({ queued: 0 });
    const [failed] = await mailsAt(inCapitals['contact-data'].email);
    expect((await lukas.ask('POST', href(api.resendMail, { id: failed?.id ?? '' }))).status).toBe(200);
    expect(await statuses(next)).toMatchObject({ completion: ['sent', null] });
    expect(await flagged(id, next)).toEqual([false, false]);
  });

  const byHand: [what: string, act: (post: Post) => Promise<unknown>][] = [
    ['a message', ({ ask }) => ask()],
    [
      'a record of advice',
      async ({ lukas, id }) => {
        const owed = { adviceOwed: true };
        await app.db.write((tx) => tx.update(applications).set(owed).where(eq(applications.id, id)));
        const advice = { id: crypto.randomUUID(), wishes: 'Kolik', advice: 'Top' };
        expect((await lukas.ask('POST', href(api.advice, { id }), advice)).status).toBe(201);
      },
    ],
    [
      'a reminder of another application',
      async ({ lukas, address }) => {
        const { id } = await begin(app, withAddress(address));
        const { status } = await lukas.ask('POST', href(api.resendReminder, { id }), { type: 'first' });
        expect(status).toBe(200);
      },
    ],
  ];
  test.each(byHand)('is written to again after staff have sent %s', async (_, act) => {
    const post = await stopped();
    const { id, inCapitals, flagged } = post;
    const meanwhile = await completed(app, inCapitals);
    expect(await flagged(id, meanwhile)).toEqual([true, true]);
    await act(post);
    expect(await flagged(id, meanwhile)).toEqual([false, false]);
    const next = await completed(app, inCapitals);
    expect(await post.statuses(next)).toMatchObject({ completion: ['sent', null] });
    expect(await flagged(next)).toEqual([false]);
  });

  test('gets no reminder, and what waits for it fails', async () => {
    const post = await open();
    const person = withAddress(post.address);
    const { id } = await begin(app, person);
    const visitor = createVisitor(app);
    await visitor.fill(person);
    await visitor.complete();
    await post.comeBack((await post.mailOf('completion')).id);
    app.clock.now += 25 * 3_600_000;
    await queueDueReminders(app.context);
    await app.outbox.runOnce();
    const mails = await mailsAt(post.address);
    expect(mails.filter(({ applicationId }) => applicationId === id)).toEqual([]);
    const waited = mails.find((one) => one.applicationId === visitor.id && one.emailType === 'completion');
    const failed = { status: 'failed', error: stoppedSentence, attempts: 0, attemptedAt: app.clock.now };
    expect(waited).toMatchObject(failed);
  });

  test('gets no confirmation of a callback, and the request says so until staff send it', async () => {
    const { lukas, address } = await stopped();
    expect((await sendJson(app, { email: address })).status).toBe(201);
    await app.outbox.runOnce();
    const callback = async () => (await lukas.list(api.staffCallbacks))[0];
    const mail = (await mailsAt(address)).find(({ emailType }) => emailType === 'callback_confirmation');
    expect(mail).toMatchObject({ status: 'failed', error: stoppedSentence });
    expect(await callback()).toMatchObject({ undeliverable: true });
    await lukas.ask('POST', href(api.resendMail, { id: mail?.id ?? '' }));
    expect(await callback()).toMatchObject({ undeliverable: false });
  });

  test('still gets what the person asks for', async () => {
    const { statuses, address } = await stopped();
    const { id } = await begin(app, withAddress(address));
    await app.ask('POST', href(api.accessLink, { id }), { body: {} });
    await app.ask('POST', api.privacyRequests, { body: { email: address } });
    await app.outbox.runOnce();
    const mails = await mailsAt(address);
    for (const type of ['access_link', 'privacy_link'])
      expect(mails.find(({ emailType }) => emailType === type)).toMatchObject({ status: 'sent' });
    expect(await statuses(id)).not.toHaveProperty('documents');
  });

  test('of the policyholder flags their case, and another one of it stays flagged', async () => {
    const lea = { firstName: 'Lea', email: 'lea.sommer@mail.example' };
    const person = withAddress('johanna.sommer@mail.example', lea);
    const post = await open(person);
    const { id, caseOf, ask } = post;
    const completion = await post.mailOf('completion');
    const toLea = { ...completion, id: crypto.randomUUID(), recipientEmail: lea.email };
    await app.db.write((tx) => tx.insert(outbox).values(toLea));
    await post.comeBack(toLea.id, undefined, lea.email);
    expect(await caseOf(id)).toMatchObject({ undeliverable: true });
    await ask();
    expect(await caseOf(id)).toMatchObject({ undeliverable: true });
    const next = await completed(app, { ...matthias, 'policyholder-info': person['policyholder-info'] });
    const message = { id: crypto.randomUUID(), subject: 'Eine Frage', body: 'Ist das Pferd gesund?' };
    expect((await post.change(next, { status: 'inquiry', message })).status).toBe(200);
    expect(await caseOf(next)).toMatchObject({ undeliverable: true });
  });

  test('that the application no longer has flags nothing', async () => {
    const post = await open();
    const { id } = await post.mailOf('completion');
    const old = { recipientEmail: 'frueher@mail.example' };
    await app.db.write((tx) => tx.update(outbox).set(old).where(eq(outbox.id, id)));
    await post.comeBack(id, undefined, old.recipientEmail);
    expect(await post.mailOf('completion')).toMatchObject({ status: 'bounced', stopsAddress: true });
    expect(await post.caseOf(post.id)).toMatchObject({ undeliverable: false, version: 1 });
  });
});
