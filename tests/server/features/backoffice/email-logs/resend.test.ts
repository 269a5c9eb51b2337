/** Staff send a failed mail again. */
import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { isoOf } from '#domain/time';
import { api, href } from '#domain/urls';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { createVisitor, johanna, sentence } from '#tests/support/people';
import { startMailServer } from '#tests/support/smtp';

type Log = { id: string; emailType: string; status: string; attempts: number; errorMessage: string | null };

async function office() {
  const server = await startMailServer();
  const { app, lukas } = await openOffice({ env: { SMTP_URL: server.url } });
  const visitor = createVisitor(app);
  await visitor.fill(johanna);
  const logs = async () =>
    ((await lukas.ask('GET', `${api.emailLogs}?type=completion`)).body as { logs: Log[] }).logs;
  return { server, app, lukas, visitor, logs };
}

describe('a failed mail', () => {
  test('shows its attempts and the reason, and is delivered when it is sent again', async () => {
    const { server, app, lukas, visitor, logs } = await office();
    server.refuse(550, 'No such mailbox');
    await visitor.complete();
    await app.outbox.runOnce();
    const [failed] = await logs();
    expect(failed).toMatchObject({ status: 'failed', successful: false, attempts: 1 });
    expect(failed?.errorMessage).toContain('550');

    server.accept();
    const answer = await lukas.ask('POST', href(api.resendMail, { id: failed?.id ?? '' }));
    expect(answer).toMatchObject({ status: 200, body: { message: sentence } });
    expect((await logs())[0]).toMatchObject({ status: 'pending', attempts: 0 });
    await app.outbox.runOnce();
    expect((await logs())[0]).toMatchObject({ status: 'sent', successful: true, errorMessage: null });
    expect(server.mails.filter(({ to }) => to.includes('johanna.sommer@mail.example'))).toHaveLength(1);
    await server.stop();
  });

  test('that is sent again is in the audit log, without an address', async () => {
    const { server, app, lukas, visitor, logs } = await office();
    server.refuse(550, 'No such mailbox');
    await visitor.complete();
    await app.outbox.runOnce();
    const id = (await logs())[0]?.id ?? '';
    await lukas.ask('POST', href(api.resendMail, { id }));
    const rows = await app.db.read.all(sql`select * from audit_log where action = 'mail_resent'`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).toContain(id);
    expect(JSON.stringify(rows)).not.toContain('@');
    await server.stop();
  });
});

describe('a mail that came back', () => {
  const returned = async () => {
    const { app, lukas, visitor, logs, server } = await office();
    await visitor.complete();
    await app.outbox.runOnce();
    const id = (await logs())[0]?.id ?? '';
    await app.db.write((tx) =>
      tx
        .update(outbox)
        .set({ status: 'bounced', bouncedAt: 1_000, bounceCode: '5.1.1', bounceReport: 'a'.repeat(64) })
        .where(eq(outbox.id, id)),
    );
    return { app, lukas, logs, id, server };
  };

  test('says when and why, and is sent again by itself: the report is remembered', async () => {
    const { app, lukas, logs, id, server } = await returned();
    const bounced = { successful: false, status: 'bounced', bouncedAt: isoOf(1_000), bounceCode: '5.1.1' };
    expect((await logs())[0]).toMatchObject(bounced);
    expect((await lukas.ask('POST', href(api.resendMail, { id }))).status).toBe(200);
    const again = { status: 'pending', attempts: 0, bouncedAt: null, bounceCode: null };
    expect((await logs())[0]).toMatchObject(again);
    const [row] = await app.db.read.select().from(outbox).where(eq(outbox.id, id));
    expect(row?.bounceReport).toBe('a'.repeat(64));
    await app.outbox.runOnce();
    expect((await logs())[0]).toMatchObject({ status: 'sent', successful: true });
    await server.stop();
  });

  test('is left out when all that failed are sent again', async () => {
    const { app, lukas, logs, server } = await returned();
    expect((await lukas.ask('GET', api.emailLogs)).body.resendable).toBe(false);
    expect((await lukas.ask('POST', api.resendFailedMails)).body).toEqual({ queued: 0 });
    await app.outbox.runOnce();
    expect((await logs())[0]).toMatchObject({ status: 'bounced' });
    await server.stop();
  });
});

test('a mail that was delivered, does not exist or has an invalid id cannot be sent again', async () => {
  const { server, app, lukas, visitor, logs } = await office();
  await visitor.complete();
  await app.outbox.runOnce();
  const id = (await logs())[0]?.id ?? '';
  expect((await lukas.ask('POST', href(api.resendMail, { id }))).status).toBe(409);
  expect((await lukas.ask('POST', href(api.resendMail, { id: crypto.randomUUID() }))).status).toBe(404);
  expect((await lukas.ask('POST', href(api.resendMail, { id: '1234' }))).status).toBe(422);
  await server.stop();
});
