/** Staff record the advice that an application without a waiver is owed. Repeated calls: `repeats.test.ts`. */
import { describe, expect, test } from 'bun:test';
import { adviceRecords } from '#db/schema/law';
import { api, href } from '#domain/urls';
import { deedsOf, setApplication, setOffice } from '#tests/server/features/backoffice/staff';
import { filled } from '#tests/support/applications';
import { mailsOf, rowsOf } from '#tests/support/stored';

const office = setOffice();
const { app } = office;
const given = (more = {}) => ({
  id: crypto.randomUUID(),
  wishes: 'Das Pferd geht ins Gelände.\nDie Kolik soll gedeckt sein.',
  advice: 'Empfohlen wurde der Top-OP-Schutz.',
  ...more,
});

async function completed(adviceWaiver = false) {
  const { lukas } = office;
  const visitor = await filled(app);
  await app.ask('PUT', href(api.declarations, visitor), { body: { adviceWaiver } });
  await visitor.complete();
  const { id } = visitor;
  const ofIt = (row: { applicationId: string | null }) => row.applicationId === id;
  return {
    id,
    advise: (body: object = given()) => lukas.ask('POST', href(api.advice, { id }), body),
    details: async () => (await lukas.ask('GET', href(api.details, { id }))).body,
    mails: async () => (await mailsOf(app, 'advice_record')).filter(ofIt),
    records: async () => (await rowsOf(app, adviceRecords)).filter(ofIt),
    listed: async () => (await lukas.list(api.staffApplications)).find((row) => row.id === id),
  };
}

test('advice ends what is owed, is mailed to the applicant, and leaves an audit entry', async () => {
  const { id, advise, details, mails, listed } = await completed();
  expect(await details()).toMatchObject({ adviceOwed: true, adviceWaiver: false, adviceRecord: null });
  expect(await listed()).toMatchObject({ adviceOwed: true });
  const woken = app.woken.count;
  const body = given();
  const { status, body: record } = await advise(body);
  const at = new Date(app.clock.now).toISOString();
  expect([status, record]).toEqual([201, { ...body, applicationId: id, username: 'lukas.weber', at }]);
  expect(await details()).toMatchObject({ adviceOwed: false, adviceWaiver: false, adviceRecord: record });
  expect(await listed()).not.toHaveProperty('adviceOwed');
  expect(app.woken.count).toBe(woken + 1);
  const deeds = ['lukas.weber details_opened', 'lukas.weber advice_recorded'];
  expect(await deedsOf(app, id)).toEqual(deeds);
  await app.outbox.runOnce();
  const recipient = { recipientEmail: 'johanna.sommer@mail.example', recipientName: 'Johanna Sommer' };
  const [mail] = await mails();
  expect(mail).toMatchObject({ ...recipient, adviceRecordId: body.id, status: 'sent' });
  const text = (await Bun.file(`${app.folder}/mail/${mail?.id}.eml`).text()).replace(/=\r?\n/g, '');
  // in both parts
  for (const part of ['Das Pferd geht ins Gel', 'Die Kolik soll gedeckt sein.', 'Empfohlen wurde der Top'])
    expect(text.split(part)).toHaveLength(3);
});

describe('advice is refused', () => {
  const settled = { status: 409, body: { message: 'Zu diesem Antrag ist keine Beratung offen.' } };

  test('if the applicant has waived it, or it was given', async () => {
    const waived = await completed(true);
    expect(await waived.details()).toMatchObject({ adviceOwed: false, adviceWaiver: true });
    const given = await completed();
    await given.advise();
    for (const { advise } of [waived, given]) expect(await advise()).toMatchObject(settled);
  });

  test('for an open application, and for one that was completed before advice could be waived', async () => {
    const { id } = await filled(app);
    const old = await completed();
    await setApplication(app, old.id, { adviceOwed: false });
    for (const one of [id, old.id])
      expect(await office.lukas.ask('POST', href(api.advice, { id: one }), given())).toMatchObject(settled);
    expect(await old.mails()).toEqual([]);
  });

  test('not for 2,000 letters, line breaks and tabs', async () => {
    const wishes = `a\r\n\r\n\tb\rc${'ä'.repeat(1993)}`;
    const { status, body } = await (await completed()).advise(given({ wishes }));
    expect([status, body.wishes]).toEqual([201, `a\n\n\tb\nc${'ä'.repeat(1993)}`]);
  });
});

test('a deleted application takes its advice and the mail with it', async () => {
  const { id, advise, mails, records } = await completed();
  await advise();
  await office.lukas.ask('DELETE', href(api.staffApplication, { id }));
  expect([await records(), await mails(), (await advise()).status]).toEqual([[], [], 404]);
});
