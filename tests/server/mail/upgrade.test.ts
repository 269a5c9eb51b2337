/** Mails that the version before queued are sent with the subject that they have. */
import { afterAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { outbox } from '#db/schema/mails';
import { migratedUpTo } from '#tests/db/support/migrated';
import { scratch } from '#tests/db/support/processes';
import { startApp, testNow } from '#tests/support/app';
import { afterThisTest } from '#tests/support/endings';
import { startMailServer } from '#tests/support/smtp';

const here = scratch();
afterAll(() => here.remove());

const before = 19;
const team = 'team@sattelfest.example';
const prefix = 'Sicherheitshinweis:';

const alerts: [action: string, subjectId: string, auditId: number | null, subject: string, text: string][] = [
  ['many_opened', '121', 1, `${prefix} Viele Anträge geöffnet (lukas.weber)`, 'Das Konto lukas.weber hat'],
  ['user_deleted', 'gone', 2, `${prefix} Benutzer gelöscht (kim.lange)`, 'das Konto kim.lange gelöscht'],
  // of one instant, and of a version whose mails named no row
  [
    'many_listed',
    '130',
    null,
    `${prefix} Viele Personen in Listen (lukas.weber)`,
    '130 verschiedene Personen',
  ],
  ['many_deleted', '21', null, `${prefix} Viele Anträge gelöscht (lukas.weber)`, '21 abgeschlossene Anträge'],
];

async function queueBefore(db: Database): Promise<void> {
  await db.write(async (tx) => {
    for (const [place, [action, subjectId, auditId, subject]] of alerts.entries()) {
      await tx.run(sql`insert into audit_log (id, at, user_id, username, action, subject_id)
        values (${place + 1}, ${testNow}, 'u', 'lukas.weber', ${action}, ${subjectId})`);
      await tx.run(sql`insert into outbox
        (id, email_type, recipient_email, audit_id, subject, created_at, next_attempt_at)
        values (${crypto.randomUUID()}, 'security_alert', ${team}, ${auditId}, ${subject}, ${testNow}, ${testNow})`);
    }
    await tx.run(sql`insert into callback_requests (id, name, phone, email, preferred_time, source, created_at)
      values ('c', 'Jo Beck', '030 23125 100', 'jo@post.example', null, 'website', ${testNow})`);
    await tx.run(sql`insert into outbox
      (id, email_type, recipient_email, callback_request_id, subject, created_at, next_attempt_at)
      values (${crypto.randomUUID()}, 'callback_confirmation', 'jo@post.example', 'c', 'Ihr Rückruf', ${testNow}, ${testNow})`);
  });
}

const indexesOf = (db: Database) =>
  db.read.all(
    sql`select name, sql from sqlite_schema where tbl_name = 'outbox' and type = 'index' order by name`,
  );

test('the subject that a queued mail has stays, and alerts find their rows', async () => {
  const server = await startMailServer();
  afterThisTest(server.stop);
  const old = await migratedUpTo(here, before);
  await queueBefore(old);
  const indexes = await indexesOf(old);
  const [{ file = '' } = {}] = await old.read.all<{ file: string }>(
    sql`select file from pragma_database_list`,
  );
  await old.close();
  const app = await startApp({ env: { DATABASE_URL: `file:${file}`, SMTP_URL: server.url } });
  expect(await indexesOf(app.db)).toEqual(indexes);
  const rows = await app.db.read.select().from(outbox);
  expect(rows.slice(0, 4).map(({ auditId }) => auditId)).toEqual([1, 2, 3, 4]);
  await app.outbox.runOnce();
  const sent = (await server.received(5)).map(({ email }) => [email.subject, email.text] as const);
  for (const [, , , subject, text] of alerts)
    expect(sent.find(([title]) => title === subject)?.[1]).toContain(text);
  expect(sent.map(([title]) => title)).toContain('Ihr Rückruf');
});
