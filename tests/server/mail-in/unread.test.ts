/** Answers of which nothing is stored: what the history says, and what staff hear of it. */
import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { caseMessages } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { caseEventLabels } from '#domain/cases/statuses';
import { createMessageReader } from '#server/mail-in/read';
import { receiveMail } from '#server/mail-in/receive';
import { messageIdOf, openPost } from './post';
import { answerTo } from './replies';

const hourMs = 3_600_000;
const typed = (raw: string, type: string) => raw.replace('text/plain; charset=UTF-8', type);

/** An open question, and how many mails to staff about answers. */
async function asked() {
  const post = await openPost();
  const mail = await post.ask();
  const told = async () =>
    await post.app.db.read.select().from(outbox).where(eq(outbox.emailType, 'case_reply'));
  return { ...post, told, messageId: messageIdOf(mail.id) };
}

test.each([
  ['encrypted_reply', 'Verschlüsselte Antwort, bitte im Postfach lesen', 'application/pkcs7-mime'],
  ['unreadable_reply', 'Antwort nicht lesbar, bitte im Postfach lesen', 'text/calendar'],
] as const)('%s is one line, is unread and due, and closes no question', async (kind, label, type) => {
  const { app, deliver, id, caseOf, events, told, messageId } = await asked();
  const raw = typed(answerTo(messageId), type);
  app.clock.now += 24 * hourMs;
  for (let times = 0; times < 2; times += 1) expect(await deliver(raw)).toBe(204);
  expect(await caseOf(id)).toMatchObject({ status: 'inquiry', replyUnread: true, followUpOn: '2026-11-21' });
  expect(await app.db.read.select().from(caseMessages)).toMatchObject([{ answer: null, answeredAt: null }]);
  const [, line, ...more] = await events(id);
  expect(line).toMatchObject({ kind, text: null, actor: null });
  expect(more).toEqual([]);
  expect(caseEventLabels[kind]).toBe(label);
  expect(await told()).toMatchObject([{ applicationId: id, caseMessageId: null }]);
  // by somebody else
  await deliver(typed(answerTo(messageId, { from: 'fremd@post.example' }), type));
  expect((await events(id)).at(-1)).toMatchObject({ kind: 'foreign_reply' });
});

test('a message that no worker reads in time is one line in log and history, and nobody waits for it', async () => {
  const { app, id, caseOf, events, told, messageId } = await asked();
  const file = new URL('support/endless-worker.ts', import.meta.url);
  const read = createMessageReader(file, { limitMs: 20, idleMs: 0 });
  const lines: unknown[] = [];
  app.context.log = (level, event) => void (event === 'request' || lines.push([level, event]));
  const raw = Buffer.from(answerTo(messageId));
  for (let times = 0; times < 2; times += 1) expect(await receiveMail(app.context, raw, read)).toBe(true);
  expect(lines).toEqual(Array(2).fill(['warn', 'message_too_costly']));
  expect(await caseOf(id)).toMatchObject({ status: 'inquiry', replyUnread: true });
  expect((await events(id)).slice(1)).toMatchObject([{ kind: 'unreadable_reply', text: null }]);
  expect(await told()).toHaveLength(1);
  // that of a stranger, which is read if it may be a report
  for (const head of ['', 'Return-Path: <>\n']) {
    const foreign = Buffer.from(answerTo('<x@anderswo.example>', { head }));
    expect(await receiveMail(app.context, foreign, read)).toBe(true);
  }
  expect(lines).toHaveLength(3);
  expect(await events(id)).toHaveLength(2);
});

test('staff are told of the answers to a case once an hour, and of the 21st text of a day nothing is kept', async () => {
  const { app, deliver, id, events, told, messageId } = await asked();
  const types = ['application/pkcs7-mime', 'text/calendar'];
  for (const type of types) await deliver(typed(answerTo(messageId), type));
  for (let count = 3; count <= 19; count += 1)
    await deliver(answerTo(messageId, { text: `Nummer ${count}` }));
  expect(await told()).toHaveLength(1);
  app.clock.now += hourMs - 1;
  await deliver(answerTo(messageId, { text: 'Nummer 20' }));
  expect(await told()).toHaveLength(1);
  app.clock.now += 1;
  const [first] = [answerTo(messageId, { text: 'Nummer 21' })];
  for (const raw of [first, answerTo(messageId), first]) await deliver(raw);
  expect(await told()).toHaveLength(2);
  const lines = (await events(id)).slice(1);
  expect(lines.map(({ text }) => text)).toEqual([
    ...types.map(() => null),
    ...Array.from({ length: 18 }, (_, index) => `Nummer ${index + 3}`),
    null,
  ]);
  expect(lines.at(-1)).toMatchObject({ kind: 'more_replies' });
  expect(caseEventLabels.more_replies).toBe('Weitere Antworten im Postfach');
  // the next day
  app.clock.now += 24 * hourMs;
  await deliver(answerTo(messageId, { text: 'Nummer 22' }));
  expect((await events(id)).at(-1)).toMatchObject({ kind: 'answer', text: 'Nummer 22' });
});
