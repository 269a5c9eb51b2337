/** An office that takes what comes back, with a completed application whose mails were sent. */
import { eq } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { api } from '#domain/urls';
import { openDesk } from '#tests/server/features/backoffice/cases/desk';
import type { TestApp } from '#tests/support/app';
import { type Applicant, johanna } from '#tests/support/people';

export const token = 'a-token-of-20-letters';
export const messageIdOf = (mailId: string) => `<${mailId}@sattelfest.example>`;
const env = { MAIL_IN_TOKEN: token, MAIL_FROM: 'post@sattelfest.example' };

export async function openPost(person: Applicant = johanna) {
  const desk = await openDesk({ env });
  const { app } = desk;
  const id = await desk.open(person);
  await app.outbox.runOnce();
  const mailOf = async (emailType: string) => {
    const mails = await app.db.read.select().from(outbox).where(eq(outbox.applicationId, id));
    const mail = mails.findLast((one) => one.emailType === emailType);
    if (!mail) throw new Error(`There is no mail ${emailType}`);
    return mail;
  };
  /** Asks something; returns the mail, which was sent. */
  const ask = async () => {
    const message = { id: crypto.randomUUID(), subject: 'Eine Frage', body: 'Ist das Pferd gesund?' };
    const { status } = await desk.change(id, { status: 'inquiry', message });
    if (status !== 200) throw new Error(`The message was answered with ${status}`);
    await app.outbox.runOnce();
    return await mailOf('case_inquiry');
  };
  return { ...desk, id, mailOf, ask, deliver: (raw: string | Uint8Array<ArrayBuffer>) => deliver(app, raw) };
}

export async function deliver(app: TestApp, raw: string | Uint8Array<ArrayBuffer>, headers = {}) {
  const bearer = { authorization: `Bearer ${token}` };
  const { status } = await app.ask('POST', api.mailIn, {
    raw,
    type: 'message/rfc822',
    headers: { ...bearer, ...headers },
  });
  return status;
}
