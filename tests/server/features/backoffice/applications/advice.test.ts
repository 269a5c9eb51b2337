/** Staff record the advice that an application without a waiver is owed. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { adviceRecords } from '#db/schema/law';
import { api, href } from '#domain/urls';
import { deedsOf, setOffice } from '#tests/server/features/backoffice/staff';
import { filled } from '#tests/support/applications';
import { johanna, kim } from '#tests/support/people';
import { mailsOf } from '#tests/support/stored';

const talk = {
  wishes: 'Das Pferd geht ins Gelände.\nDie Kolik soll gedeckt sein.',
  advice: 'Empfohlen wurde der Top-OP-Schutz.',
};
const settled = { status: 409, body: { message: 'Zu diesem Antrag ist keine Beratung offen.' } };

const office = setOffice();

async function completed({ waiver = false, person = johanna } = {}) {
  const { app, lukas } = office;
  const visitor = await filled(app, person);
  const declared = { body: { adviceWaiver: waiver } };
  await app.ask('PUT', href(api.declarations, { id: visitor.id }), declared);
  await visitor.complete();
  const advise = (body: unknown, id = visitor.id) => lukas.ask('POST', href(api.advice, { id }), body);
  const details = async () => (await lukas.ask('GET', href(api.details, { id: visitor.id }))).body;
  const mails = async () =>
    (await mailsOf(app)).filter(
      ({ emailType, applicationId }) => emailType === 'advice_record' && applicationId === visitor.id,
    );
  const records = () =>
    app.db.read.select().from(adviceRecords).where(eq(adviceRecords.applicationId, visitor.id));
  const listed = async () => (await lukas.list(api.staffApplications)).find(({ id }) => id === visitor.id);
  return { ...office, visitor, advise, details, mails, records, listed };
}

const given = (more = {}) => ({ id: crypto.randomUUID(), ...talk, ...more });

describe('recording advice', () => {
  test('ends what is owed, mails the record to the applicant, and leaves an audit entry', async () => {
    const { app, visitor, advise, details, mails, listed } = await completed();
    expect(await details()).toMatchObject({ adviceOwed: true, adviceWaiver: false, adviceRecord: null });
    expect(await listed()).toMatchObject({ adviceOwed: true });
    const woken = app.woken.count;
    const body = given();
    const { status, body: record } = await advise(body);
    expect(status).toBe(201);
    expect(record).toEqual({
      ...body,
      applicationId: visitor.id,
      username: 'lukas.weber',
      at: new Date(app.clock.now).toISOString(),
    });
    expect(await details()).toMatchObject({ adviceOwed: false, adviceWaiver: false, adviceRecord: record });
    expect(await listed()).toMatchObject({ id: visitor.id });
    expect(await listed()).not.toHaveProperty('adviceOwed');
    expect(app.woken.count).toBe(woken + 1);
    const recipient = { recipientEmail: 'johanna.sommer@mail.example', recipientName: 'Johanna Sommer' };
    expect(await mails()).toMatchObject([{ ...recipient, adviceRecordId: body.id }]);
    expect(await deedsOf(app, visitor.id)).toEqual([
      'lukas.weber details_opened',
      'lukas.weber advice_recorded',
    ]);
  });

  test('sends wishes and advice in both parts of the mail', async () => {
    const { app, advise, mails } = await completed();
    await advise(given());
    await app.outbox.runOnce();
    const [log] = await mails();
    expect(log).toMatchObject({ status: 'sent', subject: expect.stringContaining('Beratung') });
    const raw = await Bun.file(`${app.folder}/mail/${log?.id}.eml`).text();
    const text = raw.replace(/=\r?\n/g, '');
    for (const part of ['Das Pferd geht ins Gel', 'Die Kolik soll gedeckt sein.', 'Empfohlen wurde der Top'])
      expect(text.split(part)).toHaveLength(3);
  });
});

describe('advice is refused', () => {
  test('if the applicant has waived it, or it was given', async () => {
    const waived = await completed({ waiver: true });
    expect(await waived.details()).toMatchObject({ adviceOwed: false, adviceWaiver: true });
    expect(await waived.advise(given())).toMatchObject(settled);
    const owed = await completed();
    await owed.advise(given());
    expect(await owed.advise(given())).toMatchObject(settled);
  });

  test('for an open application', async () => {
    const { app, advise, mails } = await completed();
    const open = await filled(app, kim);
    expect(await advise(given(), open.id)).toMatchObject(settled);
    expect(await mails()).toEqual([]);
  });

  test('for an application that was completed before advice could be waived', async () => {
    const { app, visitor, advise } = await completed();
    await app.db.write((tx) =>
      tx.update(applications).set({ adviceOwed: false }).where(eq(applications.id, visitor.id)),
    );
    expect((await advise(given())).status).toBe(409);
  });

  test('not for 2,000 letters, line breaks and tabs', async () => {
    const { advise } = await completed();
    const wishes = `a\r\n\r\n\tb\rc${'ä'.repeat(1993)}`;
    const { status, body } = await advise(given({ wishes }));
    expect(status).toBe(201);
    expect(body.wishes).toBe(`a\n\n\tb\nc${'ä'.repeat(1993)}`);
  });
});

test('a deleted application takes its advice and the mail with it', async () => {
  const { lukas, visitor, advise, mails, records } = await completed();
  const body = given();
  await advise(body);
  await lukas.ask('DELETE', href(api.staffApplication, { id: visitor.id }));
  expect([await records(), await mails()]).toEqual([[], []]);
  expect((await advise(body)).status).toBe(404);
});
