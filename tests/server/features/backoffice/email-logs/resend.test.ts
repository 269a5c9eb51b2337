/** Staff send a failed mail again, or all that failed (decision 017). One that does not exist: `ids.test.ts`. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { isoOf } from '#domain/time';
import { api, href } from '#domain/urls';
import type { Staff } from '#tests/server/features/backoffice/staff';
import { begin, hour, mailsOf, open, patient, remind } from '#tests/server/jobs/reminder-case';
import { completed, filled } from '#tests/support/applications';
import { stopPath } from '#tests/support/mail-links';
import type { Visitor } from '#tests/support/people';
import { sentence } from '#tests/support/people';
import { auditOf } from '#tests/support/stored';

type Office = Awaited<ReturnType<typeof open>>;

const resend = (staff: Staff, id: string) => staff.ask('POST', href(api.resendMail, { id }));
const resendFailed = async (staff: Staff) => (await staff.ask('POST', api.resendFailedMails)).body.queued;
const logOf = async (staff: Staff) => (await staff.ask('GET', `${api.emailLogs}?type=completion`)).body;
const isOffered = async (staff: Staff) => (await logOf(staff)).resendable;
const shown = async (staff: Staff) => ((await logOf(staff)).logs as Record<string, unknown>[])[0];

/** Makes every mail that `work` sends fail permanently. */
async function whileRefused({ server }: Office, work: () => Promise<unknown>) {
  server.refuse(550, 'No such mailbox');
  await work();
  server.accept();
}

async function complete({ app }: Office) {
  await completed(app, patient);
  await app.outbox.runOnce();
}

/** The confirmation of a completed application. */
async function confirmation(office: Office): Promise<string> {
  await complete(office);
  return (await mailsOf(office.app)).find(({ emailType }) => emailType === 'completion')?.id ?? '';
}

describe('one mail', () => {
  test('that failed shows its attempts and the reason, and is delivered when it is sent again', async () => {
    const office = await open();
    const { app, lukas, server } = office;
    let id = '';
    await whileRefused(office, async () => {
      id = await confirmation(office);
    });
    const errorMessage = expect.stringContaining('550');
    expect(await shown(lukas)).toMatchObject({
      status: 'failed',
      successful: false,
      attempts: 1,
      errorMessage,
    });
    expect(await resend(lukas, id)).toMatchObject({ status: 200, body: { message: sentence } });
    expect(await shown(lukas)).toMatchObject({ status: 'pending', attempts: 0 });
    await app.outbox.runOnce();
    expect(await shown(lukas)).toMatchObject({ status: 'sent', successful: true, errorMessage: null });
    expect(server.mails).toHaveLength(1);
    const entries = await auditOf(app, 'mail_resent');
    expect(entries).toMatchObject([{ subjectId: id }]);
    expect(JSON.stringify(entries)).not.toContain('@');
    // it was delivered
    expect((await resend(lukas, id)).status).toBe(409);
  });

  test('that came back says when and why, and is sent again by itself alone: the report is remembered', async () => {
    const office = await open();
    const { app, lukas } = office;
    const id = await confirmation(office);
    const bounceReport = 'a'.repeat(64);
    const bounce = { status: 'bounced', bouncedAt: 1_000, bounceCode: '5.1.1', bounceReport } as const;
    await app.db.write((tx) => tx.update(outbox).set(bounce).where(eq(outbox.id, id)));
    const bounced = { successful: false, status: 'bounced', bouncedAt: isoOf(1_000), bounceCode: '5.1.1' };
    expect(await shown(lukas)).toMatchObject(bounced);
    expect([await isOffered(lukas), await resendFailed(lukas)]).toEqual([false, 0]);
    expect((await resend(lukas, id)).status).toBe(200);
    const again = { status: 'pending', attempts: 0, bouncedAt: null, bounceCode: null };
    expect(await shown(lukas)).toMatchObject(again);
    expect((await mailsOf(app)).find((mail) => mail.id === id)?.bounceReport).toBe(bounceReport);
    await app.outbox.runOnce();
    expect(await shown(lukas)).toMatchObject({ status: 'sent', successful: true });
  });
});

describe('all mails that failed', () => {
  test('are sent again, also by a case handler, with an audit entry for each', async () => {
    const office = await open();
    const { app, lukas, server } = office;
    await whileRefused(office, () => complete(office));
    expect(await isOffered(lukas)).toBe(true);
    const failed = (await mailsOf(app)).map(({ id }) => id);
    const woken = app.woken.count;
    expect(await resendFailed(lukas)).toBe(2);
    expect(app.woken.count).toBe(woken + 1);
    expect(await isOffered(lukas)).toBe(false);
    expect(await mailsOf(app)).toMatchObject(Array(2).fill({ status: 'pending', attempts: 0 }));
    await app.outbox.runOnce();
    expect(server.mails).toHaveLength(2);
    // nothing failed: nothing is sent or recorded
    expect(await resendFailed(lukas)).toBe(0);
    const rows = await auditOf(app, 'mail_resent');
    expect(rows.map(({ subjectId }) => subjectId).toSorted()).toEqual(failed.toSorted());
    expect((await mailsOf(app)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('may be more than fit into one transaction', async () => {
    const { app, lukas } = await open();
    const mail = { emailType: 'callback_confirmation', recipientEmail: 'gast@post.example' } as const;
    const tried = { createdAt: 1, nextAttemptAt: 1, attemptedAt: 1, status: 'failed' } as const;
    const rows = Array.from({ length: 1_100 }, () => ({ id: crypto.randomUUID(), ...mail, ...tried }));
    await app.db.write((tx) => tx.insert(outbox).values(rows));
    expect(await resendFailed(lukas)).toBe(1_100);
    expect(await auditOf(app)).toHaveLength(1_100);
  });
});

describe('a failed reminder is not sent again', () => {
  const ended: [end: string, act: (office: Office, visitor: Visitor) => unknown, status: number][] = [
    ['completed', (_, visitor) => visitor.complete(), 409],
    ['stopped', async ({ app }, { id }) => app.ask('POST', await stopPath(app, id)), 409],
    ['deleted', ({ lukas }, { id }) => lukas.ask('DELETE', href(api.staffApplication, { id })), 404],
  ];
  test.each(ended)('if its application was %s', async (_, act, status) => {
    const office = await open();
    const { app, lukas, server, after } = office;
    const visitor = await filled(app, patient);
    await whileRefused(office, () => after(24 * hour));
    const [reminder] = await mailsOf(app);
    await act(office, visitor);
    await app.outbox.runOnce();
    const sent = server.mails.length;
    expect([await isOffered(lukas), await resendFailed(lukas)]).toEqual([false, 0]);
    expect((await resend(lukas, reminder?.id ?? '')).status).toBe(status);
    await app.outbox.runOnce();
    expect(server.mails).toHaveLength(sent);
    // the mail log still contains it
    const still = (await mailsOf(app)).filter(({ id }) => id === reminder?.id);
    expect(still.map((mail) => mail.status)).toEqual(status === 404 ? [] : ['failed']);
  });

  test('if another one was tried after it, so that nobody gets two at once', async () => {
    const office = await open();
    const { app, lukas, server } = office;
    const { id } = await begin(app, patient);
    await whileRefused(office, async () => {
      for (const type of ['first', 'first', 'second']) await remind(lukas, id, type);
    });
    expect(await resendFailed(lukas)).toBe(1);
    await app.outbox.runOnce();
    expect(server.mails.map(({ email }) => email.subject)).toEqual([expect.stringMatching(/^Dürfen wir/)]);
    expect(await isOffered(lukas)).toBe(false);
  });
});
