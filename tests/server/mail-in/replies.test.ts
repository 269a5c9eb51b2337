/** Answers to our mails, handed over by a mail server. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { caseMessages, cases } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { api, href } from '#domain/urls';
import { readStored } from '#server/features/privacy/service';
import { johanna } from '#tests/support/people';
import { messageIdOf, openPost } from './post';
import { contentOf } from './reading';
import { answerTo, programs, withAttachments } from './replies';

const contact = johanna['contact-data'].email;
const twoPersons = {
  ...johanna,
  'policyholder-info': {
    ...johanna['policyholder-info'],
    firstName: 'Lea',
    email: 'lea.sommer@mail.example',
  },
};

describe('an answer by', () => {
  test.each(programs)('%s is whole, without what it quotes', async (_, write, answer) => {
    const raw = write({ messageId: '<x@sattelfest.example>', from: 'a@b.example' });
    expect(await contentOf(raw)).toEqual({ kind: 'answer', text: answer, attachments: 0 });
  });

  test('somebody who sends files says how many, without the pictures of a signature', async () => {
    const raw = withAttachments({ messageId: '<x@sattelfest.example>', from: 'a@b.example' });
    expect(await contentOf(raw)).toEqual({ kind: 'answer', text: 'Hier das Foto.', attachments: 2 });
  });

  test.each([
    ['a\u0000b\u0007\u200bc\u202e', 'abc'],
    ['eins\u2028zwei\u0085', 'eins\nzwei'],
    ['\u{1f434}'.repeat(3_000), `${'\u{1f434}'.repeat(2_499)}…`],
    ['x'.repeat(5_000), 'x'.repeat(5_000)],
    ['x'.repeat(5_001), `${'x'.repeat(4_999)}…`],
  ])('anybody is stored as typed text is (%#)', async (text, stored) => {
    expect(await contentOf(answerTo('<x@y.example>', { text }))).toMatchObject({ text: stored });
  });
});

describe('an answer to the open question', () => {
  test('is its answer, as on the page', async () => {
    const { app, ask, deliver, id, caseOf, events } = await openPost();
    const mail = await ask();
    app.clock.now += 86_400_000;
    const woken = app.woken.count;
    const raw = answerTo(messageIdOf(mail.id), { from: contact.toUpperCase() });
    // the second one has come another way
    for (const way of ['', 'Received: from mx.example\r\n']) expect(await deliver(way + raw)).toBe(204);
    expect(await caseOf(id)).toMatchObject({
      status: 'in_review',
      followUpOn: '2026-11-21',
      replyUnread: true,
      version: 3,
    });
    const text = 'Guten Tag,\n\nja, er ist kerngesund.\n\nViele Grüße\nJohanna Sommer';
    const [, answer, ...others] = await events(id);
    expect(answer).toMatchObject({ kind: 'answer', way: 'email', attachments: 0, text, actor: null });
    expect(others).toEqual([]);
    expect(await app.db.read.select().from(caseMessages)).toMatchObject([
      { answerId: answer?.id, answer: text, answeredAt: app.clock.now },
    ]);
    const replies = (await app.db.read.select().from(outbox)).filter((one) => one.emailType === 'case_reply');
    expect(replies).toMatchObject([{ applicationId: id, caseMessageId: mail.caseMessageId }]);
    expect(app.woken.count).toBe(woken + 1);
    expect(app.logged).toEqual([]);
  });

  test('by an older thread is found by its references', async () => {
    const { ask, deliver, id, caseOf } = await openPost();
    const mail = await ask();
    const references = `<${crypto.randomUUID()}@sattelfest.example>\r\n\t${messageIdOf(mail.id)} <fremd@x.example>`;
    const raw = answerTo('<fremd@x.example>').replace(/References: .*/, `References: ${references}`);
    await deliver(raw);
    expect(await caseOf(id)).toMatchObject({ status: 'in_review', replyUnread: true });
  });

  test('is about the last of our mails that it refers to', async () => {
    const { ask, deliver, mailOf, id, caseOf } = await openPost();
    const first = await mailOf('completion');
    const references = `References: ${messageIdOf(first.id)} ${messageIdOf((await ask()).id)}`;
    await deliver(answerTo('<fremd@x.example>').replace(/References: .*/, references));
    expect(await caseOf(id)).toMatchObject({ status: 'in_review' });
  });
});

describe('an answer to another mail', () => {
  test('is unread and due, and the status stays', async () => {
    const { app, ask, deliver, mailOf, id, caseOf, events } = await openPost();
    await ask();
    const { id: mailId } = await mailOf('completion');
    await deliver(answerTo(messageIdOf(mailId), { text: 'Noch etwas.' }));
    expect(await caseOf(id)).toMatchObject({
      status: 'inquiry',
      followUpOn: '2026-11-20',
      replyUnread: true,
    });
    expect((await events(id)).at(-1)).toMatchObject({ kind: 'answer', way: 'email', text: 'Noch etwas.' });
    expect(await app.db.read.select().from(caseMessages)).toMatchObject([{ answer: null }]);
    await app.outbox.runOnce();
    expect(await mailOf('case_reply')).toMatchObject({ status: 'sent', caseMessageId: null });
  });

  test('of a case that is done is unread, and has no follow-up', async () => {
    const { app, deliver, mailOf, id, caseOf } = await openPost();
    await app.db.write((tx) =>
      tx.update(cases).set({ status: 'issued', followUpOn: null }).where(eq(cases.applicationId, id)),
    );
    await deliver(answerTo(messageIdOf((await mailOf('completion')).id)));
    expect(await caseOf(id)).toMatchObject({ status: 'issued', followUpOn: null, replyUnread: true });
  });

  test('is in the data that the person may ask for', async () => {
    const { deliver, lukas, mailOf, id } = await openPost();
    const raw = withAttachments({ messageId: messageIdOf((await mailOf('completion')).id), from: contact });
    await deliver(raw);
    const { body } = await lukas.ask('GET', href(api.disclosure, { id }));
    expect(body).toMatchObject({ applications: [{ replies: [{ text: 'Hier das Foto.', attachments: 2 }] }] });
  });
});

