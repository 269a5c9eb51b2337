/** The end of a trial: what it needs, what it erases, and what stays. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { evidence } from '#db/schema/law';
import { readNoted } from '#db/search/entries';
import { readSiteState, storeSiteState } from '#db/site-state';
import { eraseTrial } from '#db/trial';
import { api } from '#domain/urls';
import { seedDemo } from '#server/commands/demo';
import { ensureAdministrator } from '#server/features/auth/service';
import { changeSiteState, followSiteState } from '#server/features/backoffice/site-state';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { startApp, type TestApp } from '#tests/support/app';
import { begun, completed } from '#tests/support/applications';
import { givenByInsurer as given } from '#tests/support/documents';
import { filled } from '#tests/support/operator';
import { setState } from '#tests/support/site-state';
import { administrator } from '#tests/support/staff';
import { auditOf, rowsOf } from '#tests/support/stored';
import { rare, tracesOf } from '#tests/support/traces';
import { browserOf } from '../features/auth/browsers';

const actor = (username: string) => ({ id: username, username });
const toLive = { state: 'live' } as const;

async function openTrial(options: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(options);
  await setState(app, { state: 'trial' });
  return app;
}

/** In whose Startprüfung nothing is open but the second factor of the administrator. */
async function openReady() {
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', DRAFT_ACCESS: 'browser' };
  const app = await openTrial({ operator: filled, given, env });
  app.context.publicUrl = () => 'https://hufschutz.example';
  // no name server has answered
  app.context.mailRecords = async () => ({ domain: null, spf: null, dkim: null, dmarc: null });
  await ensureAdministrator(app.context, administrator);
  const admin = browserOf(app);
  await admin.signIn(administrator);
  return { app, admin };
}

test('waits for the open items of the Startprüfung', async () => {
  const { app, admin } = await openReady();
  const currentPassword = administrator.password;
  const put = () => admin.says('PUT', api.siteState, { ...toLive, currentPassword, ...admin.proof() });
  const open = async () => (await admin.ask('GET', api.siteState)).body.open;
  app.context.publicUrl = () => 'http://hufschutz.example';
  expect(await open()).toEqual(['public_url', 'second_factor']);
  expect(await put()).toEqual({ status: 409, body: { message: 'Noch 2 Punkte offen' } });
  app.context.publicUrl = () => 'https://hufschutz.example';
  expect(await put()).toEqual({ status: 409, body: { message: 'Noch 1 Punkt offen' } });
  await admin.protect(administrator);
  const body = { ...toLive, by: 'admin', open: [], reason: null };
  expect(await put()).toMatchObject({ status: 200, body });
  const [row] = await auditOf(app, 'site_state_changed');
  expect(row).toMatchObject({ username: 'admin', subjectId: 'trial → live' });
});

test('asked for by two at once is one end, by the first of them', async () => {
  const app = await openTrial();
  await begun(app);
  await Promise.all(['antje', 'kim'].map((name) => changeSiteState(app.context, actor(name), toLive)));
  expect(app.context.site.current()).toMatchObject({ ...toLive, by: 'antje', ending: null });
  expect(await auditOf(app, 'site_state_changed')).toHaveLength(1);
});

test('keeps of who ends it no more than the name, such as no hash of a password', async () => {
  const app = await openTrial();
  await app.db.write(async (tx) => {
    await tx.run(sql`create table seen as select ending from site_state`);
    await tx.run(sql`create trigger look after update of ending on site_state
      begin insert into seen values (new.ending); end`);
  });
  const account = { ...actor('antje'), passwordHash: 'secret' };
  await changeSiteState(app.context, account, toLive);
  const seen = await app.db.read.all<{ ending: string | null }>(sql`select ending from seen`);
  expect(seen.map(({ ending }) => ending && JSON.parse(ending))).toEqual([null, actor('antje'), null]);
});

test('erases nothing of a site that another instance has made live meanwhile', async () => {
  const app = await openTrial();
  await app.db.write((tx) => storeSiteState(tx, toLive));
  await completed(app);
  await eraseTrial(app.db);
  await followSiteState(app.context);
  const left = sql`select 1 from applications join outbox join evidence limit 1`;
  expect(await app.db.read.all(left)).toHaveLength(1);
});

