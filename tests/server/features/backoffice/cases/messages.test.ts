/** Messages to the applicant together with a step of the case. Repeated ones: `repeats.test.ts`. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { caseMessages, linkTokens } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { caseStatuses, messageStatuses } from '#domain/cases/statuses';
import { caseMails } from '#domain/mails/kinds';
import { dayMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { renderQueuedMail } from '#tests/server/mails/written';
import { completed, filled } from '#tests/support/applications';
import { johanna, matthias, sentence } from '#tests/support/people';
import { openMailServer } from '#tests/support/smtp';
import { rowsOf } from '#tests/support/stored';
import { openOffice } from '../staff';
import { openDesk, setDesk } from './desk';

const desk = setDesk();
const path = (id: string) => href(api.case, { id });
const written = (more = {}) => ({
  id: crypto.randomUUID(),
  subject: 'Eine Frage zu {pferd}',
  body: '{anrede},\r\n\r\nist {pferd} gesund?\nEs geht um den {tarif} ab {beginn}.',
  ...more,
});
const mailsOf = async (id: string) =>
  (await rowsOf(desk.app, outbox)).filter((mail) => mail.applicationId === id && mail.caseMessageId !== null);
const messagesOf = async (id: string) =>
  (await rowsOf(desk.app, caseMessages)).filter(({ applicationId }) => applicationId === id);
const linksOf = async (id: string) =>
  (await rowsOf(desk.app, linkTokens)).filter(({ applicationId }) => applicationId === id);

describe('a message', () => {
  test.each(messageStatuses)('comes with the step to %s as one mail, event and row', async (status) => {
    const id = await desk.open(johanna, status === 'issued' ? 'transmitted' : 'in_review');
    const woken = desk.app.woken.count;
    const message = written();
    const { status: code, body } = await desk.change(id, { status, reason: 'Darum', message });
    expect([code, body.status, body.version]).toEqual([200, status, 2]);
    const filled = {
      subject: 'Eine Frage zu Fjölnir vom Lindenhof',
      body: 'Guten Tag Frau Sommer,\n\nist Fjölnir vom Lindenhof gesund?\nEs geht um den Top-OP-Schutz ab 21.11.2026.',
    };
    const row = { id: message.id, status, ...filled, username: 'lukas.weber', answer: null };
    expect(await messagesOf(id)).toMatchObject([row]);
    expect(await desk.events(id)).toMatchObject([{ id: message.id, kind: 'status', new: status }]);
    const mails = await mailsOf(id);
    expect(await Promise.all(mails.map(desk.app.context.subjectOf))).toEqual([filled.subject]);
    const to = { recipientEmail: johanna['contact-data'].email, caseMessageId: message.id };
    expect(mails).toMatchObject([{ ...to, emailType: caseMails[status], status: 'pending' }]);
    expect(desk.app.woken.count).toBe(woken + 1);
    expect((await desk.history(id))[0]?.message).toEqual({ ...filled, delivery: 'pending' });
  });

  test.each([
    ['transmitted', 'in_review'],
    ['declined', 'in_review'],
    ['issued', 'transmitted'],
  ] as const)('may be left out with the step to %s', async (status, from) => {
    const id = await desk.open(johanna, from);
    expect((await desk.change(id, { status, reason: 'Darum' })).status).toBe(200);
    expect([await mailsOf(id), (await desk.history(id))[0]?.message]).toEqual([[], null]);
  });

  test('of the longest texts is taken', async () => {
    const message = written({ subject: 'ä'.repeat(150), body: 'ä'.repeat(5_000) });
    expect((await desk.change(await desk.open(), { status: 'inquiry', message })).status).toBe(200);
  });

  test('is neither asked for nor sent when the step is refused', async () => {
    const id = await desk.open(johanna, 'withdrawn');
    for (const message of [undefined, written()])
      expect((await desk.change(id, { status: 'inquiry', message })).status).toBe(409);
    const stale = { version: 7, status: 'inquiry', message: written() };
    const refused = { status: 409, body: { current: { status: 'new' } } };
    expect(await desk.lukas.ask('PATCH', path(await desk.open()), stale)).toMatchObject(refused);
    expect([await messagesOf(id), await mailsOf(id)]).toEqual([[], []]);
  });

  test('that is sent again after later changes does nothing, and not with another step or the id of a note', async () => {
    const [id, message] = [await desk.open(), written()];
    const change = { version: 1, status: 'inquiry', message };
    await desk.lukas.ask('PATCH', path(id), change);
    await desk.change(id, { status: 'in_review' });
    const now = { status: 200, body: { status: 'in_review', version: 3 } };
    expect(await desk.lukas.ask('PATCH', path(id), change)).toMatchObject(now);
    expect([(await mailsOf(id)).length, (await desk.events(id)).length]).toEqual([1, 2]);
    const note = written();
    await desk.note(id, { id: note.id });
    for (const step of [
      { status: 'transmitted', message },
      { status: 'inquiry', message: note },
    ])
      expect(await desk.change(id, step)).toMatchObject({ status: 409, body: { message: sentence } });
    expect(await messagesOf(id)).toHaveLength(1);
  });
});

describe('a preview', () => {
  const preview = (id: string, body: object, by = desk.lukas) =>
    by.ask('POST', href(api.casePreview, { id }), body);

  test('is the mail that is sent, except for the token in its link', async () => {
    const server = await openMailServer();
    const { app, lukas } = await openOffice({ env: { SMTP_URL: server.url } });
    const { id } = await completed(app, matthias);
    await app.outbox.runOnce();
    const before = server.mails.length;
    const message = written({ body: '{anrede},\n\n<b>fett</b> & "so"\n\nzwei\nZeilen' });
    const { id: _, ...text } = message;
    const shown = (await preview(id, { status: 'inquiry', ...text }, lukas)).body;
    expect((await lukas.ask('PATCH', path(id), { version: 1, status: 'inquiry', message })).status).toBe(200);
    await app.outbox.runOnce();
    const mail = server.mails[before]?.email;
    const [, token = ''] = mail?.html?.match(/\/status\/([\w-]{43})"/) ?? [];
    const masked = (part: unknown) => String(part).replaceAll(token, 'vorschau').trimEnd();
    for (const part of ['subject', 'html', 'text'] as const)
      expect(masked(mail?.[part])).toBe(masked(shown[part]));
    expect(mail?.text).toContain('Guten Tag Herr Brandt-Özdemir,');
    // the link of the mail works, that of the preview does not
    expect((await app.ask('GET', href(api.status, { token }))).status).toBe(200);
    expect((await app.ask('GET', '/api/status/vorschau')).status).toBe(404);
  });

  test('stores nothing', async () => {
    const id = await desk.open();
    expect((await preview(id, { status: 'issued', subject: 'Betreff', body: 'Text' })).status).toBe(200);
    for (const of of [messagesOf, mailsOf, desk.events, linksOf]) expect(await of(id)).toEqual([]);
  });

  test('and templates exist for completed applications only', async () => {
    const { id } = await filled(desk.app);
    expect((await preview(id, { status: 'issued', subject: 'a', body: 'b' })).status).toBe(404);
    expect((await desk.lukas.ask('GET', href(api.caseTemplates, { id }))).status).toBe(404);
  });
});

test('the templates are the built-in ones and those of the operator', async () => {
  const own = { name: 'Lebensnummer', status: 'inquiry', subject: 'Eine Frage', body: '{anrede}' } as const;
  const { app, lukas } = await openDesk();
  app.context.operator = { ...app.context.operator, templates: [own] };
  const templates = await lukas.list(href(api.caseTemplates, await completed(app)));
  const names = templates.map(({ name }) => name);
  expect(names).toEqual(['Rückfrage', 'Weiterleitung', 'Policierung', 'Ablehnung', 'Lebensnummer']);
  expect(templates.at(-1)).toEqual(own);
  for (const { status } of templates) expect(Object.keys(caseStatuses)).toContain(status as string);
});

describe('the mail of a message', () => {
  test('shows the result of its delivery in the history', async () => {
    const { app, lukas, ...own } = await openDesk();
    const id = await own.open();
    const shown = async () => (await own.history(id))[0]?.message;
    await own.change(id, { status: 'inquiry', message: written() });
    await app.outbox.runOnce();
    expect((await shown())?.delivery).toBe('sent');
    const message = written();
    await own.change(id, { status: 'declined', reason: 'Darum', message });
    const where = eq(outbox.caseMessageId, message.id);
    await app.db.write((tx) => tx.update(outbox).set({ status: 'failed' }).where(where));
    expect((await shown())?.delivery).toBe('failed');
    await app.db.write((tx) => tx.delete(outbox).where(where));
    expect(await shown()).toMatchObject({ subject: sentence, delivery: null });
  });

  test('waits when the key of its link does not open, and is written from what was stored', async () => {
    const id = await desk.open();
    await desk.change(id, { status: 'inquiry', message: written() });
    const [mail] = await mailsOf(id);
    if (!mail) throw new Error('There is no mail.');
    const { context } = desk.app;
    const links = { ...context.links, linkFor: () => Promise.reject(new Error('closed')) };
    await expect(renderQueuedMail({ ...context, links }, mail)).rejects.toThrow('closed');
    const [first, second] = [await renderQueuedMail(context, mail), await renderQueuedMail(context, mail)];
    // every attempt has the same link, and the database has only its hash
    expect(first?.html).toBe(second?.html ?? '');
    const stored = await linksOf(id);
    expect(stored).toMatchObject([{ kind: 'status', expiresAt: mail.createdAt + 180 * dayMs }]);
    expect(first?.html).not.toContain(stored[0]?.hash ?? '');
  });
});
