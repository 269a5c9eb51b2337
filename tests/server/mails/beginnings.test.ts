/** The mails before an application: offer, its reminder, and the invitation to what staff have prepared. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { addPrefilled } from '#db/applications/prefill';
import { deleteRows, erasers } from '#db/erasers';
import { applications } from '#db/schema/applications';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { premiumOptions } from '#db/schema/tariffs';
import { documentFileName, documentKinds } from '#domain/document-kinds';
import { dayMs } from '#domain/time';
import { renderQueuedMail } from '#tests/server/mails/written';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { addOffer, addPreparation, caller, queueAbout } from '#tests/support/beginnings';
import { givenOf } from '#tests/support/documents';
import { linkIn } from '#tests/support/mail-links';
import { readPdf } from '#tests/support/pdf';
import { createVisitor, kim } from '#tests/support/people';
import { openMailServer } from '#tests/support/smtp';

const app = setApp();

async function withServer(env: Record<string, string> = {}, given = givenOf({})) {
  const server = await openMailServer();
  return { server, app: await startApp({ env: { SMTP_URL: server.url, ...env }, given }) };
}

/** What a completed application has at least. */
async function complete({ db, clock }: TestApp, id: string) {
  await db.write((tx) =>
    tx.update(applications).set({ completedAt: clock.now }).where(eq(applications.id, id)),
  );
}

describe('the mail of an offer', () => {
  test('has the PDF before the six documents, each of which is proven, and the link to the offer', async () => {
    const { server, app } = await withServer();
    const offer = await addOffer(app);
    const { id } = await queueAbout(app, 'offer_requested', { offerId: offer.id });
    await app.outbox.runOnce();
    const [mail] = server.mails;
    expect(mail?.email.subject).toBe('Ihr Angebot zum Premium-OP-Schutz');
    const names = [`${offer.number}.pdf`, ...documentKinds.map(documentFileName)];
    expect(mail?.email.attachments.map(({ filename }) => filename)).toEqual(names);
    const content = mail?.email.attachments[0]?.content;
    const { text } = await readPdf(new Uint8Array(content as ArrayBuffer));
    expect(text).toContain(offer.number);
    expect(mail && linkIn(mail, 'angebot')).not.toBe('');
    const proofs = await app.db.read.select().from(evidence).where(eq(evidence.mailId, id));
    const delivered = Object.values(offer.documents).map((sha256) => ['document_delivered', sha256]);
    const found = proofs.map(({ kind, documentSha256 }) => [kind, documentSha256]);
    expect(found.toSorted()).toEqual(delivered.toSorted());
  });

  test('is divided when its documents are too large, with the offer in the first part', async () => {
    const { server, app } = await withServer({ MAIL_MAX_MB: '0.2' }, givenOf({ avb: 'x'.repeat(120_000) }));
    const offer = await addOffer(app);
    await queueAbout(app, 'offer_requested', { offerId: offer.id });
    await app.outbox.runOnce();
    const parts = server.mails.toSorted((one, other) =>
      (one.email.subject ?? '').localeCompare(other.email.subject ?? ''),
    );
    expect(parts.length).toBeGreaterThan(1);
    const names = parts.map(({ email }) => email.attachments.map(({ filename }) => filename));
    expect(names[0]?.[0]).toBe(`${offer.number}.pdf`);
    expect(names.flat().toSorted()).toEqual(
      [`${offer.number}.pdf`, ...documentKinds.map(documentFileName)].toSorted(),
    );
    expect(parts[0]?.email.subject).toBe(`Ihr Angebot zum Premium-OP-Schutz (1 von ${parts.length})`);
  });

  test('is not written any more when the offer was deleted', async () => {
    const { id: offerId } = await addOffer(app);
    const mail = await queueAbout(app, 'offer_requested', { offerId });
    await app.db.write((tx) => erasers.offer.erase(tx, [offerId]));
    expect(await renderQueuedMail(app.context, mail)).toBeNull();
  });
});

