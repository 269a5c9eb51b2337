/** Staff send a failed mail again. */
import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { isoOf } from '#domain/time';
import { api, href } from '#domain/urls';
import { setOffice } from '#tests/server/features/backoffice/staff';
import { completed } from '#tests/support/applications';
import { johanna, sentence } from '#tests/support/people';
import { startMailServer } from '#tests/support/smtp';
import { auditOf } from '#tests/support/stored';

type Log = { id: string; recipientEmail: string; status: string; errorMessage: string | null };

const server = await startMailServer();
afterAll(server.stop);
const office = setOffice({ env: { SMTP_URL: server.url } });
const { app } = office;
beforeEach(() => app.db.write((tx) => tx.delete(outbox)));
const resend = (id: string) => office.lukas.ask('POST', href(api.resendMail, { id }));

let count = 0;
/** The confirmation of a new application, which was tried once. */
async function confirmation({ refused = false } = {}) {
  const email = `johanna${count++}@mail.example`;
  if (refused) server.refuse(550, 'No such mailbox');
  await completed(app, { ...johanna, 'contact-data': { ...johanna['contact-data'], email } });
  await app.outbox.runOnce();
  server.accept();
  const log = async () => {
    const { body } = await office.lukas.ask('GET', `${api.emailLogs}?type=completion`);
    return (body.logs as Log[]).find(({ recipientEmail }) => recipientEmail === email);
  };
  return { email, log, id: (await log())?.id ?? '' };
}

test('a failed mail shows its attempts and the reason, and is delivered when it is sent again', async () => {
  const { email, log, id } = await confirmation({ refused: true });
  expect(await log()).toMatchObject({ status: 'failed', successful: false, attempts: 1 });
  expect((await log())?.errorMessage).toContain('550');
  expect(await resend(id)).toMatchObject({ status: 200, body: { message: sentence } });
  expect(await log()).toMatchObject({ status: 'pending', attempts: 0 });
  await app.outbox.runOnce();
  expect(await log()).toMatchObject({ status: 'sent', successful: true, errorMessage: null });
  expect(server.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
  const entries = await auditOf(app, 'mail_resent');
  expect(entries).toMatchObject([{ subjectId: id }]);
  expect(JSON.stringify(entries)).not.toContain('@');
});

describe('a mail that came back', () => {
  const bounceReport = 'a'.repeat(64);
  const returned = async () => {
    const mail = await confirmation();
    const bounce = { status: 'bounced', bouncedAt: 1_000, bounceCode: '5.1.1', bounceReport } as const;
    await app.db.write((tx) => tx.update(outbox).set(bounce).where(eq(outbox.id, mail.id)));
    return mail;
  };

  test('says when and why, and is sent again by itself: the report is remembered', async () => {
    const { log, id } = await returned();
    const bounced = { successful: false, status: 'bounced', bouncedAt: isoOf(1_000), bounceCode: '5.1.1' };
    expect(await log()).toMatchObject(bounced);
    expect((await resend(id)).status).toBe(200);
    const again = { status: 'pending', attempts: 0, bouncedAt: null, bounceCode: null };
    expect(await log()).toMatchObject(again);
    const [row] = await app.db.read.select().from(outbox).where(eq(outbox.id, id));
    expect(row?.bounceReport).toBe(bounceReport);
    await app.outbox.runOnce();
    expect(await log()).toMatchObject({ status: 'sent', successful: true });
  });

  test('is left out when all that failed are sent again', async () => {
    const { log } = await returned();
    expect((await office.lukas.ask('GET', api.emailLogs)).body.resendable).toBe(false);
    expect((await office.lukas.ask('POST', api.resendFailedMails)).body).toEqual({ queued: 0 });
    await app.outbox.runOnce();
    expect(await log()).toMatchObject({ status: 'bounced' });
  });
});

// one that does not exist: `ids.test.ts`
test('a mail that was delivered cannot be sent again', async () => {
  const { id } = await confirmation();
  expect((await resend(id)).status).toBe(409);
});
