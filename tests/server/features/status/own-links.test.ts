/** Links of ours in what applicants and staff write: who reads the history must not become the applicant. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { api, href } from '#domain/urls';
import { messageIdOf, openPost } from '#tests/server/mail-in/post';
import { answerTo } from '#tests/server/mail-in/replies';
import { openQuestion, reply } from './question';

test('an answer on the page is stored without them, once, and the link goes on working', async () => {
  const { app, id, send, read, answer, history } = await openQuestion();
  const token = await send();
  const given = reply(`Ja, siehe https://antrag.example/status/${token}. Danke`);
  const first = await answer(token, given);
  const again = await answer(token, given);
  expect([first.status, again.status]).toEqual([201, 201]);
  const [stored] = await history(id);
  expect(stored?.text).toBe('Ja, siehe [Link entfernt]. Danke');
  const kept = await app.db.read.values(
    sql`select text from case_events union all select answer from case_messages`,
  );
  expect(JSON.stringify(kept.map((row) => Array.from(row as ArrayLike<unknown>)))).not.toContain(token);
  expect((await read(token)).status).toBe(200);
});

test('an answer by mail loses them in the original below it, and so does a note, which is written once', async () => {
  const { ask, deliver, id, events, lukas } = await openPost();
  const { id: mailId } = await ask();
  const token = 'Zk3_vQ8xLr-1TnB5yWc0HdMj7PgEaS2uXo9FiKtR4Ye';
  const original = `Od: Sattelfest\nWysłano: 25.11.2026\nDo: Johanna\nTemat: Eine Frage\n\nLesen Sie https://antrag.example/status/${token}`;
  await deliver(answerTo(messageIdOf(mailId), { text: `Tak.\n\n${original}` }));
  const note = { id: crypto.randomUUID(), text: `Sie schrieb: /status/${token}` };
  for (const _ of [1, 2]) {
    const { status } = await lukas.ask('POST', href(api.caseNotes, { id }), note);
    expect(status).toBe(201);
  }
  const texts = (await events(id)).map(({ text }) => text ?? '');
  expect(texts.filter((text) => text.startsWith('Sie schrieb'))).toEqual(['Sie schrieb: [Link entfernt]']);
  expect(texts.filter((text) => text.includes('Tak.'))).toHaveLength(1);
  expect(texts.join()).not.toContain(token);
});
