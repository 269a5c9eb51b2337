/** The documents reach the applicant before the declaration, once, and the proofs say so. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { documentDeliveries, evidence, outbox } from '#db/schema';
import { company } from '#domain/company';
import { documentFileName, documentKinds } from '#domain/documents';
import { api, href } from '#domain/urls';
import { startApp, type TestApp } from '#tests/support/app';
import { givenOf, startAgain } from '#tests/support/documents';
import { type Applicant, answerOf, createVisitor, johanna, matthias } from '#tests/support/people';
import { type MailServer, startMailServer } from '#tests/support/smtp';

type Ask = Pick<TestApp, 'ask'>;
type Visitor = ReturnType<typeof createVisitor>;

const put = async ({ ask }: Ask, id: string, options: Parameters<TestApp['ask']>[2] = { body: {} }) =>
  answerOf(await ask('PUT', href(api.offeredDocuments, { id }), options));
const mails = async ({ db }: TestApp, emailType: 'documents' | 'completion' = 'documents') =>
  db.read.select().from(outbox).where(eq(outbox.emailType, emailType));
const proofs = ({ db }: TestApp) => db.read.select().from(evidence);

/** An application with horse, contact and tariff. */
async function chosen(env: Record<string, string> = {}, person: Applicant = johanna) {
  const app = await startApp({ env });
  const visitor = await choose(app, person);
  return { app, visitor };
}

async function choose(app: TestApp, person: Applicant = johanna): Promise<Visitor> {
  const visitor = createVisitor(app);
  for (const key of ['horse-data', 'contact-data', 'tariff-selection'] as const)
    await visitor.save(key, person[key]);
  return visitor;
}

describe('the call', () => {
  test('queues one mail and returns the documents with it', async () => {
    const { app, visitor } = await chosen();
    const before = app.woken.count;
    const { status, headers, body } = await put(app, visitor.id);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      documents: await app.context.documents.current(),
      delivery: { to: 'j…@mail.example', queuedAt: '2026-11-20T09:00:00.000Z', sentAt: null },
    });
    expect(await mails(app)).toMatchObject([
      {
        recipientEmail: 'johanna.sommer@mail.example',
        subject: 'Ihre Unterlagen zum Top-OP-Schutz',
        applicationId: visitor.id,
      },
    ]);
    expect(app.woken.count).toBe(before + 1);
  });

  test('says when the mail was sent', async () => {
    const { app, visitor } = await chosen();
    await put(app, visitor.id);
    app.clock.now += 5_000;
    await app.outbox.runOnce();
    app.clock.now += 60_000;
    expect((await put(app, visitor.id)).body.delivery).toEqual({
      to: 'j…@mail.example',
      queuedAt: '2026-11-20T09:00:00.000Z',
      sentAt: '2026-11-20T09:00:05.000Z',
    });
  });

  test.each([
    ['no body', {}],
    ['an empty body', { raw: '' }],
    ['unknown fields', { body: { email: 'somebody@else.example' } }],
  ])('accepts %s', async (_, options) => {
    const { app, visitor } = await chosen();
    expect((await put(app, visitor.id, options)).status).toBe(200);
    expect(await mails(app)).toMatchObject([{ recipientEmail: 'johanna.sommer@mail.example' }]);
  });

  test.each([
    ['a body that is no JSON', { raw: '{' }, 400],
    ['a form', { raw: 'a=b', type: 'application/x-www-form-urlencoded' }, 415],
    ['a list', { body: [] }, 422],
    ['a text', { body: 'alle' }, 422],
    ['a large body', { raw: ' '.repeat(70_000) }, 413],
  ])('refuses %s', async (_, options, status) => {
    const { app, visitor } = await chosen();
    const answer = await put(app, visitor.id, options);
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(/\S/)]);
    expect(await mails(app)).toEqual([]);
  });

  test('returns 404 for an unknown application, and 422 for something that is no id', async () => {
    const { app } = await chosen();
    expect((await put(app, crypto.randomUUID())).status).toBe(404);
    expect((await put(app, 'x')).status).toBe(422);
  });

  test('counts towards the limit of public writes', async () => {
    const { app, visitor } = await chosen({ RATE_LIMIT: 'on' });
    const statuses: number[] = [];
    for (let count = 0; count < 58; count += 1) statuses.push((await put(app, visitor.id)).status);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });
});

describe('there is no mail and no error', () => {
  const nothing = { status: 200, delivery: null };
  const outcome = async (app: TestApp, id: string) => {
    const { status, body } = await put(app, id);
    expect(body.documents).toHaveLength(6);
    return { status, delivery: body.delivery };
  };

  test('without contact data', async () => {
    const app = await startApp();
    const visitor = createVisitor(app);
    await visitor.save('tariff-selection', johanna['tariff-selection']);
    expect(await outcome(app, visitor.id)).toEqual(nothing);
    expect(await mails(app)).toEqual([]);
  });

  test('without a tariff', async () => {
    const app = await startApp();
    const visitor = createVisitor(app);
    await visitor.save('contact-data', johanna['contact-data']);
    expect(await outcome(app, visitor.id)).toEqual(nothing);
    expect(await mails(app)).toEqual([]);
  });

  test('for a completed application', async () => {
    const app = await startApp();
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    await visitor.complete();
    expect(await outcome(app, visitor.id)).toEqual(nothing);
    expect(await mails(app)).toEqual([]);
  });

  test('when the address has got three in 24 hours', async () => {
    const app = await startApp({ env: { RATE_LIMIT: 'on' } });
    const visitors: Visitor[] = [];
    for (let count = 0; count < 4; count += 1) {
      app.clock.now += 60_000;
      visitors.push(await choose(app));
      await put(app, visitors.at(-1)?.id ?? '');
    }
    expect(await mails(app)).toHaveLength(3);
    const last = visitors.at(-1)?.id ?? '';
    expect(await outcome(app, last)).toEqual(nothing);
    app.clock.now += 24 * 3_600_000;
    expect((await put(app, last)).body.delivery).toMatchObject({ to: 'j…@mail.example' });
    expect(await mails(app)).toHaveLength(4);
  });
});

