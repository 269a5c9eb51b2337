/** Answers to our mails, handed over by a mail server. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { cases } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { api, href } from '#domain/urls';
import { readStored } from '#server/features/privacy/own-data';
import { messageIdOf, setPost, withAddress } from './post';
import { contentOf } from './reading';
import { answerTo, programs, withAttachments } from './replies';

const { app, open } = setPost();
const anybody = { messageId: '<x@sattelfest.example>', from: 'a@b.example' };

test.each(programs)('an answer by %s is whole, without what it quotes', async (_, write, answer) => {
  expect(await contentOf(write(anybody))).toEqual({ kind: 'answer', text: answer, attachments: 0 });
});

test('an answer by somebody who sends files says how many, without the pictures of a signature', async () => {
  const content = await contentOf(withAttachments(anybody));
  expect(content).toEqual({ kind: 'answer', text: 'Hier das Foto.', attachments: 2 });
});

test.each([
  ['a\u0000b\u0007\u200bc\u202e', 'abc'],
  ['eins\u2028zwei\u0085', 'eins\nzwei'],
  ['\u{1f434}'.repeat(3_000), `${'\u{1f434}'.repeat(2_499)}…`],
  ['x'.repeat(5_000), 'x'.repeat(5_000)],
  ['x'.repeat(5_001), `${'x'.repeat(4_999)}…`],
])('an answer by anybody is stored as typed text is (%#)', async (text, stored) => {
  expect(await contentOf(answerTo('<x@y.example>', { text }))).toMatchObject({ text: stored });
});

test('an answer to the open question is its answer, as on the page', async () => {
  const { ask, deliver, id, address, caseOf, events, messages, mails } = await open();
  const mail = await ask();
  app.clock.now += 86_400_000;
  const woken = app.woken.count;
  const raw = answerTo(messageIdOf(mail.id), { from: address.toUpperCase() });
  // the second one has come another way
  for (const way of ['', 'Received: from mx.example\r\n']) expect(await deliver(way + raw)).toBe(204);
  const now = { status: 'in_review', followUpOn: '2026-11-21', replyUnread: true, version: 3 };
  expect(await caseOf(id)).toMatchObject(now);
  const text = 'Guten Tag,\n\nja, er ist kerngesund.\n\nViele Grüße\nJohanna Sommer';
  const [, answer, ...others] = await events(id);
  expect(answer).toMatchObject({ kind: 'answer', way: 'email', attachments: 0, text, actor: null });
  expect(others).toEqual([]);
  expect(await messages()).toMatchObject([{ answerId: answer?.id, answer: text, answeredAt: app.clock.now }]);
  expect(await mails('case_reply')).toMatchObject([{ caseMessageId: mail.caseMessageId }]);
  expect([app.woken.count, app.logged]).toEqual([woken + 1, []]);
});

test.each([
  ['by an older thread is found by its references', `<${crypto.randomUUID()}@sattelfest.example>`, true],
  ['is about the last of our mails that it refers to', null, false],
])('an answer to the open question %s', async (_, older, thenForeign) => {
  const { ask, deliver, mailOf, id, address, caseOf } = await open();
  const before = older ?? messageIdOf((await mailOf('completion')).id);
  const after = thenForeign ? ' <fremd@x.example>' : '';
  const references = `References: ${before}\r\n\t${messageIdOf((await ask()).id)}${after}`;
  await deliver(answerTo('<fremd@x.example>', { from: address }).replace(/References: .*/, references));
  expect(await caseOf(id)).toMatchObject({ status: 'in_review', replyUnread: true });
});

test('an answer to another mail is unread and due, and the status stays', async () => {
  const { ask, answer, mailOf, id, caseOf, events, messages } = await open();
  await ask();
  await answer((await mailOf('completion')).id, { text: 'Noch etwas.' });
  const now = { status: 'inquiry', followUpOn: '2026-11-20', replyUnread: true };
  expect(await caseOf(id)).toMatchObject(now);
  expect((await events(id)).at(-1)).toMatchObject({ kind: 'answer', way: 'email', text: 'Noch etwas.' });
  expect(await messages()).toMatchObject([{ answer: null }]);
  await app.outbox.runOnce();
  expect(await mailOf('case_reply')).toMatchObject({ status: 'sent', caseMessageId: null });
});

test('an answer to another mail of a case that is done is unread, and has no follow-up', async () => {
  const { answer, mailOf, id, caseOf } = await open();
  const done = { status: 'issued', followUpOn: null } as const;
  await app.db.write((tx) => tx.update(cases).set(done).where(eq(cases.applicationId, id)));
  await answer((await mailOf('completion')).id);
  expect(await caseOf(id)).toMatchObject({ ...done, replyUnread: true });
});

test('an answer to another mail is in the data that the person may ask for', async () => {
  const { deliver, lukas, mailOf, id, address } = await open();
  const messageId = messageIdOf((await mailOf('completion')).id);
  await deliver(withAttachments({ messageId, from: address }));
  const { body } = await lukas.ask('GET', href(api.disclosure, { id }));
  expect(body).toMatchObject({ applications: [{ replies: [{ text: 'Hier das Foto.', attachments: 2 }] }] });
});

