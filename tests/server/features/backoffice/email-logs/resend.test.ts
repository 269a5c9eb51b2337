/** Staff send a failed mail again. */
import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
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
