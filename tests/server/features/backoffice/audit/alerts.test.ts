/** What one account does too often is reported to the operator. */
// ASVS 2.1.3, 2.3.2
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { auditLog } from '#db/schema/staff';
import { mailKinds } from '#domain/mails/kinds';
import { api, href } from '#domain/urls';
import { createReadings } from '#server/features/backoffice/readings';
import type { TestApp } from '#tests/support/app';
import { openMailServer } from '#tests/support/smtp';
import { auditOf, mailsOf } from '#tests/support/stored';
import { openOffice, type Staff } from '../staff';

const minute = 60_000;
const team = 'team@sattelfest.example';

async function open(env: Record<string, string> = {}) {
  const office = await openOffice({ env: { MAIL_INTERNAL_TO: team, ...env } });
  const { app } = office;
  /** Kind, account and number of each alert. */
  const alerts = async () =>
    (await auditOf(app))
      .filter(({ action }) => action.startsWith('many_'))
      .map(({ action, username, subjectId }) => `${action} ${username} ${subjectId}`);
  const mails = async () => await mailsOf(app, 'security_alert');
  return { ...office, alerts, mails };
}

async function begin({ db, clock }: TestApp, count: number, completedAt: number | null = null) {
  const rows = Array.from({ length: count }, () => ({ id: crypto.randomUUID(), completedAt }));
  const times = { createdAt: clock.now, updatedAt: clock.now };
  await db.write((tx) => tx.insert(applications).values(rows.map((row) => ({ ...row, ...times }))));
  return rows.map(({ id }) => id);
}

/** Reads all at once, as a file does. */
const readAll = ({ context }: TestApp, { user }: Staff, ids: readonly string[]) =>
  createReadings(context)(
    user,
    'handover_opened',
    async () => ids,
    (some) => some,
  );

/** Opens the details of the last two, and reads all before at once. */
async function openAll(app: TestApp, staff: Staff, ids: readonly string[]) {
  await readAll(app, staff, ids.slice(0, -2));
  for (const id of ids.slice(-2))
    expect((await staff.ask('GET', href(api.details, { id }))).status).toBe(200);
}

describe('opening more than 120 applications in 10 minutes', () => {
  test('is reported once an hour for each account', async () => {
    const { app, antje, lukas, alerts, mails } = await open();
    const ids = await begin(app, 122);
    await openAll(app, lukas, ids.slice(0, 120));
    await openAll(app, lukas, ids.slice(0, 120));
    expect(await alerts()).toEqual([]);
    await openAll(app, lukas, ids.slice(120));
    expect(await alerts()).toEqual(['many_opened lukas.weber 121']);
    await openAll(app, antje, ids);
    app.clock.now += 60 * minute - 1;
    await openAll(app, lukas, ids);
    expect(await alerts()).toEqual(['many_opened lukas.weber 121', 'many_opened antje.brandt 121']);
    app.clock.now += 10 * minute;
    await openAll(app, lukas, ids);
    expect((await alerts()).length).toBe(3);
    expect((await mails()).map(({ recipientEmail }) => recipientEmail)).toEqual([team, team, team]);
  });

  test('counts neither slow work nor several readings of one application', async () => {
    const { app, lukas, alerts } = await open();
    const ids = await begin(app, 130);
    await openAll(app, lukas, ids.slice(0, 70));
    for (const id of ids.slice(0, 70)) await lukas.ask('GET', href(api.evidence, { id }));
    app.clock.now += 10 * minute;
    await openAll(app, lukas, ids.slice(70));
    expect(await alerts()).toEqual([]);
  });

  test('is reported once by calls at the same time', async () => {
    const { app, lukas, alerts } = await open();
    const ids = await begin(app, 140);
    await openAll(app, lukas, ids.slice(0, 110));
    await Promise.all(ids.slice(110).map((id) => lukas.ask('GET', href(api.details, { id }))));
    expect((await alerts()).length).toBe(1);
  });
});

describe('deleting more than 20 completed applications in an hour', () => {
  test('is reported, in one call or in several', async () => {
    const { app, antje, lukas, alerts } = await open();
    const ids = await begin(app, 43, app.clock.now);
    const bulk = (staff: Staff, applicationIds: string[]) =>
      staff.ask('POST', api.bulkDelete, { applicationIds });
    await bulk(antje, ids.slice(0, 20));
    expect(await alerts()).toEqual([]);
    await bulk(lukas, ids.slice(20, 42));
    expect(await alerts()).toEqual(['many_deleted lukas.weber 22']);
    app.clock.now += 59 * minute;
    await antje.ask('DELETE', href(api.staffApplication, { id: ids[42] ?? '' }));
    expect((await alerts()).at(-1)).toBe('many_deleted antje.brandt 21');
    expect(app.woken.count).toBe(2);
  });

  test('is reported although a transaction has to run twice', async () => {
    const { app, lukas, alerts, mails } = await open();
    const ids = await begin(app, 60, app.clock.now);
    const { write } = app.db;
    app.db.write = async (work, about) => {
      await write(async (tx) => {
        await work(tx);
        throw new Error('rolled back');
      }, about).catch(() => {});
      return await write(work, about);
    };
    await lukas.ask('POST', api.bulkDelete, { applicationIds: ids });
    expect([await alerts(), (await mails()).length]).toEqual([['many_deleted lukas.weber 25'], 1]);
  });

  test('is not open ones, and not more than 20 over two hours', async () => {
    const { app, lukas, alerts } = await open();
    const [opened, completed] = [await begin(app, 40), await begin(app, 40, app.clock.now)];
    await lukas.ask('POST', api.bulkDelete, { applicationIds: [...opened, ...completed.slice(0, 20)] });
    app.clock.now += 60 * minute;
    await lukas.ask('POST', api.bulkDelete, { applicationIds: completed.slice(20) });
    expect(await alerts()).toEqual([]);
    const deleted = await app.db.read.$count(auditLog, eq(auditLog.action, 'completed_application_deleted'));
    expect(deleted).toBe(40);
  });
});

describe('the mail', () => {
  test('names account, number and span, links to the audit log, and says nothing about visitors', async () => {
    const server = await openMailServer();
    const { app, antje, lukas, mails } = await open({ SMTP_URL: server.url });
    const ids = await begin(app, 121);
    // at the same instant
    await openAll(app, lukas, ids);
    await openAll(app, antje, ids);
    const [mail] = await mails();
    expect(mail).toMatchObject({ applicationId: null, recipientName: '' });
    // the number is that of the alert, whatever has happened since
    await openAll(app, lukas, await begin(app, 5));
    await app.outbox.runOnce();
    const [first, second] = await server.received(2);
    expect([first?.to, second?.to]).toEqual([[team], [team]]);
    for (const [sent, name] of [
      [first, 'lukas.weber'],
      [second, 'antje.brandt'],
    ] as const) {
      expect(sent?.email.subject).toBe(`${mailKinds.security_alert.label}: Viele Anträge geöffnet (${name})`);
      for (const text of [sent?.email.text, sent?.email.html]) {
        for (const part of [name, '121', '10 Minuten', 'http://localhost:3000/backoffice/audit-log'])
          expect(text).toContain(part);
        expect(ids.filter((id) => text?.includes(id))).toEqual([]);
      }
    }
    expect((await mails()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });
});
