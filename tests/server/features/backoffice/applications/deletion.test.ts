/** Staff delete applications. What is left in no file: `tests/server/erasing`. */
import { describe, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { applications } from '#db/schema/applications';
import { auditLog } from '#db/schema/staff';
import { api, href } from '#domain/urls';
import { deedsOf, openOffice, statusesOf } from '#tests/server/features/backoffice/staff';
import type { TestApp } from '#tests/support/app';
import { completed, filled } from '#tests/support/applications';
import { openMailServer } from '#tests/support/smtp';
import { auditOf } from '#tests/support/stored';
import { rare, tracesOf } from '#tests/support/traces';

test('one that two delete at once leaves one audit entry, with the id alone', async () => {
  const { app, antje, lukas } = await openOffice();
  const { id } = await filled(app);
  const path = href(api.staffApplication, { id });
  expect(await statusesOf([antje.ask('DELETE', path), lukas.ask('DELETE', path)])).toEqual([200, 404]);
  const row = { action: 'application_deleted', subjectId: id, address: null } as const;
  expect(await auditOf(app)).toMatchObject([row]);
});

test('one whose mail is being sent leaves no mail behind', async () => {
  const server = await openMailServer();
  const { app, lukas } = await openOffice({ env: { SMTP_URL: server.url } });
  const { id } = await completed(app, rare);
  const { reached, release } = server.hold();
  const delivered = app.outbox.runOnce();
  await reached;
  expect((await lukas.ask('DELETE', href(api.staffApplication, { id }))).status).toBe(200);
  release();
  await delivered;
  await app.db.checkpoint();
  expect(await tracesOf(app)).toEqual([]);
});

describe('many', () => {
  const begin = async ({ clock, db }: TestApp, count: number) => {
    const times = { createdAt: clock.now, updatedAt: clock.now };
    const rows = Array.from({ length: count }, () => ({ id: crypto.randomUUID() as string, ...times }));
    await db.write((tx) => tx.insert(applications).values(rows));
    return rows.map(({ id }) => id);
  };
  const remove = async ({ lukas }: Awaited<ReturnType<typeof openOffice>>, applicationIds: string[]) => {
    const { status, body } = await lukas.ask('POST', api.bulkDelete, { applicationIds });
    return [status, body.deletedCount];
  };

  test('are each counted once, and unknown ids are skipped', async () => {
    const office = await openOffice();
    const [one = '', two = '', three = ''] = await begin(office.app, 3);
    expect(await remove(office, [])).toEqual([200, 0]);
    expect(await remove(office, [one, two.toUpperCase(), one, crypto.randomUUID()])).toEqual([200, 2]);
    expect((await office.lukas.list(api.staffApplications)).map(({ id }) => id)).toEqual([three]);
    for (const id of [one, two])
      expect(await deedsOf(office.app, id)).toEqual(['lukas.weber application_deleted']);
  });

  test('may be in a larger body than other calls take, up to 1 MiB', async () => {
    const office = await openOffice();
    const known = await begin(office.app, 300);
    const unknown = Array.from({ length: 200 }, () => crypto.randomUUID());
    const all = [...unknown, ...known];
    expect(await remove(office, Array(46).fill(all).flat())).toEqual([200, 300]);
    expect(await office.app.db.read.$count(auditLog)).toBe(300);
    expect(await remove(office, Array(30_000).fill(unknown[0]))).toEqual([413, undefined]);
  });

  test('leave nothing of them in any file', async () => {
    const office = await openOffice();
    const { app } = office;
    const ids = [(await completed(app, rare)).id, (await completed(app, rare)).id];
    await app.outbox.runOnce();
    expect(await remove(office, ids)).toEqual([200, 2]);
    expect([await tracesOf(app), await readdir(join(app.folder, 'mail'))]).toEqual([[], []]);
  });
});
