/** The mails with documents, and what proves that they were delivered. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { documentDeliveries } from '#db/schema/mails';
import { documentFileName, documentKinds } from '#domain/document-kinds';
import { placeholders } from '#domain/operator/operator';
import { api, href } from '#domain/urls';
import type { GivenDocuments } from '#server/documents/given';
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
