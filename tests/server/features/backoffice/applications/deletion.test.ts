import { describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as schema from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { auditOf, openOffice, statusesOf } from '#tests/server/features/backoffice/staff';
import type { TestApp } from '#tests/support/app';
import { createVisitor, johanna, matthias, sentence } from '#tests/support/people';
import { startMailServer } from '#tests/support/smtp';
import { rare, tracesOf } from '#tests/support/traces';

const bulk = '/api/backoffice/applications/bulk-delete';

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

    const { horseData, contactData, tariffSelections, policyholderInfo, sepaMandates } = schema;
    for (const table of [horseData, contactData, tariffSelections, policyholderInfo, sepaMandates, outbox]) {
      const rows = await app.db.read.select({ of: table.applicationId }).from(table);
      expect(new Set(rows.map(({ of }) => of))).toEqual(new Set([stays.id]));
    }
    expect((await visitor.application()).status).toBe(404);
    expect((await lukas.ask('GET', href(api.details, { id: visitor.id }))).status).toBe(404);
    expect((await lukas.ask('GET', '/api/backoffice/email-logs')).body.total).toBe(2);
  });

  test('at the same time as somebody else leaves one audit entry, with the id alone', async () => {
    const { app, antje, lukas } = await openOffice();
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    const path = href(api.staffApplication, { id: visitor.id });
    expect(await statusesOf([antje.ask('DELETE', path), lukas.ask('DELETE', path)])).toEqual([200, 404]);
    const [row, ...more] = await app.db.read.select().from(auditLog);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ action: 'application_deleted', subjectId: visitor.id, address: null });
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
      await app.db.write((tx) => tx.insert(schema.applications).values(rows));
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
    for (const id of [one, two]) expect(await auditOf(app, id)).toEqual(['lukas.weber application_deleted']);
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
    expect(await app.db.read.$count(auditLog)).toBe(300);
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
