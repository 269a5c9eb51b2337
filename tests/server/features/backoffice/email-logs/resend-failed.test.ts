/** Staff send all failed mails again (decision 017). */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import type { Staff } from '#tests/server/features/backoffice/staff';
import { begin, hour, mailsOf, open, patient, remind } from '#tests/server/jobs/reminder-case';
import { stopPath } from '#tests/support/mail-links';
import { createVisitor } from '#tests/support/people';

type Office = Awaited<ReturnType<typeof open>>;

const resendFailed = (staff: Staff) => staff.ask('POST', api.resendFailedMails);
const isOffered = async (staff: Staff) => (await staff.ask('GET', api.emailLogs)).body.resendable;

/** Makes every mail that `work` sends fail permanently. */
async function whileRefused({ server }: Office, work: () => Promise<unknown>) {
  server.refuse(550, 'No such mailbox');
  await work();
  server.accept();
}

async function completed({ app }: Office) {
  const visitor = createVisitor(app);
  await visitor.fill(patient);
  await visitor.complete();
  await app.outbox.runOnce();
}

describe('all mails that failed', () => {
  test('are sent again, also by a case handler, with an audit entry for each', async () => {
    const office = await open();
    const { app, lukas, server } = office;
    expect(await isOffered(lukas)).toBe(false);
    await whileRefused(office, () => completed(office));
    expect(await isOffered(lukas)).toBe(true);
    const failed = (await mailsOf(app)).map(({ id }) => id);
    const woken = app.woken.count;
    expect(await resendFailed(lukas)).toMatchObject({ status: 200, body: { queued: 2 } });
    expect(app.woken.count).toBe(woken + 1);
    expect(await isOffered(lukas)).toBe(false);
    expect(await mailsOf(app)).toMatchObject(Array(2).fill({ status: 'pending', attempts: 0 }));
    await app.outbox.runOnce();
    expect(server.mails).toHaveLength(2);
    const rows = await app.db.read.select().from(auditLog).where(eq(auditLog.action, 'mail_resent'));
    expect(rows.map(({ subjectId }) => subjectId).toSorted()).toEqual(failed.toSorted());
    expect(JSON.stringify(rows)).not.toContain('@');
  });

  test('are none if nothing failed: nothing is sent or recorded', async () => {
    const office = await open();
    await completed(office);
    expect(await resendFailed(office.lukas)).toMatchObject({ status: 200, body: { queued: 0 } });
    expect(await office.app.db.read.select().from(auditLog)).toEqual([]);
    expect((await mailsOf(office.app)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('may be more than fit into one transaction', async () => {
    const { app, lukas } = await open();
    const times = { createdAt: 1, nextAttemptAt: 1, attemptedAt: 1 };
    const rows = Array.from({ length: 1_100 }, () => ({
      id: crypto.randomUUID(),
      emailType: 'callback_confirmation' as const,
      recipientEmail: 'gast@post.example',
      subject: 'Ihr Rückruf',
      status: 'failed' as const,
      ...times,
    }));
    await app.db.write((tx) => tx.insert(outbox).values(rows));
    expect((await resendFailed(lukas)).body).toEqual({ queued: 1_100 });
    expect(await app.db.read.select({ id: auditLog.id }).from(auditLog)).toHaveLength(1_100);
  });
});

describe('a failed reminder is not sent again', () => {
  const ended = {
    completed: async (_: Office, visitor: ReturnType<typeof createVisitor>) => visitor.complete(),
    stopped: async ({ app }: Office, { id }: { id: string }) => app.ask('POST', await stopPath(app, id)),
    deleted: ({ lukas }: Office, { id }: { id: string }) =>
      lukas.ask('DELETE', href(api.staffApplication, { id })),
  };
  test.each(['completed', 'stopped', 'deleted'] as const)('if its application was %s', async (end) => {
    const office = await open();
    const { app, lukas, server, after } = office;
    const visitor = createVisitor(app);
    await visitor.fill(patient);
    await whileRefused(office, () => after(24 * hour));
    const [reminder] = await mailsOf(app);
    await ended[end](office, visitor);
    await app.outbox.runOnce();
    const sent = server.mails.length;
    expect(await isOffered(lukas)).toBe(false);
    expect((await resendFailed(lukas)).body).toEqual({ queued: 0 });
    const alone = await lukas.ask('POST', href(api.resendMail, { id: reminder?.id ?? '' }));
    expect(alone.status).toBe(end === 'deleted' ? 404 : 409);
    await app.outbox.runOnce();
    expect(server.mails).toHaveLength(sent);
    // the mail log still contains it
    const still = (await mailsOf(app)).filter(({ id }) => id === reminder?.id);
    expect(still.map(({ status }) => status)).toEqual(end === 'deleted' ? [] : ['failed']);
  });

  test('if another one was tried after it, so that nobody gets two at once', async () => {
    const office = await open();
    const { app, lukas, server } = office;
    const { id } = await begin(app, patient);
    await whileRefused(office, async () => {
      await remind(lukas, id, 'first');
      await remind(lukas, id, 'first');
      await remind(lukas, id, 'second');
    });
    expect((await resendFailed(lukas)).body).toEqual({ queued: 1 });
    await app.outbox.runOnce();
    expect(server.mails.map(({ email }) => email.subject)).toEqual([expect.stringMatching(/^Dürfen wir/)]);
    expect(await isOffered(lukas)).toBe(false);
  });
});
