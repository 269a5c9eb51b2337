/** Mails that come back, handed over by a mail server. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { documentKinds } from '#domain/document-kinds';
import { addOffer, addPreparation, queueAbout } from '#tests/support/beginnings';
import { messageIdOf, setPost } from './post';
import { reading } from './reading';
import { report } from './report';
import { aboutAnother, delayed, failures } from './reports';

const { app, open } = setPost();
const mailById = async (id: string) => (await app.db.read.select().from(outbox).where(eq(outbox.id, id)))[0];
const become = (id: string, values: object) =>
  app.db.write((tx) => tx.update(outbox).set(values).where(eq(outbox.id, id)));

/** The documents that the proofs of this kind name, with their persons. */
async function proven(mailId: string, kind: 'delivery_failed' | 'document_delivered') {
  const rows = await app.db.read.select().from(evidence).where(eq(evidence.mailId, mailId));
  return rows
    .filter((row) => row.kind === kind)
    .map((row) => [row.documentSha256, row.personKey, row.way])
    .toSorted();
}

test.each(failures)('a report of %s is understood', async (_, write, code) => {
  const id = crypto.randomUUID();
  const { content } = await reading(write({ messageId: messageIdOf(id), to: 'a@b.example' }));
  expect(content).toEqual({ kind: 'report', outcome: 'failed', code, about: [id] });
});

describe('a failure report', () => {
  test('stops the address, and the case says so', async () => {
    const { id, mailOf, comeBack, caseOf, events } = await open();
    const mail = await mailOf('completion');
    expect(mail.status).toBe('sent');
    app.clock.now += 60_000;
    expect(await comeBack(mail.id)).toBe(204);
    const bounce = { bouncedAt: app.clock.now, bounceCode: '5.1.1', stopsAddress: true };
    expect(await mailOf('completion')).toMatchObject({ status: 'bounced', ...bounce });
    expect(await caseOf(id)).toMatchObject({ undeliverable: true, followUpOn: '2026-11-20', version: 2 });
    const [event] = await events(id);
    expect(event).toMatchObject({ kind: 'undeliverable', actor: null });
    expect(event?.text).toStartWith(`${mail.subject}: `);
    // each document of the mail came back
    const failed = await proven(mail.id, 'delivery_failed');
    expect(failed.length).toBeGreaterThan(3);
    expect(failed).toEqual(await proven(mail.id, 'document_delivered'));
  });

  test('of an offer, which is of no application, proves the same', async () => {
    const { comeBack, address } = await open();
    const { id: offerId } = await addOffer(app, { email: address });
    const { id: other } = await addOffer(app, { email: 'ada@post.example' });
    const mail = await queueAbout(app, 'offer_requested', { offerId });
    // this one arrives
    await queueAbout(app, 'offer_requested', { offerId: other });
    await app.outbox.runOnce();
    expect(await comeBack(mail.id)).toBe(204);
    const failed = await proven(mail.id, 'delivery_failed');
    expect(failed).toHaveLength(documentKinds.length);
    expect(failed).toEqual(await proven(mail.id, 'document_delivered'));
  });

  test('of an invitation stops the address until staff invite again', async () => {
    const { comeBack } = await open();
    const email = 'invited@post.example';
    const { applicationId } = await addPreparation(app, { email });
    const first = await queueAbout(app, 'application_prepared', { applicationId });
    await app.outbox.runOnce();
    await comeBack(first.id, undefined, email);
    expect(await mailById(first.id)).toMatchObject({ status: 'bounced', stopsAddress: true });
    await queueAbout(app, 'application_prepared', { applicationId });
    expect(await mailById(first.id)).toMatchObject({ status: 'bounced', stopsAddress: false });
  });

  test('changes nothing when it comes again, also after the mail was sent again', async () => {
    const { mailOf, events, id, comeBack } = await open();
    const mail = await mailOf('completion');
    for (let count = 0; count < 3; count += 1) expect(await comeBack(mail.id)).toBe(204);
    expect(await events(id)).toHaveLength(1);
    await become(mail.id, { status: 'sent' });
    await comeBack(mail.id);
    expect((await mailOf('completion')).status).toBe('sent');
    expect(await events(id)).toHaveLength(1);
    const [, postfix] = failures[0] ?? ['', delayed];
    await comeBack(mail.id, (sent) => postfix(sent).replace('7F3A2@', `${crypto.randomUUID()}@`));
    expect((await mailOf('completion')).status).toBe('bounced');
  });

  test('flags a case that is done, without a follow-up', async () => {
    const { mailOf, id, caseOf, comeBack } = await open();
    const done = { status: 'issued', followUpOn: null } as const;
    await app.db.write((tx) => tx.update(cases).set(done).where(eq(cases.applicationId, id)));
    await comeBack((await mailOf('completion')).id);
    expect(await caseOf(id)).toMatchObject({ undeliverable: true, followUpOn: null });
  });

  test('about a mail to staff is in the mail log alone', async () => {
    const { mailOf, events, id, comeBack } = await open();
    const mail = await mailOf('internal_completion');
    await comeBack(mail.id, undefined, mail.recipientEmail);
    expect(await mailOf('internal_completion')).toMatchObject({ status: 'bounced', stopsAddress: false });
    expect(await events(id)).toEqual([]);
  });

  test('counts for a mail that its server has not confirmed yet, and for none that was never tried', async () => {
    const { mailOf, comeBack } = await open();
    const { id } = await mailOf('completion');
    for (const [inDoubt, status] of [
      [0, 'pending'],
      [1, 'bounced'],
    ] as const) {
      await become(id, { status: 'pending', inDoubt, leaseOwner: null });
      await comeBack(id);
      expect((await mailOf('completion')).status).toBe(status);
      // nobody else sends it
      await become(id, { status });
    }
  });

  const relayed = ({ messageId }: { messageId: string }) =>
    report({
      words: 'Zugestellt.',
      status:
        'Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; a@b.example\nAction: relayed\nStatus: 2.0.0',
      carried: `Content-Type: text/rfc822-headers\n\nMessage-ID: ${messageId}`,
    });
  test.each([
    ['a delay is one line in the log', delayed, ['mail_delayed']],
    ['another mail, which answered ours, is nothing', aboutAnother, []],
    ['a delivery to somebody behind the address is nothing', relayed, []],
  ] as const)('about %s, and changes nothing', async (_, write, logged) => {
    const { mailOf, comeBack, events, id } = await open();
    const mail = await mailOf('completion');
    const lines: unknown[] = [];
    const { log } = app.context;
    app.context.log = (...line) => lines.push(line);
    expect(await comeBack(mail.id, write)).toBe(204);
    app.context.log = log;
    const about = { mail: mail.id, type: 'completion' };
    expect(lines.filter((line) => !String(line).includes('request'))).toEqual(
      logged.map((event) => ['info', event, about]),
    );
    expect(await mailOf('completion')).toEqual(mail);
    expect(await events(id)).toEqual([]);
  });
});
