/** The mail to a policyholder who is not the contact: when it is queued, what it says, and what "Meine Daten" show. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { personKeyOf } from '#db/evidence';
import { sha256Of } from '#db/hash';
import { applications } from '#db/schema/applications';
import { linkTokens } from '#db/schema/desk';
import { documentKinds } from '#domain/document-kinds';
import { dayMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { dataOf, tokenFor } from '#tests/server/features/privacy/person';
import { completed } from '#tests/server/features/withdrawals/declaration';
import { renderQueuedMail } from '#tests/server/mails/written';
import { startApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { type Applicant, johanna, kim } from '#tests/support/people';
import { mailsOf, proofsOf } from '#tests/support/stored';
import { callsOf, openAsked } from './asked';

const policyholder = kim['policyholder-info'];

/** Johanna applies for somebody with this address, or this name. */
function forAnother(change: Partial<Applicant['policyholder-info']>): Applicant {
  return { ...johanna, 'policyholder-info': { ...johanna['policyholder-info'], ...change } };
}

describe('an application for somebody else', () => {
  test('asks its policyholder by a mail with the attachments of the contact, and a link of 30 days', async () => {
    const { app, id, token, asking, stored } = await openAsked();
    expect(await stored(id)).toMatchObject({ confirmation: 'open', confirmedAt: null });
    const [mail, ...more] = await asking();
    expect(more).toEqual([]);
    const recipient = { recipientEmail: policyholder.email, recipientName: "Anne-Sophie van 't Hoff" };
    const subject = 'Bitte bestätigen Sie den Antrag auf den Basis-OP-Schutz';
    expect(mail).toMatchObject({ ...recipient, applicationId: id, subject, status: 'sent', byHand: false });
    const content = mail && (await renderQueuedMail(app.context, mail));
    const [first] = await mailsOf(app, 'completion');
    const applicants = first && (await renderQueuedMail(app.context, first));
    expect(content?.attachments).toHaveLength(documentKinds.length + 1);
    const namesIn = (of: typeof content) => of?.attachments?.map(({ filename }) => filename);
    expect(namesIn(content)).toEqual(namesIn(applicants));
    expect(content?.documents).toEqual(applicants?.documents ?? []);
    for (const words of ["Guten Tag Anne-Sophie van 't Hoff", 'hat Kim Lang eine OP-Versicherung', id])
      expect(content?.text).toContain(words);
    expect(content?.text).toContain(`/bestaetigen/${token}`);
    expect(content?.html).not.toMatch(/\/status\/|BE68/);
    expect(applicants?.html).not.toContain('/bestaetigen/');
    const { db, cipher } = app.context;
    const rows = await db.read.select().from(linkTokens).where(eq(linkTokens.kind, 'confirm'));
    const expiresAt = Number(mail?.createdAt) + 30 * dayMs;
    expect(rows).toMatchObject([{ hash: sha256Of(token), applicationId: id, expiresAt }]);
    // what was delivered is proven
    const delivered = (await proofsOf(app)).filter(({ mailId }) => mailId === mail?.id);
    const personKey = await personKeyOf(db.read, cipher, policyholder.email);
    expect(delivered.map((proof) => [proof.kind, proof.way, proof.personKey])).toEqual(
      documentKinds.map(() => ['document_delivered', 'mail', personKey]),
    );
  });

  test.each([
    ['another name', { firstName: 'Jutta' }, null],
    ['the same address in other letters', { email: 'Johanna.Sommer@MAIL.example' }, null],
    ['another address', { email: 'jutta@mail.example' }, 'open' as const],
  ])('with %s', async (_, change, confirmation) => {
    const { id, asking, stored, caseOf } = await openAsked({}, forAnother(change));
    expect((await stored(id))?.confirmation).toBe(confirmation);
    expect(await asking()).toHaveLength(confirmation ? 1 : 0);
    expect(await caseOf(id)).toMatchObject({ confirmation });
  });
});

test('a policyholder is asked three times in 24 hours; above that the flag stays and nobody is asked', async () => {
  const app = await startApp({ env: { RATE_LIMIT: 'on' } });
  const { asking, stored } = callsOf(app);
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const contact = { ...kim['contact-data'], email: `kim${count}@stall.example` };
    app.clock.now += 60_000;
    ids.push(await completed(app, { ...kim, 'contact-data': contact }));
  }
  expect((await asking()).map(({ applicationId }) => applicationId)).toEqual(ids.slice(0, 3));
  expect(await stored(ids[3] ?? '')).toMatchObject({ confirmation: 'open' });
  app.clock.now += dayMs;
  await completed(app, kim);
  expect(await asking()).toHaveLength(4);
});

test('the mail is not sent any more once an erasure is asked for', async () => {
  const app = await startApp();
  const id = await completed(app, kim);
  await app.db.write((tx) =>
    tx.update(applications).set({ restrictedAt: app.clock.now }).where(eq(applications.id, id)),
  );
  await app.outbox.runOnce();
  expect(await callsOf(app).asking()).toEqual([]);
});

describe('step 6', () => {
  async function recipients(person: Applicant): Promise<unknown> {
    const app = await startApp();
    const visitor = await filled(app, person);
    return (await visitor.send('GET', href(api.declarations, { id: visitor.id }))).body;
  }

  test('is told who gets which mail', async () => {
    expect(await recipients(kim)).toEqual({
      adviceWaiver: false,
      recipients: `Unterlagen und Bestätigung gehen an kim.lang@stall.example und ${policyholder.email}.`,
    });
  });

  test.each([{}, { firstName: 'Jutta' }, { email: 'JOHANNA.SOMMER@mail.example' }])(
    'is told nothing if there is one address (%j)',
    async (change) => {
      expect(await recipients(forAnother(change))).toEqual({ adviceWaiver: false });
    },
  );
});

test('the policyholder sees what they said and when, the contact does not', async () => {
  const { app, token, answer } = await openAsked();
  const seenBy = async (email: string) => {
    const link = await tokenFor(app, email);
    const html = await (await app.ask('GET', href(pages.ownDataOf, { token: link }))).text();
    return { html, data: await dataOf(app, link) };
  };
  const address = kim['policyholder-info'].email;
  const before = await seenBy(address);
  expect(before.data.applications).toMatchObject([{ confirmation: { answer: 'open', at: null } }]);
  expect(before.html).toContain('Bestätigung offen');
  await answer(token, { confirmed: false });
  app.clock.now += 60_000;
  const { data, html } = await seenBy(address);
  const at = '2026-11-20T09:00:00.000Z';
  expect(data.applications).toMatchObject([{ confirmation: { answer: 'refused', at } }]);
  expect(data.evidence).toContainEqual({
    at,
    label: 'Vom Versicherungsnehmer nicht beantragt',
    subject: null,
    way: 'auf der Seite',
  });
  expect(html).toContain('Nicht beantragt (20.11.2026, 10:00)');
  const contact = await seenBy(kim['contact-data'].email);
  expect(contact.data.applications).toMatchObject([{ confirmation: null }]);
  expect(contact.html).not.toContain('Nicht beantragt');
});
