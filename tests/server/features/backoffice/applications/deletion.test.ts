import { describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  applications,
  contactData,
  horseData,
  policyholderInfo,
  sepaMandates,
  tariffSelections,
} from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { openOffice } from '#tests/server/features/backoffice/staff';
import type { TestApp } from '#tests/support/app';
import { createVisitor, johanna, matthias, sentence } from '#tests/support/people';
import { startMailServer } from '#tests/support/smtp';
import { rare, tracesOf } from '#tests/support/traces';

const bulk = '/api/backoffice/applications/bulk-delete';
const audit = ({ db }: TestApp) => db.read.select().from(auditLog);

describe('deleting an application', () => {
  test('leaves nothing of it in any file of the data folder', async () => {
    const { app, lukas } = await openOffice();
    const visitor = createVisitor(app);
    await visitor.fill(rare);
    await visitor.complete();
    const stays = createVisitor(app);
    await stays.fill(matthias);
    await stays.complete();
    await app.outbox.runOnce();
    expect(await readdir(join(app.folder, 'mail'))).toHaveLength(4);
    const before = await tracesOf(app);
    expect(before.filter((name) => name.endsWith('.eml'))).toHaveLength(2);
    expect(before.length).toBeGreaterThan(2);

    const { status, body } = await lukas.ask('DELETE', href(api.staffApplication, { id: visitor.id }));
    expect({ status, body }).toEqual({ status: 200, body: { message: sentence } });
    expect(await tracesOf(app)).toEqual([]);
    expect(await readdir(join(app.folder, 'mail'))).toHaveLength(2);

    const tables = [horseData, contactData, tariffSelections, policyholderInfo, sepaMandates, outbox];
    for (const table of tables) {
      const rows = await app.db.read.select({ applicationId: table.applicationId }).from(table);
      expect(new Set(rows.map(({ applicationId }) => applicationId))).toEqual(new Set([stays.id]));
    }
    expect((await visitor.application()).status).toBe(404);
    expect((await lukas.ask('GET', href(api.details, { id: visitor.id }))).status).toBe(404);
    expect((await lukas.ask('GET', '/api/backoffice/email-logs')).body.total).toBe(2);
  });

  test('leaves one audit entry with the user and nothing about the applicant', async () => {
    const { app, lukas } = await openOffice();
    const visitor = createVisitor(app);
    await visitor.fill(rare);
    await lukas.ask('DELETE', href(api.staffApplication, { id: visitor.id.toUpperCase() }));
    const [line, ...more] = await audit(app);
    expect(more).toEqual([]);
    expect(line).toEqual({
      id: 1,
      at: app.clock.now,
      userId: lukas.user.id,
      username: 'lukas.weber',
      action: 'application_deleted',
      subjectId: visitor.id,
      address: null,
      hash: line?.hash ?? null,
    });
  });

  test('that somebody else has just deleted returns 404 and adds no audit entry', async () => {
    const { app, antje, lukas } = await openOffice();
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    const answers = await Promise.all(
      [antje, lukas].map((one) => one.ask('DELETE', href(api.staffApplication, { id: visitor.id }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(answers.find(({ status }) => status === 404)?.body).toEqual({ message: sentence });
    expect(await audit(app)).toHaveLength(1);
  });

  test('while its mail is being sent leaves no mail behind', async () => {
    const server = await startMailServer();
    const { app, lukas } = await openOffice({ env: { SMTP_URL: server.url } });
    const visitor = createVisitor(app);
    await visitor.fill(rare);
    await visitor.complete();
    const { reached, release } = server.hold();
    const delivered = app.outbox.runOnce();
    await reached;
    expect((await lukas.ask('DELETE', href(api.staffApplication, { id: visitor.id }))).status).toBe(200);
    release();
    await delivered;
    await app.db.checkpoint();
    expect(await tracesOf(app)).toEqual([]);
    await server.stop();
  });
});

describe('deleting many applications', () => {
  const begin = async (app: TestApp, count: number) => {
    const now = app.clock.now;
    const ids = Array.from({ length: count }, () => crypto.randomUUID());
    for (let from = 0; from < count; from += 500) {
      const rows = ids.slice(from, from + 500).map((id) => ({ id, createdAt: now, updatedAt: now }));
      await app.db.write((tx) => tx.insert(applications).values(rows));
    }
    return ids;
  };

  test('counts each existing one once and skips unknown ids', async () => {
    const { app, lukas } = await openOffice();
    const [one = '', two = '', three = ''] = await begin(app, 3);
    const applicationIds = [one, two.toUpperCase(), one, crypto.randomUUID()];
    const { status, body } = await lukas.ask('POST', bulk, { applicationIds });
    expect({ status, body }).toEqual({ status: 200, body: { deletedCount: 2 } });
    expect((await lukas.list('/api/backoffice/applications')).map(({ id }) => id)).toEqual([three]);
    const lines = (await audit(app)).map(({ action, subjectId }) => `${action} ${subjectId}`);
    expect(lines.sort()).toEqual([`application_deleted ${one}`, `application_deleted ${two}`].sort());
  });

  test('deletes nothing if the list is empty', async () => {
    const { app, lukas } = await openOffice();
    await begin(app, 2);
    expect((await lukas.ask('POST', bulk, { applicationIds: [] })).body).toEqual({ deletedCount: 0 });
    expect(await lukas.list('/api/backoffice/applications')).toHaveLength(2);
  });

  test('accepts larger bodies than other calls, up to 1 MiB', async () => {
    const { app, lukas } = await openOffice();
    const known = await begin(app, 300);
    const unknown = Array.from({ length: 200 }, () => crypto.randomUUID());
    const applicationIds = Array(46)
      .fill([...unknown, ...known])
      .flat();
    const { status, body } = await lukas.ask('POST', bulk, { applicationIds });
    expect({ status, body }).toEqual({ status: 200, body: { deletedCount: 300 } });
    expect(await audit(app)).toHaveLength(300);
    const tooMany = Array.from({ length: 30_000 }, () => crypto.randomUUID());
    expect((await lukas.ask('POST', bulk, { applicationIds: tooMany })).status).toBe(413);
  });

  test('leaves nothing of them in any file', async () => {
    const { app, antje } = await openOffice();
    const visitors = [createVisitor(app), createVisitor(app)];
    for (const visitor of visitors) {
      await visitor.fill(rare);
      await visitor.complete();
    }
    await app.outbox.runOnce();
    await antje.ask('POST', bulk, { applicationIds: visitors.map(({ id }) => id) });
    expect(await tracesOf(app)).toEqual([]);
    expect(await readdir(join(app.folder, 'mail'))).toEqual([]);
  });
});
