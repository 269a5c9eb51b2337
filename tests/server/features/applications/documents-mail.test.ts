/** The mails with documents, also too large ones, and what proves that they were delivered. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { documentDeliveries } from '#db/schema/mails';
import { documentFileName, documentKinds, documentLabels } from '#domain/document-kinds';
import { placeholders } from '#domain/operator/operator';
import { api, href } from '#domain/urls';
import type { GivenDocuments } from '#server/documents/given';
import { warnAboutLargeDocuments } from '#server/mails/kinds';
import { startApp, type TestApp } from '#tests/support/app';
import { completed, filled } from '#tests/support/applications';
import { givenOf, startAgain } from '#tests/support/documents';
import { johanna, matthias } from '#tests/support/people';
import { type MailServer, openMailServer } from '#tests/support/smtp';
import { mailsOf, proofsOf } from '#tests/support/stored';
import { choose, put } from './offered';

let server: MailServer;
let app: TestApp;
const start = async (given?: GivenDocuments) => {
  app = await startApp({ env: { SMTP_URL: server.url }, given });
};
beforeEach(async () => {
  server = await openMailServer();
  await start();
});

const received = async (count: number) => (await server.received(count)).map(({ email }) => email);
const contentOf = (attachment: { content: unknown } | undefined) =>
  Buffer.from(attachment?.content as ArrayBuffer);

/** An application whose documents wait in the queue. */
async function offered() {
  const visitor = await choose(app);
  await put(app, visitor.id);
  return visitor;
}

describe('the mail', () => {
  test('has the selection, the Erstinformation and all documents, and leaves proofs', async () => {
    const visitor = await offered();
    app.clock.now += 2_000;
    await app.outbox.runOnce();
    const [mail] = await received(1);
    const { intermediaryNumber } = placeholders.company;
    const facts = ['Top-OP-Schutz', '250\u00a0€', '44,58', '21.11.2026', intermediaryNumber, 'Provision'];
    const words = ['Damit haben Sie noch nichts beantragt.', 'Guten Tag Frau Sommer,'];
    for (const part of [mail?.html ?? '', mail?.text ?? ''])
      for (const fact of [...words, ...facts]) expect(part).toContain(fact);
    const current = await app.context.documents.inForce();
    expect(mail?.attachments).toHaveLength(6);
    for (const [index, { entry, file }] of current.entries()) {
      const attachment = mail?.attachments[index];
      const filename = documentFileName(entry.kind);
      expect(attachment).toMatchObject({ filename, mimeType: 'application/pdf', disposition: 'attachment' });
      expect(Buffer.compare(contentOf(attachment), Buffer.from(await file.arrayBuffer()))).toBe(0);
    }
    const [row] = await mailsOf(app, 'documents');
    const delivered = { kind: 'document_delivered', way: 'mail', at: app.clock.now, mailId: row?.id };
    expect(await proofsOf(app)).toMatchObject(
      current.map(({ entry }) => ({
        ...delivered,
        applicationId: visitor.id,
        documentSha256: entry.sha256,
      })),
    );
  });

  test('that is refused leaves no proof', async () => {
    server.refuse(550, 'no such user');
    const visitor = await offered();
    await app.outbox.runOnce();
    expect(await mailsOf(app, 'documents')).toMatchObject([{ status: 'failed' }]);
    expect(await proofsOf(app)).toEqual([]);
    expect((await put(app, visitor.id)).body.delivery).toMatchObject({ sentAt: null });
  });

  test('is about what was chosen when it was queued', async () => {
    const visitor = await offered();
    await visitor.save('tariff-selection', matthias['tariff-selection']);
    await put(app, visitor.id);
    const next = await startAgain(app, givenOf({ avb: 'Stand 2027' }));
    await next.outbox.runOnce();
    const both = await received(2);
    const tariffs = both.map(({ subject }) => subject?.replace('Ihre Unterlagen zum ', ''));
    expect(tariffs.toSorted()).toEqual(['Premium-OP-Schutz', 'Top-OP-Schutz']);
    for (const [index, { text, attachments }] of both.entries()) {
      expect(text).toContain(`Tarif: ${tariffs[index]}`);
      const avb = contentOf(attachments[documentKinds.indexOf('avb')]);
      expect(avb.toString('latin1')).not.toContain('Stand 2027');
    }
  });

  test('does not greet a stranger by the name that was entered later', async () => {
    const visitor = await offered();
    await visitor.save('contact-data', matthias['contact-data']);
    await app.outbox.runOnce();
    const [mail] = await received(1);
    expect(mail?.to?.[0]?.address).toBe('johanna.sommer@mail.example');
    expect(mail?.text).toContain('Guten Tag,');
    expect(mail?.text).not.toContain('Brandt');
  });

  test('is sent once more after a failure, unless the application is completed by then', async () => {
    server.refuse(451, 'later');
    const [visitor, other] = [await offered(), await offered()];
    await app.outbox.runOnce();
    await visitor.fill(johanna);
    await visitor.complete();
    server.accept();
    app.clock.now += 15_000;
    await app.outbox.runOnce();
    const subjects = (await received(3)).map(({ subject }) => subject?.split(' ', 2).join(' '));
    expect(subjects.sort()).toEqual(['Ihr Antrag', 'Ihre Unterlagen', 'Neuer Antrag:']);
    expect(await mailsOf(app, 'documents')).toMatchObject([{ applicationId: other.id }]);
    // which documents they were is still known
    const kept = await app.db.read
      .select({ mailId: documentDeliveries.mailId })
      .from(documentDeliveries)
      .where(eq(documentDeliveries.applicationId, visitor.id));
    expect(kept).toEqual([{ mailId: null }]);
  });
});

describe('the confirmation', () => {
  /** The attachments of the mail to the applicant, by name. */
  async function attachments() {
    const all = await received(server.mails.length);
    const confirmation = all.find(({ subject }) => subject?.startsWith('Ihr Antrag'));
    return new Map((confirmation?.attachments ?? []).map((one) => [one.filename, contentOf(one)]));
  }

  test('has the documents in force if none were sent before, and leaves proofs', async () => {
    const { id } = await completed(app);
    await app.outbox.runOnce();
    const names = [`Antrag-${id.slice(0, 8)}.pdf`, ...documentKinds.map(documentFileName)];
    expect([...(await attachments()).keys()]).toEqual(names);
    const [row] = await mailsOf(app, 'completion');
    const delivered = await proofsOf(app, 'document_delivered');
    expect(delivered.map(({ way, mailId, documentSha256 }) => [way, mailId, documentSha256])).toEqual(
      (await app.context.documents.current()).map(({ sha256 }) => ['mail', row?.id ?? '', sha256]),
    );
  });

  test('has the documents that were sent before, also when others are in force', async () => {
    await start(givenOf({ avb: 'Stand 2026' }));
    const visitor = await filled(app);
    await put(app, visitor.id);
    await app.outbox.runOnce();
    const next = await startAgain(app, givenOf({ avb: 'Stand 2027' }));
    expect((await next.ask('PUT', href(api.complete, visitor), { body: {} })).status).toBe(200);
    await next.outbox.runOnce();
    const file = (await attachments()).get('Allgemeine Versicherungsbedingungen.pdf');
    expect(file?.toString('latin1')).toContain('Stand 2026');
  });
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
