/** Answering a question by the link in its mail, as JSON and by a plain form, and links of ours in what is written. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { caseMessages } from '#db/schema/desk';
import { answerNotices } from '#domain/cases/status-page';
import { api, href } from '#domain/urls';
import { setDesk } from '#tests/server/features/backoffice/cases/desk';
import { expectSecretive } from '#tests/server/features/withdrawals/declaration';
import { messageIdOf, openPost } from '#tests/server/mail-in/post';
import { answerTo } from '#tests/server/mail-in/replies';
import { renderQueuedMail } from '#tests/server/mails/written';
import { testNow } from '#tests/support/app';
import { johanna, sentence } from '#tests/support/people';
import { openQuestion, questionAt, reply } from './question';

const text = 'Ja,\nkerngesund.';
const messagesOf = (id: string) =>
  desk.app.db.read.select().from(caseMessages).where(eq(caseMessages.applicationId, id));

const desk = setDesk();
beforeEach(() => {
  desk.app.clock.now = testNow;
});

describe('an answer', () => {
  test('makes the case due today and unread, and tells staff without its content', async () => {
    const { app, id, send, answer, stored, answers, replies, ...own } = await questionAt(desk);
    const token = await send();
    app.clock.now += 86_400_000 * 3;
    const woken = app.woken.count;
    const given = reply();
    const { status, headers } = await answer(token, given);
    expect(status).toBe(201);
    expectSecretive({ headers });
    const due = { status: 'in_review', followUpOn: '2026-11-23', replyUnread: true };
    expect(await stored()).toMatchObject({ ...due, version: 3 });
    expect(await answers()).toMatchObject([
      { id: given.id, actor: null, text, new: null, way: 'page', attachments: null },
    ]);
    expect(await messagesOf(id)).toMatchObject([
      { answerId: given.id, answer: text, answeredAt: app.clock.now },
    ]);
    expect(app.woken.count).toBe(woken + 1);
    const [mail] = await replies();
    expect(mail).toMatchObject({ applicationId: id, recipientEmail: app.context.operator.mail.internalTo });
    const content = mail && (await renderQueuedMail(app.context, mail));
    expect(content?.subject).toBe(`Antwort auf Rückfrage (${id.slice(0, 8)})`);
    expect(content?.text).toContain(id);
    expect((content?.html ?? '') + content?.text).not.toMatch(/kerngesund|Fjölnir|Johanna|\/status\//);
    // the question keeps its own mail in the history
    const history = await own.history(id);
    expect(history.map(({ kind, message }) => [kind, message?.delivery])).toEqual([
      ['answer', undefined],
      ['status', 'pending'],
    ]);
    const page = await (await own.page(token)).text();
    expect(page).toContain('Ihre Antwort ist bei uns angekommen.');
    expect(page).toContain('<title>Antwort angekommen: Stand Ihres Antrags | Sattelfest</title>');
  });

  test('again answers as before and does nothing', async () => {
    const { id, send, answer, change, replies, answers } = await questionAt(desk);
    const token = await send();
    const given = reply();
    const all = await Promise.all(Array.from({ length: 5 }, () => answer(token, given)));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    await change(id, { status: 'declined', reason: 'Darum' });
    expect((await answer(token, { ...given, id: given.id.toUpperCase() })).status).toBe(201);
    expect([(await replies()).length, (await answers()).length]).toEqual([1, 1]);
  });

  test('with the id of anything else, with another text, or from another applicant is 409', async () => {
    const { open, change, tokenOf, send, answer, answers } = await questionAt(desk);
    const messageId = crypto.randomUUID();
    const token = await send({ message: { id: messageId, subject: 'Frage', body: 'Text' } });
    expect((await answer(token, { ...reply(), id: messageId })).status).toBe(409);
    const given = reply();
    expect((await answer(token, given)).status).toBe(201);
    const other = await open(johanna);
    const message = { id: crypto.randomUUID(), subject: 'Frage', body: 'Text' };
    await change(other, { status: 'inquiry', message });
    for (const [at, sent] of [
      [token, { ...given, text: 'Nein' }],
      [await tokenOf(message.id), given],
    ] as const) {
      const { status, body } = await answer(at, sent);
      expect([status, body.message]).toEqual([409, answerNotices.different]);
    }
    expect(await answers()).toHaveLength(1);
  });

  test('is 409 when nothing was asked, or not any more', async () => {
    const { id, send, answer, change } = await questionAt(desk);
    const token = await send({ status: 'declined', reason: 'Darum' });
    const refused = async () => {
      const { status, body } = await answer(token, reply());
      expect([status, body.message]).toEqual([409, answerNotices.nothingAsked]);
    };
    await refused();
    await change(id, { status: 'in_review', reason: 'Doch' });
    await refused();
    await send();
    expect((await answer(token, reply())).status).toBe(201);
    await refused();
  });

  test('belongs to the latest question, by any link of the case', async () => {
    const { id, app, send, answer, change, read } = await questionAt(desk);
    const first = await send();
    app.clock.now += 1000;
    await change(id, { status: 'in_review' });
    const message = { id: crypto.randomUUID(), subject: 'Noch eine Frage', body: 'Wie alt?' };
    await send({ message });
    expect((await read(first)).body.question).toMatchObject({ id: message.id, subject: 'Noch eine Frage' });
    expect((await answer(first, reply())).status).toBe(201);
    const rows = await messagesOf(id);
    expect(rows.map(({ subject, answer: given }) => [subject, given])).toEqual([
      ['Eine Frage', null],
      ['Noch eine Frage', text],
    ]);
  });

  test('is refused if it is empty, too long or unreadable, or has no id', async () => {
    const { send, answer, answers } = await questionAt(desk);
    const token = await send();
    const texts = ['', ' \n ', 'x'.repeat(2_001), 'a\u0000b'].map((one) => ({ text: one }));
    for (const change of [...texts, { id: 'x' }]) {
      const { status, body } = await answer(token, { ...reply(), ...change });
      const [path] = Object.keys(change);
      expect([status, body.errors]).toEqual([422, [{ path, message: sentence }]]);
    }
    expect(await answers()).toEqual([]);
  });
});

describe('the form', () => {
  const main = async (response: Response) => (await response.text()).split('<main')[1] ?? '';
  const idIn = (html: string) => html.match(/name="id" value="([0-9a-f-]{36})"/)?.[1] ?? '';

  test('needs no script, and leads back to the page', async () => {
    const { send, page, post, answers } = await questionAt(desk);
    const token = await send();
    const html = await main(await page(token));
    expect(html).toMatch(new RegExp(`<form [^>]*action="/api/status/${token}/answer" method="post"`));
    expect(html).toMatch(/<label for="feld-text"[^>]*>Ihre Antwort</);
    const id = idIn(html);
    const [first, second] = await Promise.all([post(token, { id, text }), post(token, { id, text })]);
    for (const response of [first, second]) {
      expect([response.status, response.headers.get('location')]).toEqual([303, `/status/${token}`]);
      expectSecretive(response);
    }
    expect(await answers()).toMatchObject([{ id, text }]);
    const shown = await main(await page(token));
    expect(shown).not.toContain('Antwort senden');
  });

  test('that is refused keeps entry and id, and says why at the field', async () => {
    const { send, post, answers } = await questionAt(desk);
    const token = await send();
    const id = crypto.randomUUID();
    const long = `"</textarea><script>${'x'.repeat(2_000)}`;
    const response = await post(token, { id, text: long });
    expect(response.status).toBe(422);
    expectSecretive(response);
    const html = await main(response);
    expect(html).toContain('Bitte geben Sie höchstens 2.000 Zeichen ein');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('aria-required="true"');
    expect(html).toContain('href="#feld-text"');
    expect(html).toContain('&lt;/textarea&gt;&lt;script&gt;xxx');
    expect(idIn(html)).toBe(id);
    expect((await post(token, { id: 'keine', text: '' })).status).toBe(422);
    expect(await answers()).toEqual([]);
  });

  test('for a question that was answered elsewhere loses no text', async () => {
    const { send, answer, post } = await questionAt(desk);
    const token = await send();
    await answer(token, reply());
    const response = await post(token, { id: crypto.randomUUID(), text: 'Eine zweite Antwort' });
    expect(response.status).toBe(409);
    const html = await main(response);
    for (const words of [answerNotices.nothingAsked, 'Eine zweite Antwort']) expect(html).toContain(words);
    expect(html).not.toContain('Ihre Antwort ist bei uns angekommen.');
  });
});

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
