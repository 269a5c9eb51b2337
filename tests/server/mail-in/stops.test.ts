/** To whom nothing is sent by itself any more, and until when. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { stoppedSentence } from '#domain/mails/kinds';
import { api, href } from '#domain/urls';
import { queueDueReminders } from '#server/jobs/reminders';
import { sendJson } from '#tests/server/features/callbacks/callback-wish';
import { completed } from '#tests/server/features/withdrawals/declaration';
import { begin } from '#tests/server/jobs/reminder-case';
import { createVisitor, johanna, matthias } from '#tests/support/people';
import { messageIdOf, openPost } from './post';
import { delayed, failures } from './reports';

const address = johanna['contact-data'].email;
const [, postfix] = failures[0] ?? ['', delayed];

describe('an address from which a mail came back', () => {
  async function stopped() {
    const post = await openPost();
    const mail = await post.mailOf('completion');
    await post.deliver(postfix({ messageId: messageIdOf(mail.id), to: address }));
    const statuses = async (applicationId: string) => {
      await post.app.outbox.runOnce();
      const mails = await post.app.db.read
        .select()
        .from(outbox)
        .where(eq(outbox.applicationId, applicationId));
      return Object.fromEntries(mails.map(({ emailType, status, error }) => [emailType, [status, error]]));
    };
    return { ...post, mail, statuses };
  }
  const inCapitals = {
    ...johanna,
    'contact-data': { ...johanna['contact-data'], email: address.toUpperCase().replace('MAIL', 'mail') },
  };

  test('gets no automatic mail, in any spelling, and its next case says so', async () => {
    const { app, statuses, caseOf } = await stopped();
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
    const { app, lukas, statuses, caseOf, id } = await stopped();
    const next = await completed(app, inCapitals);
    await statuses(next);
    expect((await lukas.ask('POST', api.resendFailedMails)).body).toMatchObject({ queued: 0 });
    const mails = await app.db.read.select().from(outbox).where(eq(outbox.applicationId, next));
    const failed = mails.find(({ emailType }) => emailType === 'completion');
    expect((await lukas.ask('POST', href(api.resendMail, { id: failed?.id ?? '' }))).status).toBe(200);
    expect(await statuses(next)).toMatchObject({ completion: ['sent', null] });
    for (const one of [id, next]) expect(await caseOf(one)).toMatchObject({ undeliverable: false });
  });

  type Stopped = Awaited<ReturnType<typeof stopped>>;
  const byHand: [what: string, act: (post: Stopped) => Promise<unknown>][] = [
    ['a message', ({ ask }) => ask()],
    [
      'a record of advice',
      async ({ app, lukas, id }) => {
        await app.db.write((tx) =>
          tx.update(applications).set({ adviceOwed: true }).where(eq(applications.id, id)),
        );
        const advice = { id: crypto.randomUUID(), wishes: 'Kolik', advice: 'Top' };
        expect((await lukas.ask('POST', href(api.advice, { id }), advice)).status).toBe(201);
      },
    ],
    [
      'a reminder of another application',
      async ({ app, lukas }) => {
        const { id } = await begin(app);
        const { status } = await lukas.ask('POST', href(api.resendReminder, { id }), { type: 'first' });
        expect(status).toBe(200);
      },
    ],
  ];
  test.each(byHand)('is written to again after staff have sent %s', async (_, act) => {
    const post = await stopped();
    const meanwhile = await completed(post.app, inCapitals);
    for (const id of [post.id, meanwhile])
      expect(await post.caseOf(id)).toMatchObject({ undeliverable: true });
    await act(post);
    for (const id of [post.id, meanwhile])
      expect(await post.caseOf(id)).toMatchObject({ undeliverable: false });
    const next = await completed(post.app, inCapitals);
    expect(await post.statuses(next)).toMatchObject({ completion: ['sent', null] });
    expect(await post.caseOf(next)).toMatchObject({ undeliverable: false });
  });

  test('gets no reminder, and what waits for it fails', async () => {
    const post = await openPost();
    const { app } = post;
    const { id } = await begin(app);
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    await visitor.complete();
    const mail = await post.mailOf('completion');
    await post.deliver(postfix({ messageId: messageIdOf(mail.id), to: address }));
    app.clock.now += 25 * 3_600_000;
    await queueDueReminders(app.context);
    await app.outbox.runOnce();
    const mails = await app.db.read.select().from(outbox);
    expect(mails.filter(({ applicationId }) => applicationId === id)).toEqual([]);
    expect(
      mails.find((one) => one.applicationId === visitor.id && one.emailType === 'completion'),
    ).toMatchObject({ status: 'failed', error: stoppedSentence, attempts: 0, attemptedAt: app.clock.now });
  });

  test('gets no confirmation of a callback, and the request says so until staff send it', async () => {
    const { app, lukas } = await stopped();
    expect((await sendJson(app, { email: address })).status).toBe(201);
    await app.outbox.runOnce();
    const callback = async () => (await lukas.list(api.staffCallbacks))[0];
    const mails = await app.db.read.select().from(outbox);
    const mail = mails.find(({ emailType }) => emailType === 'callback_confirmation');
    expect(mail).toMatchObject({ status: 'failed', error: stoppedSentence });
    expect(await callback()).toMatchObject({ undeliverable: true });
    await lukas.ask('POST', href(api.resendMail, { id: mail?.id ?? '' }));
    expect(await callback()).toMatchObject({ undeliverable: false });
  });

  test('still gets what the person asks for', async () => {
    const { app, statuses } = await stopped();
    const { id } = await begin(app);
    await app.ask('POST', href(api.accessLink, { id }), { body: {} });
    await app.ask('POST', api.privacyRequests, { body: { email: address } });
    await app.outbox.runOnce();
    const mails = await app.db.read.select().from(outbox);
    for (const type of ['access_link', 'privacy_link'])
      expect(mails.find(({ emailType }) => emailType === type)).toMatchObject({ status: 'sent' });
    expect(await statuses(id)).not.toHaveProperty('documents');
  });

  test('of the policyholder flags their case, and another one of it stays flagged', async () => {
    const lea = { ...johanna['policyholder-info'], firstName: 'Lea', email: 'lea.sommer@mail.example' };
    const post = await openPost({ ...johanna, 'policyholder-info': lea });
    const { app, id, caseOf, ask } = post;
    const toLea = {
      ...(await post.mailOf('completion')),
      id: crypto.randomUUID(),
      recipientEmail: lea.email,
    };
    await app.db.write((tx) => tx.insert(outbox).values(toLea));
    await post.deliver(postfix({ messageId: messageIdOf(toLea.id), to: lea.email }));
    expect(await caseOf(id)).toMatchObject({ undeliverable: true });
    await ask();
    expect(await caseOf(id)).toMatchObject({ undeliverable: true });
    const next = await completed(app, { ...matthias, 'policyholder-info': lea });
    const message = { id: crypto.randomUUID(), subject: 'Eine Frage', body: 'Ist das Pferd gesund?' };
    expect((await post.change(next, { status: 'inquiry', message })).status).toBe(200);
    expect(await caseOf(next)).toMatchObject({ undeliverable: true });
  });

  test('that the application no longer has flags nothing', async () => {
    const post = await openPost();
    const { id } = await post.mailOf('completion');
    const old = { recipientEmail: 'frueher@mail.example' };
    await post.app.db.write((tx) => tx.update(outbox).set(old).where(eq(outbox.id, id)));
    await post.deliver(postfix({ messageId: messageIdOf(id), to: old.recipientEmail }));
    expect(await post.mailOf('completion')).toMatchObject({ status: 'bounced', stopsAddress: true });
    expect(await post.caseOf(post.id)).toMatchObject({ undeliverable: false, version: 1 });
  });
});