describe('what is no answer of the applicant', () => {
  const similar = (address: string) => `${address}.evil.example`;
  test.each<[string, string, (address: string) => Parameters<typeof answerTo>[1]]>([
    ['from another address', 'foreign_reply', () => ({ from: 'jemand@anderswo.example' })],
    ['from one that only looks like it', 'foreign_reply', (address) => ({ from: similar(address) })],
    ['by a program', 'automatic_reply', () => ({ head: 'Auto-Submitted: auto-replied\n' })],
    [
      'about an absence, with what looks like codes',
      'automatic_reply',
      () => ({ head: 'Return-Path: <>\n', text: 'Ich bin bis 5.1.27 nicht da. Telefon: +49 551 12345.' }),
    ],
  ])('%s is one line without content', async (_, kind, written) => {
    const { ask, deliver, id, address, caseOf, events, mails } = await open();
    const mail = await ask();
    const before = await caseOf(id);
    const raw = answerTo(messageIdOf(mail.id), { from: address, ...written(address) });
    for (let count = 0; count < 2; count += 1) expect(await deliver(raw)).toBe(204);
    expect(await caseOf(id)).toEqual(before);
    const [, ...more] = await events(id);
    expect(more).toMatchObject([{ kind, text: null, old: null, new: null, actor: null, attachments: null }]);
    expect(await mails('case_reply')).toEqual([]);
  });

  test.each([
    ['automatic_reply', { head: 'Auto-Submitted: auto-replied\n' }],
    ['foreign_reply', { from: 'fremd@post.example' }],
  ])('%s is a line for each message, 50 at most', async (kind, written) => {
    const { ask, answer, id, events } = await open();
    const mail = await ask();
    for (const [messages, lines] of [
      [4, 4],
      [50, 50],
    ] as const) {
      for (let count = 0; count < messages; count += 1) await answer(mail.id, written);
      expect((await events(id)).filter((event) => event.kind === kind)).toHaveLength(lines);
    }
  });

  test('is a receipt that it was read, whatever numbers it names', async () => {
    const { ask, deliver, id, address, events, mailOf } = await open();
    const text = `--x\nContent-Type: text/plain\n\n550 5.1.1\n\n--x\nContent-Type: message/disposition-notification\n\nDisposition: manual-action/MDN-sent-manually; displayed\n--x--`;
    const type = 'multipart/report; report-type=disposition-notification; boundary=x';
    const raw = answerTo(messageIdOf((await ask()).id), { from: address, text });
    await deliver(raw.replace(/text\/plain; charset=UTF-8/, type));
    expect((await events(id)).at(-1)).toMatchObject({ kind: 'automatic_reply' });
    expect(await mailOf('case_inquiry')).toMatchObject({ status: 'sent' });
  });

  test('about an application that is to be erased is dropped', async () => {
    const { ask, answer, id, caseOf, events } = await open();
    const mail = await ask();
    const restricted = { restrictedAt: app.clock.now };
    await app.db.write((tx) => tx.update(applications).set(restricted).where(eq(applications.id, id)));
    for (const written of [{}, { from: 'x@y.example' }, { head: 'Auto-Submitted: auto-replied\n' }])
      expect(await answer(mail.id, written)).toBe(204);
    expect(await caseOf(id)).toMatchObject({ status: 'inquiry', replyUnread: false });
    expect(await events(id)).toHaveLength(1);
  });

  test('answers a mail to staff', async () => {
    const { answer, id, events, mailOf } = await open();
    await answer((await mailOf('internal_completion')).id);
    expect(await events(id)).toEqual([]);
  });
});

test('the policyholder may answer what they got, and nothing else', async () => {
  const lea = { firstName: 'Lea', email: 'lea.sommer@mail.example' };
  const { ask, answer, deliver, id, address, caseOf, events } = await open(
    withAddress('johanna.sommer@mail.example', lea),
  );
  const mail = await ask();
  const from = 'Lea.Sommer@mail.example';
  await answer(mail.id, { from });
  expect(await caseOf(id)).toMatchObject({ replyUnread: false });
  const toLea = { recipientEmail: lea.email };
  await app.db.write((tx) => tx.update(outbox).set(toLea).where(eq(outbox.id, mail.id)));
  await answer(mail.id, { from });
  expect(await caseOf(id)).toMatchObject({ replyUnread: true });
  // this one answers no question
  await answer(mail.id, { from });
  expect((await events(id)).at(-1)).toMatchObject({ kind: 'answer', new: 'policyholder' });
  const repliesTo = async (email: string) =>
    (await readStored(app.context, email)).applications.map(({ replies }) => replies.length);
  expect(await repliesTo(from)).toEqual([1]);
  expect(await repliesTo(address)).toEqual([0]);
  // also what cannot be read
  const written = answerTo(messageIdOf(mail.id), { from });
  await deliver(written.replace('text/plain; charset=UTF-8', 'application/pkcs7-mime'));
  expect((await events(id)).at(-1)).toMatchObject({ kind: 'encrypted_reply', new: 'policyholder' });
});