describe('the reminder of an offer', () => {
  const remind = async (changes: Parameters<typeof addOffer>[1] = {}) => {
    const { id: offerId } = await addOffer(app, changes);
    return await queueAbout(app, 'offer_ending', { offerId });
  };

  test('can be stopped by a link in it and by the mail program', async () => {
    const content = await renderQueuedMail(app.context, await remind());
    const stop = content?.html.match(/\/erinnerungen\/[\w-]{43}\/abbestellen/)?.[0] ?? '?';
    expect(content?.unsubscribe).toEndWith(stop);
    expect(content?.html).toMatch(/\/angebot\/[\w-]{43}"/);
    expect(content?.attachments).toBeUndefined();
  });

  test('is not written after the end, nor after an application from it was completed', async () => {
    const { now } = app.clock;
    expect(await renderQueuedMail(app.context, await remind({ expiresAt: now }))).toBeNull();
    expect(await renderQueuedMail(app.context, await remind({ expiresAt: now + 1 }))).not.toBeNull();
    const mail = await remind();
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const from = { prefilledFrom: mail.offerId ?? '', prefilledBy: 'offer' } as const;
    const source = { ...from, authorHash: null, source: 'website', now } as const;
    for (const id of [first, second]) await app.db.write((tx) => addPrefilled(tx, { id, ...source }));
    expect(await renderQueuedMail(app.context, mail)).not.toBeNull();
    // also of one before the last
    await complete(app, first);
    expect(await renderQueuedMail(app.context, mail)).toBeNull();
  });

  test('names the price of now, if it has moved since', async () => {
    const moved = await renderQueuedMail(app.context, await remind({ monthlyCents: 6000 }));
    const price = 'Jetzt sind es 196,05 € im Vierteljahr (784,20 € im Jahr).';
    expect(moved?.text.replace(/\s+/g, ' ')).toContain(price);
    expect((await renderQueuedMail(app.context, await remind()))?.text).not.toContain('Jetzt sind es');
  });
});

describe('the invitation', () => {
  const invite = async (changes: Parameters<typeof addPreparation>[1] = {}) => {
    const { applicationId } = await addPreparation(app, changes);
    return await queueAbout(app, 'application_prepared', { applicationId });
  };
  const textOf = async (changes?: Parameters<typeof addPreparation>[1]) =>
    (await renderQueuedMail(app.context, await invite(changes)))?.text ?? '';

  test('says what was prepared, with the price of now, and that nothing is applied for', async () => {
    const mail = await invite();
    expect(mail).toMatchObject({ recipientEmail: caller.email, recipientName: 'Johanna Sommer' });
    const { text, subject } = (await renderQueuedMail(app.context, mail)) ?? { text: '', subject: '' };
    expect(subject).toBe('Ihr vorbereiteter Antrag bei Sattelfest');
    const facts = ['Guten Tag Frau Sommer,', 'Noch ist nichts beantragt.', 'Pferd: Fjölnir'];
    facts.push('Tarif: Premium-OP-Schutz', 'gilt bis zum 04.12.2026', 'inkl. 19 % Versicherungsteuer.');
    for (const fact of facts) expect(text).toContain(fact);
    expect(text).toMatch(/\/fortsetzen\/[\w-]{43}/);
    // the horse is 14 years old, so the surcharge is in it
    const price = /Beitrag je Zahlung: ([\d,]+)/;
    expect(text.match(price)?.[1]).toBe('235,26');
    await app.db.write((tx) => tx.update(premiumOptions).set({ monthlyCents: 1000 }));
    const again = await renderQueuedMail(app.context, mail);
    expect(again?.text.match(price)?.[1]).toBe('36,00');
  });

  test('says nothing that was not dictated, and greets by the whole name without a salutation', async () => {
    const { salutation: _, ...contact } = caller;
    const text = await textOf({ values: { contact } });
    expect(text).toContain('Guten Tag Johanna Sommer,');
    expect(text).not.toMatch(/Das haben wir besprochen|Pferd:|Tarif:|Versicherungsteuer/);
    const tariff = { tariffType: 'top', selfParticipation: 0, paymentFrequency: 'monthly' } as const;
    expect(await textOf({ values: { contact, tariff } })).toContain(
      'Berechnet für ein Pferd unter 12 Jahren.',
    );
  });

  test('is not written once the application was completed or deleted', async () => {
    const completed = await addPreparation(app);
    const deleted = await addPreparation(app);
    const queue = ({ applicationId }: { applicationId: string }) =>
      queueAbout(app, 'application_prepared', { applicationId });
    const [first, second] = [await queue(completed), await queue(deleted)];
    await complete(app, completed.applicationId);
    await app.db.write((tx) => deleteRows(tx, [deleted.applicationId]));
    for (const mail of [first, second])
      expect(mail && (await renderQueuedMail(app.context, mail))).toBeNull();
    expect(await app.db.read.select().from(outbox).where(eq(outbox.id, second.id))).toEqual([]);
  });

  test('goes to the address that the customer has saved, and not to the one before', async () => {
    const { applicationId } = await addPreparation(app);
    const before = await queueAbout(app, 'application_prepared', { applicationId });
    const { save } = createVisitor(app, applicationId);
    await save('contact-data', kim['contact-data']);
    expect(await renderQueuedMail(app.context, before)).toBeNull();
    const mail = await queueAbout(app, 'application_prepared', { applicationId });
    expect(mail.recipientEmail).toBe(kim['contact-data'].email);
    expect((await renderQueuedMail(app.context, mail))?.text).toContain('Guten Tag Kim Lang,');
  });

  test('whose link ends later when it is sent again', async () => {
    const { applicationId } = await addPreparation(app);
    const before = app.clock.now;
    app.clock.now += 3 * dayMs;
    const mail = await queueAbout(app, 'application_prepared', { applicationId });
    expect((await renderQueuedMail(app.context, mail))?.text).toContain('gilt bis zum 07.12.2026');
    app.clock.now = before;
  });
});
