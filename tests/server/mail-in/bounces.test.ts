/** Mails that come back, handed over by a mail server. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { documentKinds } from '#domain/document-kinds';
import { addOffer, addPreparation, queueAbout } from '#tests/support/beginnings';
import { johanna } from '#tests/support/people';
import { messageIdOf, openPost } from './post';
import { report } from './report';
import { aboutAnother, delayed, failures } from './reports';

const address = johanna['contact-data'].email;
const [, postfix] = failures[0] ?? ['', delayed];

describe('a failure report', () => {
  test.each(failures)('of %s is understood', async (_, write, code) => {
    const { app, deliver, mailOf, caseOf, id, events } = await openPost();
    const mail = await mailOf('completion');
    expect(mail.status).toBe('sent');
    app.clock.now += 60_000;
    expect(await deliver(write({ messageId: messageIdOf(mail.id), to: address }))).toBe(204);
    expect(await mailOf('completion')).toMatchObject({
      status: 'bounced',
      bouncedAt: app.clock.now,
      bounceCode: code,
      stopsAddress: true,
    });
    expect(await caseOf(id)).toMatchObject({ undeliverable: true, followUpOn: '2026-11-20', version: 2 });
    const [event] = await events(id);
    expect(event).toMatchObject({ kind: 'undeliverable', actor: null });
    expect(event?.text).toStartWith(`${mail.subject}: `);
  });

  test('proves that each document of the mail came back', async () => {
    const { app, deliver, mailOf } = await openPost();
    const mail = await mailOf('completion');
    await deliver(postfix({ messageId: messageIdOf(mail.id), to: address }));
    const rows = await app.db.read.select().from(evidence).where(eq(evidence.mailId, mail.id));
    const of = (kind: string) =>
      rows.filter((row) => row.kind === kind).map((row) => [row.documentSha256, row.personKey, row.way]);
    expect(of('delivery_failed').length).toBeGreaterThan(3);
    expect(of('delivery_failed').toSorted()).toEqual(of('document_delivered').toSorted());
  });

  test('of an offer, which is of no application, proves the same', async () => {
    const { app, deliver } = await openPost();
    const { id: offerId } = await addOffer(app, { email: address });
    const { id: other } = await addOffer(app, { email: 'ada@post.example' });
    const mail = await queueAbout(app, 'offer_requested', { offerId });
    // this one arrives
    await queueAbout(app, 'offer_requested', { offerId: other });
    await app.outbox.runOnce();
    expect(await deliver(postfix({ messageId: messageIdOf(mail.id), to: address }))).toBe(204);
    const rows = await app.db.read.select().from(evidence).where(eq(evidence.mailId, mail.id));
    const [delivered, failed] = (['document_delivered', 'delivery_failed'] as const).map((kind) =>
      rows.filter((row) => row.kind === kind).map((row) => [row.documentSha256, row.personKey]),
    );
    expect(failed).toHaveLength(documentKinds.length);
    expect(failed?.toSorted()).toEqual(delivered?.toSorted() ?? []);
  });

  test('of an invitation stops the address until staff invite again', async () => {
    const { app, deliver } = await openPost();
    const { applicationId } = await addPreparation(app, { email: 'ada@post.example' });
    const first = await queueAbout(app, 'application_prepared', { applicationId });
    await app.outbox.runOnce();
    await deliver(postfix({ messageId: messageIdOf(first.id), to: 'ada@post.example' }));
    const stops = async () => {
      const [row] = await app.db.read.select().from(outbox).where(eq(outbox.id, first.id));
      return [row?.status, row?.stopsAddress];
    };
    expect(await stops()).toEqual(['bounced', true]);
    await queueAbout(app, 'application_prepared', { applicationId });
    expect(await stops()).toEqual(['bounced', false]);
  });

  test('changes nothing when it comes again, also after the mail was sent again', async () => {
    const { app, deliver, mailOf, events, id } = await openPost();
    const mail = await mailOf('completion');
    const again = postfix({ messageId: messageIdOf(mail.id), to: address });
    for (let count = 0; count < 3; count += 1) expect(await deliver(again)).toBe(204);
    expect(await events(id)).toHaveLength(1);
    await app.db.write((tx) => tx.update(outbox).set({ status: 'sent' }).where(eq(outbox.id, mail.id)));
    await deliver(again);
    expect((await mailOf('completion')).status).toBe('sent');
    expect(await events(id)).toHaveLength(1);
    await deliver(again.replace('7F3A2@', '8A4B3@'));
    expect((await mailOf('completion')).status).toBe('bounced');
  });

  test('of a delay leaves one line in the log, without an address', async () => {
    const { app, deliver, mailOf, events, id } = await openPost();
    const mail = await mailOf('completion');
    const lines: unknown[] = [];
    app.context.log = (...line) => lines.push(line);
    await deliver(delayed({ messageId: messageIdOf(mail.id), to: address }));
    expect(lines).toEqual([['info', 'mail_delayed', { mail: mail.id, type: 'completion' }]]);
    expect(await mailOf('completion')).toEqual(mail);
    expect(await events(id)).toEqual([]);
  });

  test('flags a case that is done, without a follow-up', async () => {
    const { app, deliver, mailOf, id, caseOf } = await openPost();
    await app.db.write((tx) =>
      tx.update(cases).set({ status: 'issued', followUpOn: null }).where(eq(cases.applicationId, id)),
    );
    await deliver(postfix({ messageId: messageIdOf((await mailOf('completion')).id), to: address }));
    expect(await caseOf(id)).toMatchObject({ undeliverable: true, followUpOn: null });
  });

  test('about a mail to staff is in the mail log alone', async () => {
    const { deliver, mailOf, events, id } = await openPost();
    const mail = await mailOf('internal_completion');
    await deliver(postfix({ messageId: messageIdOf(mail.id), to: mail.recipientEmail }));
    expect(await mailOf('internal_completion')).toMatchObject({ status: 'bounced', stopsAddress: false });
    expect(await events(id)).toEqual([]);
  });

  test('counts for a mail that its server has not confirmed yet, and for none that was never tried', async () => {
    const { app, deliver, mailOf } = await openPost();
    const { id } = await mailOf('completion');
    const become = (values: object) =>
      app.db.write((tx) => tx.update(outbox).set(values).where(eq(outbox.id, id)));
    await become({ status: 'pending', inDoubt: 0, leaseOwner: null });
    await deliver(postfix({ messageId: messageIdOf(id), to: address }));
    expect((await mailOf('completion')).status).toBe('pending');
    await become({ inDoubt: 1 });
    await deliver(postfix({ messageId: messageIdOf(id), to: address }));
    expect((await mailOf('completion')).status).toBe('bounced');
  });

  test.each([
    ['another mail, which answered ours', aboutAnother],
    [
      'a delivery to somebody behind the address',
      (sent: { messageId: string }) =>
        report({
          words: 'Zugestellt.',
          status:
            'Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; a@b.example\nAction: relayed\nStatus: 2.0.0',
          carried: `Content-Type: text/rfc822-headers\n\nMessage-ID: ${sent.messageId}`,
        }),
    ],
  ])('about %s changes nothing', async (_, write) => {
    const { deliver, mailOf } = await openPost();
    const mail = await mailOf('completion');
    expect(await deliver(write({ messageId: messageIdOf(mail.id), to: address }))).toBe(204);
    expect(await mailOf('completion')).toEqual(mail);
  });

  test('about a deleted mail is dropped', async () => {
    const { app, deliver, mailOf } = await openPost();
    const { id } = await mailOf('completion');
    await app.db.write((tx) => tx.delete(outbox).where(eq(outbox.id, id)));
    expect(await deliver(postfix({ messageId: messageIdOf(id), to: address }))).toBe(204);
  });
});
