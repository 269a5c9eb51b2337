/** Answers of which nothing is stored: what the history says, and what staff hear of it. */
import { expect, test } from 'bun:test';
import { caseEventLabels } from '#domain/cases/statuses';
import { createMessageReader, receiveMail } from '#server/mail-in/receive';
import { messageIdOf, setPost } from './post';
import { answerTo } from './replies';

const hourMs = 3_600_000;
const typed = (raw: string, type: string) => raw.replace('text/plain; charset=UTF-8', type);

const { app, open } = setPost();

/** An open question, and the mails to staff about answers. */
async function asked() {
  const post = await open();
  const { id } = await post.ask();
  const written = (more: object = {}) => answerTo(messageIdOf(id), { from: post.address, ...more });
  return { ...post, told: () => post.mails('case_reply'), written };
}

test.each([
  ['encrypted_reply', 'Verschlüsselte Antwort, bitte im Postfach lesen', 'application/pkcs7-mime'],
  ['unreadable_reply', 'Antwort nicht lesbar, bitte im Postfach lesen', 'text/calendar'],
] as const)('%s is one line, is unread and due, and closes no question', async (kind, label, type) => {
  const { deliver, id, caseOf, events, told, messages, written } = await asked();
  const raw = typed(written(), type);
  app.clock.now += 24 * hourMs;
  for (let times = 0; times < 2; times += 1) expect(await deliver(raw)).toBe(204);
  expect(await caseOf(id)).toMatchObject({ status: 'inquiry', replyUnread: true, followUpOn: '2026-11-21' });
  expect(await messages()).toMatchObject([{ answer: null, answeredAt: null }]);
  const [, line, ...more] = await events(id);
  expect(line).toMatchObject({ kind, text: null, actor: null });
  expect(more).toEqual([]);
  expect(caseEventLabels[kind]).toBe(label);
  expect(await told()).toMatchObject([{ applicationId: id, caseMessageId: null }]);
  // by somebody else
  await deliver(typed(written({ from: 'fremd@post.example' }), type));
  expect((await events(id)).at(-1)).toMatchObject({ kind: 'foreign_reply' });
});

test('a message that no worker reads in time is one line in log and history, and nobody waits for it', async () => {
  const { id, caseOf, events, told, written } = await asked();
  const file = new URL('support/endless-worker.ts', import.meta.url);
  const read = createMessageReader(file, { limitMs: 20, idleMs: 0 });
  const lines: unknown[] = [];
  const context = {
    ...app.context,
    log: (level: string, event: string) => void (event === 'request' || lines.push([level, event])),
  };
  const raw = Buffer.from(written());
  for (let times = 0; times < 2; times += 1) expect(await receiveMail(context, raw, read)).toBe(true);
  expect(lines).toEqual(Array(2).fill(['warn', 'message_too_costly']));
  expect(await caseOf(id)).toMatchObject({ status: 'inquiry', replyUnread: true });
  expect((await events(id)).slice(1)).toMatchObject([{ kind: 'unreadable_reply', text: null }]);
  expect(await told()).toHaveLength(1);
  // that of a stranger, which is read if it may be a report
  for (const head of ['', 'Return-Path: <>\n']) {
    const foreign = Buffer.from(answerTo('<x@anderswo.example>', { head }));
    expect(await receiveMail(context, foreign, read)).toBe(true);
  }
  expect(lines).toHaveLength(3);
  expect(await events(id)).toHaveLength(2);
});

test('staff are told of the answers to a case once an hour, and of the 21st text of a day nothing is kept', async () => {
  const { deliver, id, events, told, written } = await asked();
  const types = ['application/pkcs7-mime', 'text/calendar'];
  for (const type of types) await deliver(typed(written(), type));
  for (let count = 3; count <= 19; count += 1) await deliver(written({ text: `Nummer ${count}` }));
  expect(await told()).toHaveLength(1);
  app.clock.now += hourMs - 1;
  await deliver(written({ text: 'Nummer 20' }));
  expect(await told()).toHaveLength(1);
  app.clock.now += 1;
  const [first] = [written({ text: 'Nummer 21' })];
  for (const raw of [first, written(), first]) await deliver(raw);
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
  await deliver(written({ text: 'Nummer 22' }));
  expect((await events(id)).at(-1)).toMatchObject({ kind: 'answer', text: 'Nummer 22' });
});