test('is gone on with by whoever finds it begun', async () => {
  const app = await openTrial();
  await completed(app);
  await app.db.write((tx) => storeSiteState(tx, { ending: actor('antje') }));
  await followSiteState(app.context);
  expect(await readSiteState(app.db.read)).toMatchObject({ ...toLive, by: 'antje', ending: null });
  expect(await rowsOf(app, evidence)).toEqual([]);
});

test('leaves no trace in any file, also of what another instance has erased', async () => {
  const app = await openTrial();
  const toStaff = { ...rare['contact-data'], email: app.context.operator.mail.internalTo };
  await completed(app, { ...rare, 'contact-data': toStaff });
  await app.outbox.runOnce();
  expect(await tracesOf(app)).toContainEqual(expect.stringMatching(/^mail\//));
  await changeSiteState(app.context, actor('antje'), toLive);
  expect(await tracesOf(app)).toEqual([]);

  await setState(app, { state: 'trial' });
  await deleteWhatIsOver(app.context);
  await completed(app, { ...rare, 'contact-data': toStaff });
  await app.outbox.runOnce();
  await app.db.write((tx) => tx.run(sql`delete from outbox`));
  await setState(app, toLive);
  await deleteWhatIsOver(app.context);
  expect((await tracesOf(app)).filter((name) => name.startsWith('mail/'))).toEqual([]);
});

/** Accounts, tariffs, texts, the audit log, and what the product itself needs. */
const kept = [
  ...'__drizzle_migrations audit_chain audit_log documents erasures job_runs leases premium_options'.split(
    ' ',
  ),
  ...'rate_limits read_mailboxes recovery_codes sealed_keys second_factors sessions sign_in_failures'.split(
    ' ',
  ),
  ...'site_state sqlite_sequence tariff_benefits tariff_versions tariffs users wordings'.split(' '),
];

test('empties every table but those of the house', async () => {
  const app = await openTrial();
  const { cipher, operator } = app.context;
  await seedDemo(app.db, { cipher, operator, now: app.clock.now });
  await app.db.write(async (tx) => {
    for (const rest of whatTheCastLacks) await tx.run(sql.raw(`insert into ${rest}`));
  });
  await readNoted(app.db, 10_000);
  const [filled, empty] = await tablesOf(app);
  // else nothing would tell that they are emptied
  expect(empty.filter((name) => !kept.includes(name))).toEqual([]);
  await changeSiteState(app.context, actor('antje'), toLive);
  const [left] = await tablesOf(app);
  expect(left).toEqual([...filled, 'audit_log'].filter((name) => kept.includes(name)).toSorted());
});

const whatTheCastLacks = [
  "callback_calls select id, id, 0, 'x', 'reached', null, null, 0, 'x' from callback_requests limit 1",
  "deleted_mails (address_hash, email_type, follow_up, created_at) values ('x', 'offer', 0, 0)",
  "document_deliveries select id, 'x', null, '{}', 0 from applications limit 1",
  "funnel_archive values ('2026-11-20', 'website', 'begun', 1)",
  "handovers (id, at, username, format, count, sha256, request_hash, skipped) values ('x', 0, 'x', 'csv', 1, 'x', 'x', '[]')",
  "handover_items values ('x', 0, 'x')",
  "link_tokens (hash, kind, expires_at) values ('x', 'stop', 0)",
  "mail_contacts values ('x', 0, 'x')",
  "reminder_stops values ('x', 0)",
  "return_files (id, name, sha256, at, row_count) values ('x', 'x', 'x', 0, 1)",
  "return_mappings values ('x', '{}', 0)",
  "return_rows (return_id, line, cells) values ('x', 1, 'x')",
  "sent_forms values ('x', 'x', 0)",
];

async function tablesOf({ db }: TestApp): Promise<[filled: string[], empty: string[]]> {
  const tables = await db.read.all<{ name: string }>(
    sql`select name from sqlite_schema where type = 'table' order by name`,
  );
  const filled: string[] = [];
  const empty: string[] = [];
  for (const { name } of tables) {
    const rows = await db.read.all(sql.raw(`select 1 from "${name}" limit 1`));
    (rows.length > 0 ? filled : empty).push(name);
  }
  return [filled, empty];
}
