import { describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as schema from '#db/schema/applications';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { deedsOf, openOffice, statusesOf } from '#tests/server/features/backoffice/staff';
import type { TestApp } from '#tests/support/app';
import { completed, filled } from '#tests/support/applications';
import { createVisitor } from '#tests/support/people';
import { openMailServer } from '#tests/support/smtp';
import { auditOf } from '#tests/support/stored';
import { rare, tracesOf } from '#tests/support/traces';

const bulk = '/api/backoffice/applications/bulk-delete';

describe('deleting an application', () => {
  test('at the same time as somebody else leaves one audit entry, with the id alone', async () => {
    const { app, antje, lukas } = await openOffice();
    const visitor = await filled(app);
    const path = href(api.staffApplication, { id: visitor.id });
    expect(await statusesOf([antje.ask('DELETE', path), lukas.ask('DELETE', path)])).toEqual([200, 404]);
    const [row, ...more] = await auditOf(app);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ action: 'application_deleted', subjectId: visitor.id, address: null });
  });

  test('while its mail is being sent leaves no mail behind', async () => {
    const server = await openMailServer();
    const { app, lukas } = await openOffice({ env: { SMTP_URL: server.url } });
    const visitor = await completed(app, rare);
    const { reached, release } = server.hold();
    const delivered = app.outbox.runOnce();
    await reached;
    expect((await lukas.ask('DELETE', href(api.staffApplication, { id: visitor.id }))).status).toBe(200);
    release();
    await delivered;
    await app.db.checkpoint();
    expect(await tracesOf(app)).toEqual([]);
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
    for (const id of [one, two]) expect(await deedsOf(app, id)).toEqual(['lukas.weber application_deleted']);
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