test('the mails with documents and the confirmations have limits of their own', async () => {
  const app = await startApp({ env: { RATE_LIMIT: 'on' } });
  for (let count = 0; count < 3; count += 1) {
    app.clock.now += 60_000;
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    await put(app, visitor.id);
    expect((await visitor.complete()).status).toBe(200);
  }
  expect(await mails(app)).toHaveLength(3);
  expect(await mails(app, 'completion')).toHaveLength(3);
});

describe('one mail is queued', () => {
  test('however often and at the same time it is asked for', async () => {
    const { app, visitor } = await chosen();
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(app, visitor.id)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.delivery]))).size).toBe(1);
    expect(await mails(app)).toHaveLength(1);
    app.clock.now += 48 * 3_600_000;
    await put(app, visitor.id);
    expect(await mails(app)).toHaveLength(1);
  });

  test('for each selection, and none for one that had its mail', async () => {
    const { app, visitor } = await chosen();
    const choices = [
      { tariffType: 'premium', selfParticipation: 250, paymentFrequency: 'monthly' },
      { tariffType: 'premium', selfParticipation: 500, paymentFrequency: 'monthly' },
      { tariffType: 'premium', selfParticipation: 500, paymentFrequency: 'annual' },
    ];
    for (const choice of [johanna['tariff-selection'], ...choices, johanna['tariff-selection']]) {
      await visitor.save('tariff-selection', choice);
      await put(app, visitor.id);
    }
    expect(await mails(app)).toHaveLength(4);
  });

  test('for each address, but not for each spelling of it', async () => {
    const { app, visitor } = await chosen();
    for (const email of ['JOHANNA.sommer@mail.example', 'jo@müller.example', 'jo@xn--mller-kva.example']) {
      await put(app, visitor.id);
      await visitor.save('contact-data', { ...johanna['contact-data'], email });
      await put(app, visitor.id);
    }
    expect((await mails(app)).map(({ recipientEmail }) => recipientEmail)).toEqual([
      'johanna.sommer@mail.example',
      'jo@müller.example',
    ]);
  });

  test('for each set of documents', async () => {
    const { app, visitor } = await chosen();
    await put(app, visitor.id);
    const next = await startAgain(app, givenOf({ avb: 'Stand 2027' }));
    const { body } = await put(next, visitor.id);
    expect(body.documents).toEqual(await next.context.documents.current());
    expect(await mails(app)).toHaveLength(2);
  });

  test('for each application', async () => {
    const { app, visitor } = await chosen();
    const other = await choose(app);
    for (const { id } of [visitor, other]) await put(app, id);
    expect(await mails(app)).toHaveLength(2);
  });
});

describe('the mail', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.stop());

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
        '250 €',
        '44,58',
        '21.11.2026',
        company.intermediaryNumber,
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
    server = await startMailServer();
  });
  afterEach(() => server.stop());

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
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    await visitor.complete();
    await app.outbox.runOnce();
    expect([...(await attachments()).keys()]).toEqual([
      `Antrag-${visitor.id.slice(0, 8)}.pdf`,
      ...documentKinds.map(documentFileName),
    ]);
    const [row] = await mails(app, 'completion');
    expect(
      (await proofs(app)).map(({ way, mailId, documentSha256 }) => [way, mailId, documentSha256]),
    ).toEqual((await app.context.documents.current()).map(({ sha256 }) => ['mail', row?.id ?? '', sha256]));
  });

  test('has the documents that were sent before, also when others are in force', async () => {
    const app = await startApp({ env: { SMTP_URL: server.url }, given: givenOf({ avb: 'Stand 2026' }) });
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    await put(app, visitor.id);
    await app.outbox.runOnce();
    const next = await startAgain(app, givenOf({ avb: 'Stand 2027' }));
    expect((await next.ask('PUT', href(api.complete, { id: visitor.id }), { body: {} })).status).toBe(200);
    await next.outbox.runOnce();
    expect((await attachments()).get('Allgemeine Versicherungsbedingungen.pdf')).toContain('Stand 2026');
  });
});

test('deleting an application deletes what is stored about its documents', async () => {
  const { app, visitor } = await chosen();
  await put(app, visitor.id);
  const headers = await app.signIn();
  await app.ask('DELETE', href(api.staffApplication, { id: visitor.id }), { headers });
  expect(await app.db.read.select().from(documentDeliveries)).toEqual([]);
  expect(await mails(app)).toEqual([]);
});
