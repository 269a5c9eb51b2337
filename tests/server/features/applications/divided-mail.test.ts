/** Documents that are too large for one mail: what the applicant gets, what is proven, and what the wizard shows. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { documentLabels } from '#domain/document-kinds';
import { warnAboutLargeDocuments } from '#server/mails/kinds';
import { startApp } from '#tests/support/app';
import { givenOf } from '#tests/support/documents';
import { type MailServer, openMailServer } from '#tests/support/smtp';
import { mailsOf, proofsOf } from '#tests/support/stored';
import { choose, put } from './offered';

let server: MailServer;
beforeEach(async () => {
  server = await openMailServer();
});

const large = (mark: string, bytes: number) => mark.repeat(Math.ceil(bytes / mark.length));
const documents = (mark: string, bytes = 500_000) =>
  givenOf({ avb: large(mark, bytes), produktinformationsblatt: large(`${mark}-ipid`, 500_000) });

async function divided() {
  const env = { SMTP_URL: server.url, MAIL_MAX_MB: '1' };
  const app = await startApp({ env, given: documents('AVB 2026') });
  return { app, visitor: await choose(app) };
}

const textOf = (one: { email: { text?: string } } | undefined) => one?.email.text ?? '';

describe('documents in two mails', () => {
  test('say so, each with what it has, and each document is proven once', async () => {
    const { app, visitor } = await divided();
    await put(app, visitor.id);
    await app.outbox.runOnce();
    const both = (await server.received(2)).toSorted((one, other) =>
      (one.email.subject ?? '').localeCompare(other.email.subject ?? ''),
    );
    expect(both.map(({ email }) => email.subject)).toEqual([
      'Ihre Unterlagen zum Top-OP-Schutz (1 von 2)',
      'Ihre Unterlagen zum Top-OP-Schutz (2 von 2)',
    ]);
    for (const [index, mail] of both.entries()) {
      const text = textOf(mail);
      expect(text).toContain(
        `Die Unterlagen kommen in 2 E-Mails, weil sie für eine zu groß sind. Dies ist Nummer ${index + 1}.`,
      );
      const named = mail.email.attachments.map(({ filename }) => (filename ?? '').replace('.pdf', ''));
      const [, list = ''] = text.split('An dieser E-Mail hängen:');
      const [points = ''] = list.split('Ihre Unterlagen zum Lesen');
      expect(points.match(/(?<=\* ).+/g)?.map(String)).toEqual(named);
      expect(text).not.toContain('Im Anhang');
      expect(mail.raw.length).toBeLessThanOrEqual(1_000_000);
    }
    const attached = both.flatMap(({ email }) => email.attachments.map(({ filename }) => filename));
    expect(attached.toSorted()).toEqual(
      Object.values(documentLabels)
        .map((label) => `${label}.pdf`)
        .toSorted(),
    );
    const current = await app.context.documents.current();
    const proven = (await proofsOf(app)).map(({ documentSha256 }) => documentSha256);
    expect(proven.toSorted()).toEqual(current.map(({ sha256 }) => sha256).toSorted());
  });

  test('are sent for the wizard once both are', async () => {
    const { app, visitor } = await divided();
    await put(app, visitor.id);
    const first = server.hold();
    const running = app.outbox.runOnce();
    await first.reached;
    const second = server.hold();
    first.release();
    await second.reached;
    server.refuse(451, '4.3.0 later', 'data');
    second.release();
    await running;
    server.accept();
    const delivery = async () => (await put(app, visitor.id)).body.delivery as { sentAt: string | null };
    expect(await delivery()).toMatchObject({ sentAt: null });
    const parts = await mailsOf(app, 'documents');
    expect(parts.map(({ status, part }) => [status, part?.number, part?.of])).toEqual([
      ['sent', 1, parts[0]?.id],
      ['pending', 2, parts[0]?.id],
    ]);
    app.clock.now += 20_000;
    await app.outbox.runOnce();
    expect((await mailsOf(app, 'documents')).map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect((await delivery()).sentAt).toBe(new Date(app.clock.now).toISOString());
  });
});

test.each([
  [700_000, 0],
  [800_000, 1],
])('a start names a document of %d bytes, with the limit, in %d lines', async (bytes, lines) => {
  const env = { MAIL_MAX_MB: '1', LOG_LEVEL: 'warn' };
  const app = await startApp({ env, given: documents('AVB', bytes) });
  await warnAboutLargeDocuments(app.context);
  const logged = app.logged.map((line) => JSON.parse(line)).filter(({ event }) => /^documents_/.test(event));
  expect(logged).toHaveLength(lines);
  for (const line of logged) {
    expect(line).toMatchObject({ level: 'warn', event: 'documents_too_large', limit: 1_000_000 });
    expect(line.documents).toMatch(/^avb \(1\d{6}\)$/);
  }
});
