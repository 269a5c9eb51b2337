/** The mails with documents, and what proves that they were delivered. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { documentDeliveries } from '#db/schema/mails';
import { documentFileName, documentKinds } from '#domain/document-kinds';
import { placeholders } from '#domain/operator/operator';
import { api, href } from '#domain/urls';
import { startApp } from '#tests/support/app';
import { completed, filled } from '#tests/support/applications';
import { givenOf, startAgain } from '#tests/support/documents';
import { createVisitor, johanna, matthias } from '#tests/support/people';
import { type MailServer, openMailServer } from '#tests/support/smtp';
import { choose, chosen, mails, proofs, put } from './offered';

describe('the mail', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await openMailServer();
  });

  const received = async (count: number) => (await server.received(count)).map(({ email }) => email);

  test('has the selection, the Erstinformation and all documents, and leaves proofs', async () => {
    const { app, visitor } = await chosen({ SMTP_URL: server.url });
    await put(app, visitor.id);
    app.clock.now += 2_000;
    await app.outbox.runOnce();
    const [mail] = await received(1);
    for (const part of [mail?.html ?? '', mail?.text ?? '']) {
      for (const fact of [
        'Damit haben Sie noch nichts beantragt.',
        'Guten Tag Frau Sommer,',
        'Top-OP-Schutz',
        '250\u00a0€',
        '44,58',
        '21.11.2026',
        placeholders.company.intermediaryNumber,
        'Provision',
      ]) {
        expect(part).toContain(fact);
      }
    }
    const current = await app.context.documents.inForce();
    expect(mail?.attachments).toHaveLength(6);
    for (const [index, { entry, file }] of current.entries()) {
      const attachment = mail?.attachments[index];
      expect(attachment).toMatchObject({
        filename: documentFileName(entry.kind),
        mimeType: 'application/pdf',
        disposition: 'attachment',
      });
      const content = Buffer.from(attachment?.content as ArrayBuffer);
      expect(Buffer.compare(content, Buffer.from(await file.arrayBuffer()))).toBe(0);
    }
    const [row] = await mails(app);
    expect(await proofs(app)).toMatchObject(
      current.map(({ entry }) => ({
        kind: 'document_delivered',
        way: 'mail',
        at: app.clock.now,
        applicationId: visitor.id,
        documentSha256: entry.sha256,
        mailId: row?.id,
      })),
    );
  });

  test('that is refused leaves no proof', async () => {
    const { app, visitor } = await chosen({ SMTP_URL: server.url });
    server.refuse(550, 'no such user');
    await put(app, visitor.id);
    await app.outbox.runOnce();
    expect(await mails(app)).toMatchObject([{ status: 'failed' }]);
    expect(await proofs(app)).toEqual([]);
    expect((await put(app, visitor.id)).body.delivery).toMatchObject({ sentAt: null });
  });

  test('is about what was chosen when it was queued', async () => {
    const { app, visitor } = await chosen({ SMTP_URL: server.url });
    await put(app, visitor.id);
    await visitor.save('tariff-selection', matthias['tariff-selection']);
    await put(app, visitor.id);
    const next = await startAgain(app, givenOf({ avb: 'Stand 2027' }));
    await next.outbox.runOnce();
    const both = await received(2);
    const subjects = both.map(({ subject }) => subject).sort();
    expect(subjects).toEqual(['Ihre Unterlagen zum Premium-OP-Schutz', 'Ihre Unterlagen zum Top-OP-Schutz']);
    for (const mail of both) {
      const tariff = mail.subject?.replace('Ihre Unterlagen zum ', '');
      expect(mail.text).toContain(`Tarif: ${tariff}`);
      const avb = Buffer.from(mail.attachments[documentKinds.indexOf('avb')]?.content as ArrayBuffer);
      expect(avb.toString('latin1')).not.toContain('Stand 2027');
    }
  });

  test('does not greet a stranger by the name that was entered later', async () => {
    const { app, visitor } = await chosen({ SMTP_URL: server.url });
    await put(app, visitor.id);
    await visitor.save('contact-data', matthias['contact-data']);
    await app.outbox.runOnce();
    const [mail] = await received(1);
    expect(mail?.to?.[0]?.address).toBe('johanna.sommer@mail.example');
    expect(mail?.text).toContain('Guten Tag,');
    expect(mail?.text).not.toContain('Brandt');
  });

  test('needs no horse', async () => {
    const app = await startApp({ env: { SMTP_URL: server.url } });
    const visitor = createVisitor(app);
    for (const key of ['contact-data', 'tariff-selection'] as const) await visitor.save(key, johanna[key]);
    await put(app, visitor.id);
    await app.outbox.runOnce();
    const [mail] = await received(1);
    expect(mail?.text).not.toContain('Versicherungsbeginn');
  });

  test('is sent once more after a failure, unless the application is completed by then', async () => {
    const { app, visitor } = await chosen({ SMTP_URL: server.url });
    const other = await choose(app);
    server.refuse(451, 'later');
    for (const { id } of [visitor, other]) await put(app, id);
    await app.outbox.runOnce();
    await visitor.fill(johanna);
    await visitor.complete();
    server.accept();
    app.clock.now += 15_000;
    await app.outbox.runOnce();
    expect((await received(3)).map(({ subject }) => subject?.split(' ', 2).join(' ')).sort()).toEqual([
      'Ihr Antrag',
      'Ihre Unterlagen',
      'Neuer Antrag:',
    ]);
    expect((await mails(app)).map(({ applicationId }) => applicationId)).toEqual([other.id]);
    // which documents they were is still known
    const kept = await app.db.read
      .select({ mailId: documentDeliveries.mailId })
      .from(documentDeliveries)
      .where(eq(documentDeliveries.applicationId, visitor.id));
    expect(kept).toEqual([{ mailId: null }]);
  });
});

describe('the confirmation', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await openMailServer();
  });

  /** The attachments of the mail to the applicant, by name. */
  async function attachments() {
    const all = (await server.received(server.mails.length)).map(({ email }) => email);
    const mail = all.find(({ subject }) => subject?.startsWith('Ihr Antrag'));
    return new Map(
      (mail?.attachments ?? []).map(({ filename, content }) => [
        filename,
        Buffer.from(content as ArrayBuffer).toString('latin1'),
      ]),
    );
  }

  test('has the documents in force if none were sent before, and leaves proofs', async () => {
    const app = await startApp({ env: { SMTP_URL: server.url } });
    const visitor = await completed(app);
    await app.outbox.runOnce();
    expect([...(await attachments()).keys()]).toEqual([
      `Antrag-${visitor.id.slice(0, 8)}.pdf`,
      ...documentKinds.map(documentFileName),
    ]);
    const [row] = await mails(app, 'completion');
    const delivered = (await proofs(app)).filter(({ kind }) => kind === 'document_delivered');
    expect(delivered.map(({ way, mailId, documentSha256 }) => [way, mailId, documentSha256])).toEqual(
      (await app.context.documents.current()).map(({ sha256 }) => ['mail', row?.id ?? '', sha256]),
    );
  });

  test('has the documents that were sent before, also when others are in force', async () => {
    const app = await startApp({ env: { SMTP_URL: server.url }, given: givenOf({ avb: 'Stand 2026' }) });
    const visitor = await filled(app);
    await put(app, visitor.id);
    await app.outbox.runOnce();
    const next = await startAgain(app, givenOf({ avb: 'Stand 2027' }));
    expect((await next.ask('PUT', href(api.complete, { id: visitor.id }), { body: {} })).status).toBe(200);
    await next.outbox.runOnce();
    expect((await attachments()).get('Allgemeine Versicherungsbedingungen.pdf')).toContain('Stand 2026');
  });
});