describe('what is no answer of the applicant', () => {
  const lines: [what: string, kind: string | null, written: object][] = [
    ['from another address', 'foreign_reply', { from: 'jemand@anderswo.example' }],
    ['from an address that only looks like it', 'foreign_reply', { from: `${contact}.evil.example` }],
    ['by a program', 'automatic_reply', { head: 'Auto-Submitted: auto-replied\n' }],
    [
      'about an absence, with what looks like codes',
      'automatic_reply',
      { head: 'Return-Path: <>\n', text: 'Ich bin bis 5.1.27 nicht da. Telefon: +49 551 12345.' },
    ],
  ];
  test.each(lines)('%s is one line without content', async (_, kind, written) => {
    const { app, ask, deliver, id, caseOf, events } = await openPost();
    const mail = await ask();
    const before = await caseOf(id);
    const raw = answerTo(messageIdOf(mail.id), written);
    for (let count = 0; count < 2; count += 1) expect(await deliver(raw)).toBe(204);
    expect(await caseOf(id)).toEqual(before);
    const [, ...more] = await events(id);
    expect(more).toMatchObject([{ kind, text: null, old: null, new: null, actor: null, attachments: null }]);
    const replies = (await app.db.read.select().from(outbox)).filter((one) => one.emailType === 'case_reply');
    expect(replies).toEqual([]);
  });

  test.each([
    ['automatic_reply', { head: 'Auto-Submitted: auto-replied\n' }],
    ['foreign_reply', { from: 'fremd@post.example' }],
  ])('%s is a line for each message, 50 at most', async (kind, written) => {
    const { ask, deliver, id, events } = await openPost();
    const mail = await ask();
    const lines = async () => (await events(id)).filter((event) => event.kind === kind);
    for (let count = 0; count < 4; count += 1) await deliver(answerTo(messageIdOf(mail.id), written));
    expect(await lines()).toHaveLength(4);
    for (let count = 0; count < 50; count += 1) await deliver(answerTo(messageIdOf(mail.id), written));
    expect(await lines()).toHaveLength(50);
  });

  test('is a receipt that it was read, whatever numbers it names', async () => {
    const { ask, deliver, id, events, mailOf } = await openPost();
    const text = `--x\nContent-Type: text/plain\n\n550 5.1.1\n\n--x\nContent-Type: message/disposition-notification\n\nDisposition: manual-action/MDN-sent-manually; displayed\n--x--`;
    const type = 'multipart/report; report-type=disposition-notification; boundary=x';
    const raw = answerTo(messageIdOf((await ask()).id), { text });
    await deliver(raw.replace(/text\/plain; charset=UTF-8/, type));
    expect((await events(id)).at(-1)).toMatchObject({ kind: 'automatic_reply' });
    expect(await mailOf('case_inquiry')).toMatchObject({ status: 'sent' });
  });

  test('about an application that is to be erased is dropped', async () => {
    const { app, ask, deliver, id, caseOf, events } = await openPost();
    const mail = await ask();
    await app.db.write((tx) =>
      tx.update(applications).set({ restrictedAt: app.clock.now }).where(eq(applications.id, id)),
    );
    for (const written of [{}, { from: 'x@y.example' }, { head: 'Auto-Submitted: auto-replied\n' }])
      expect(await deliver(answerTo(messageIdOf(mail.id), written))).toBe(204);
    expect(await caseOf(id)).toMatchObject({ status: 'inquiry', replyUnread: false });
    expect(await events(id)).toHaveLength(1);
  });

  test('answers a mail to staff', async () => {
    const { deliver, id, events, mailOf } = await openPost();
    await deliver(answerTo(messageIdOf((await mailOf('internal_completion')).id)));
    expect(await events(id)).toEqual([]);
  });
});

test('the policyholder may answer what they got, and nothing else', async () => {
  const { app, ask, deliver, id, caseOf, events } = await openPost(twoPersons);
  const mail = await ask();
  const from = 'Lea.Sommer@mail.example';
  await deliver(answerTo(messageIdOf(mail.id), { from }));
  expect(await caseOf(id)).toMatchObject({ replyUnread: false });
  await app.db.write((tx) =>
    tx
      .update(outbox)
      .set({ recipientEmail: twoPersons['policyholder-info'].email })
      .where(eq(outbox.id, mail.id)),
  );
  await deliver(answerTo(messageIdOf(mail.id), { from }));
  expect(await caseOf(id)).toMatchObject({ replyUnread: true });
  // this one answers no question
  await deliver(answerTo(messageIdOf(mail.id), { from }));
  expect((await events(id)).at(-1)).toMatchObject({ kind: 'answer', new: 'policyholder' });
  const repliesTo = async (email: string) => {
    const { applications: all } = await readStored(app.context, email);
    return all.map(({ replies }) => replies.length);
  };
  expect(await repliesTo(from)).toEqual([1]);
  expect(await repliesTo(contact)).toEqual([0]);
});
