/** The PDF of the application: attached to the confirmation, and as a download for staff. */
// ASVS 3.2.1, 5.4.1, 5.4.2
import { beforeEach, describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { documentFileName, documentKinds } from '#domain/document-kinds';
import { api, documentName, href } from '#domain/urls';
import { applicationPdf, type Draw } from '#server/documents/drawer';
import { openOffice, setOffice } from '#tests/server/features/backoffice/staff';
import { startApp, type TestApp } from '#tests/support/app';
import { begun, completed, filled } from '#tests/support/applications';
import { draw } from '#tests/support/drawing';
import { readPdf } from '#tests/support/pdf';
import { answerOf, johanna, sentence } from '#tests/support/people';
import { type MailServer, openMailServer } from '#tests/support/smtp';
import { mailsOf } from '#tests/support/stored';

/** Completes an application and delivers its mails; returns its id. */
async function apply(app: TestApp, person = johanna): Promise<string> {
  const visitor = await completed(app, person);
  await app.outbox.runOnce();
  return visitor.id;
}

const bytesOf = ({ content }: Attachment) =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);

async function expectDocument(mails: Email[], id: string) {
  const confirmation = mails.find(({ to }) => to?.[0]?.address === johanna['contact-data'].email);
  const [attachment, ...others] = confirmation?.attachments ?? [];
  if (!attachment) throw new Error('The confirmation has no attachment.');
  expect(others.map(({ filename }) => filename)).toEqual(documentKinds.map(documentFileName));
  const file = {
    filename: documentName(id),
    mimeType: 'application/pdf',
    disposition: 'attachment',
  } as const;
  expect(attachment).toMatchObject(file);
  const { letters } = await readPdf(bytesOf(attachment));
  expect(letters).toContain(id);
  expect(letters).toContain('DE89…3000');
  // the mail to staff has no attachment: staff sign in to download it
  const rest = mails.filter((mail) => mail !== confirmation);
  expect(rest.map(({ attachments }) => attachments.length)).toEqual([0]);
  return bytesOf(attachment);
}

describe('the confirmation', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await openMailServer();
  });

  test('has the PDF attached, over SMTP', async () => {
    const app = await startApp({ env: { SMTP_URL: server.url }, draw });
    const id = await apply(app);
    const mails = await server.received(2);
    await expectDocument(
      mails.map(({ email }) => email),
      id,
    );
    for (const { raw } of mails) expect(raw).not.toContain(johanna['sepa-mandate'].iban);
  });

  test('has the PDF attached, as a file', async () => {
    const app = await startApp({ draw });
    const id = await apply(app);
    const folder = join(app.folder, 'mail');
    const files = await readdir(folder);
    expect(files).toHaveLength(2);
    const mails = files.map(async (file) =>
      PostalMime.parse(await Bun.file(join(folder, file)).arrayBuffer()),
    );
    await expectDocument(await Promise.all(mails), id);
  });

  test('waits until the PDF can be made, and is sent once', async () => {
    let broken = true;
    const draw: Draw = (drawing) =>
      broken ? Promise.reject(new Error('No font.')) : applicationPdf(drawing);
    const app = await startApp({ env: { SMTP_URL: server.url }, draw });
    const id = await apply(app);
    broken = false;
    await server.received(1);
    const waiting = (await mailsOf(app)).filter(({ status }) => status === 'pending');
    expect(waiting.map(({ emailType, attempts }) => [emailType, attempts])).toEqual([['completion', 1]]);
    app.clock.now += 15_000;
    await app.outbox.runOnce();
    const mails = (await server.received(2)).map(({ email }) => email);
    await expectDocument(mails, id);
    app.clock.now += 3_600_000;
    await app.outbox.runOnce();
    expect(server.mails).toHaveLength(2);
  });

  test('does not delay the completion: only the worker makes the PDF', async () => {
    let drawn = 0;
    const draw: Draw = (drawing) => {
      drawn += 1;
      return applicationPdf(drawing);
    };
    const app = await startApp({ env: { SMTP_URL: server.url }, draw });
    await completed(app);
    expect(drawn).toBe(0);
  });
});

describe('the download', () => {
  const office = setOffice({ draw });
  const ask = (id: string, search = '', { app, lukas }: Pick<typeof office, 'app' | 'lukas'> = office) =>
    app.ask('GET', href(api.document, { id }) + search, {
      headers: { authorization: `Bearer ${lukas.token}` },
    });

  test('is the file that the applicant got', async () => {
    const server = await openMailServer();
    const own = await openOffice({ env: { SMTP_URL: server.url }, draw });
    const id = await apply(own.app);
    const mails = (await server.received(2)).map(({ email }) => email);
    const sent = await expectDocument(mails, id);
    own.app.clock.now += 3_600_000;
    const response = await ask(id.toUpperCase(), '', own);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${documentName(id)}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.compare(await response.bytes(), sent)).toBe(0);
  });

  test('is refused while the application is open, and for an unknown kind of copy', async () => {
    const { id } = await filled(office.app);
    const answer = await answerOf(await ask(id));
    expect([answer.status, answer.body]).toEqual([409, { message: sentence }]);
    for (const copy of ['', 'applicant', 'insurer']) {
      const { status, body } = await answerOf(await ask(id, `?copy=${copy}`));
      expect([status, body.errors]).toEqual([422, [{ path: 'copy', message: sentence }]]);
    }
  });

  test('of the copy for staff is possible from the first step on, with the whole IBAN', async () => {
    const visitor = await begun(office.app, ['sepa-mandate']);
    const { id } = visitor;
    const response = await ask(id, '?copy=staff');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const { letters } = await readPdf(await response.bytes());
    for (const part of [id, 'DE893704 0044 0532 0130 00', 'Stand vom 20.11.2026, 10:00'])
      expect(letters).toContain(part.replace(/\s/g, ''));
    await visitor.fill(johanna);
    await visitor.complete();
    const { sepaMandate } = (await office.lukas.ask('GET', href(api.details, { id }))).body;
    const closed = await readPdf(await (await ask(id, '?copy=staff')).bytes());
    expect(closed.letters).toContain((sepaMandate as { mandateReference: string }).mandateReference);
  });

  test('is refused to the applicant with the cookie of the author', async () => {
    const visitor = await completed(office.app);
    const headers = { cookie: visitor.cookie() };
    const response = await office.app.ask('GET', href(api.document, visitor), { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toContain('application/json');
  });
});
