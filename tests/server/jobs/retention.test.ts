/** Abandoned applications, on the clock of the test: they are deleted without a trace, and not all at once. */
import { describe, expect, test } from 'bun:test';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { applications, contactData } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { queueDueReminders } from '#server/jobs/jobs';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { abandon } from '#tests/support/abandoned';
import { startApp, type TestApp } from '#tests/support/app';
import { type Applicant, createVisitor, kim, matthias, type Visitor } from '#tests/support/people';
import { openMailServer } from '#tests/support/smtp';
import { marks, rare, tracesOf } from '#tests/support/traces';
import { consenting } from './reminder-case';

const hour = 3_600_000;
const day = 24 * hour;

/** Runs the job once; returns how many open applications were deleted. */
async function deletedOf(context: Parameters<typeof deleteWhatIsOver>[0]): Promise<number> {
  return (await deleteWhatIsOver(context)).open_applications ?? 0;
}

/** Moves the clock, runs the job once, and returns how many were deleted. */
function after(app: TestApp, ms: number): Promise<number> {
  app.clock.now += ms;
  return deletedOf(app.context);
}
const afterDays = (app: TestApp, days: number) => after(app, days * day);

async function begin(app: TestApp, person: Applicant = consenting(rare)): Promise<Visitor> {
  const visitor = createVisitor(app);
  await visitor.fill(person);
  return visitor;
}

const isThere = async (visitor: Visitor) => (await visitor.application()).status === 200;

test.each([
  ['saved', (visitor: Visitor) => visitor.save('tariff-selection', kim['tariff-selection'])],
  ['moved to another step', (visitor: Visitor) => visitor.step(2)],
])('an open application that is %s meanwhile starts the whole period again', async (_, touch) => {
  const app = await startApp();
  const visitor = await begin(app);
  app.clock.now += 89 * day;
  await touch(visitor);
  expect(await afterDays(app, 90)).toBe(0);
  expect(await isThere(visitor)).toBe(true);
  expect(await afterDays(app, 1)).toBe(1);
});

test('an open application is kept for a configured fraction of a day', async () => {
  const app = await startApp({ env: { RETENTION_DAYS: '0.001' } });
  await begin(app);
  app.clock.now += 86_400;
  expect(await afterDays(app, 0)).toBe(0);
  app.clock.now += 1;
  expect(await afterDays(app, 0)).toBe(1);
});

describe('an open application without contact data', () => {
  const begun = async (app: TestApp) => {
    const visitor = createVisitor(app);
    await visitor.save('horse-data', kim['horse-data']);
    await visitor.save('policyholder-info', kim['policyholder-info']);
    return visitor;
  };
  const erased = async (app: TestApp, ms: number) => {
    app.clock.now += ms;
    return await deleteWhatIsOver(app.context);
  };

  test.each(['90', '0'])('is kept for a day, also if others are kept for %s days', async (days) => {
    const app = await startApp({ env: { RETENTION_DAYS: days } });
    const visitor = await begun(app);
    const other = await begun(app);
    expect(await erased(app, day)).toEqual({});
    await other.save('contact-data', kim['contact-data']);
    expect(await erased(app, 1)).toEqual({ contactless_applications: 1 });
    expect([await isThere(visitor), await isThere(other)]).toEqual([false, true]);
    expect(await erased(app, 2 * day)).toEqual({});
  });

  test('of which a flood left many does not wait for turns, and no other one goes with it', async () => {
    const app = await startApp();
    const kept = await abandon(app.db, 40, app.clock.now - 80 * day);
    const flood = Array.from({ length: 1500 }, () => crypto.randomUUID());
    const at = app.clock.now;
    await app.db.write(async (tx) => {
      await tx.insert(applications).values(flood.map((id) => ({ id, createdAt: at, updatedAt: at })));
    });
    expect(await erased(app, day + 1)).toEqual({ contactless_applications: 1000 });
    expect(await erased(app, 0)).toEqual({ contactless_applications: 500 });
    const left = await app.db.read.select({ id: applications.id }).from(applications);
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  });
});

test('the deletion during a delivery leaves no mail behind', async () => {
  const server = await openMailServer();
  const app = await startApp({ env: { SMTP_URL: server.url, RETENTION_DAYS: '2' } });
  await begin(app);
  app.clock.now += day;
  await queueDueReminders(app.context);
  const { reached, release } = server.hold();
  const delivered = app.outbox.runOnce();
  await reached;
  expect(await afterDays(app, 2)).toBe(1);
  release();
  await delivered;
  await app.db.checkpoint();
  expect(await tracesOf(app)).toEqual([]);
});

test('the deletion of many runs in batches, so that others can save in between', async () => {
  const app = await startApp();
  await abandon(app.db, 2_100, app.clock.now);
  const written = { count: 0 };
  const { write } = app.db;
  app.db.write = (work) => {
    written.count += 1;
    return write(work);
  };
  expect(await afterDays(app, 91)).toBe(105);
  expect(written.count).toBeGreaterThan(2);
  expect(await app.db.read.select({ id: applications.id }).from(applications)).toHaveLength(1_995);
  expect(await app.db.read.select({ of: contactData.applicationId }).from(contactData)).toHaveLength(1_995);
});

test('the deletion continues if a file cannot be deleted, and logs this without a name', async () => {
  const app = await startApp({ env: { LOG_LEVEL: 'info' } });
  const failed: string[] = [];
  const deleteFile = async (id: string) => {
    failed.push(id);
    throw new Error('EACCES: wacholderbeere@holunder.example');
  };
  const context = { ...app.context, mailer: { ...app.context.mailer, deleteFile } };
  const visitors = [await begin(app), await begin(app)];
  app.clock.now += day;
  await queueDueReminders(app.context);
  app.clock.now += 91 * day;
  expect(await deletedOf(context)).toBe(2);
  for (const visitor of visitors) expect(await isThere(visitor)).toBe(false);
  expect(failed).toHaveLength(2);
  const log = app.logged.join('');
  expect(log).toContain('mail_not_discarded');
  expect(log).toContain('"expired_data_erased","kind":"open_applications","count":2');
  expect(marks.filter((mark) => log.includes(mark))).toEqual([]);
  expect(await app.db.read.select().from(auditLog)).toEqual([]);
});

describe('a deletion whose process died', () => {
  test('before it emptied the write-ahead log is finished by the next one', async () => {
    const app = await startApp({ env: { RETENTION_DAYS: '0' } });
    await begin(app);
    await app.db.write((tx) => tx.delete(applications));
    expect(await tracesOf(app)).not.toEqual([]);
    await deleteWhatIsOver(app.context);
    expect(await tracesOf(app)).toEqual([]);
  });

  test('before it deleted its mails is finished by the next one, which keeps all other files', async () => {
    const app = await startApp();
    const visitor = await begin(app);
    await begin(app, consenting(matthias));
    app.clock.now += day;
    await queueDueReminders(app.context);
    await app.outbox.runOnce();
    await Bun.write(join(app.folder, 'mail', 'notes.txt'), 'of the operator');
    await Bun.write(join(app.folder, 'mail', `${crypto.randomUUID()}.eml.tmp`), 'Wacholderbeere');
    await app.db.write((tx) => tx.delete(applications).where(eq(applications.id, visitor.id)));
    await deleteWhatIsOver(app.context);
    expect(await tracesOf(app)).toEqual([]);
    const [stays] = await app.db.read.select({ id: outbox.id }).from(outbox);
    expect((await readdir(join(app.folder, 'mail'))).sort()).toEqual(
      [`${stays?.id}.eml`, 'notes.txt'].sort(),
    );
  });
});

const left = async ({ db }: TestApp) =>
  (await db.read.select({ id: applications.id }).from(applications)).length;

test.each([
  [21, [20, 1]],
  [410, [20, 20]],
  [450, [22, 21]],
])(
  'of %i applications one turn deletes 20, or 5 %% of the open ones if that is more, and the next turn is an hour later',
  async (all, turns) => {
    const app = await startApp();
    await abandon(app.db, all, app.clock.now);
    await after(app, 90 * day + 1 - hour);
    for (const deleted of turns) {
      expect(await after(app, hour - 1)).toBe(0);
      expect(await after(app, 1)).toBe(deleted);
    }
  },
);

test('a turn deletes the oldest applications first', async () => {
  const app = await startApp();
  const late = await abandon(app.db, 20, app.clock.now);
  await abandon(app.db, 20, app.clock.now - hour);
  expect(await after(app, 91 * day)).toBe(20);
  const rows = await app.db.read.select({ id: applications.id }).from(applications);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(late.toSorted());
});

test('completed applications do not count for the 5 %', async () => {
  const app = await startApp();
  await abandon(app.db, 600, app.clock.now);
  await app.db.write((tx) => tx.update(applications).set({ completedAt: 1 }).where(sql`rowid <= 300`));
  expect(await after(app, 91 * day)).toBe(20);
});

test('there is one turn per hour, however many instances run the job', async () => {
  const app = await startApp();
  await abandon(app.db, 50, app.clock.now);
  app.clock.now += 91 * day;
  const looks = [1, 2, 3].map(() => deletedOf({ ...app.context }));
  expect((await Promise.all(looks)).toSorted()).toEqual([0, 0, 20]);
});

test('a clock that jumps 91 days ahead deletes 20, and deletion continues when it is right again', async () => {
  const app = await startApp();
  await abandon(app.db, 30, app.clock.now);
  expect(await after(app, 91 * day)).toBe(20);
  expect(await after(app, -91 * day)).toBe(0);
  expect(await after(app, day / 2)).toBe(0);
  expect(await left(app)).toBe(10);
  await abandon(app.db, 5, app.clock.now - 100 * day);
  // the last turn lies in the future, so it counts as one of now
  expect(await after(app, 0)).toBe(0);
  expect(await after(app, hour - 1)).toBe(0);
  expect(await after(app, 1)).toBe(5);
  expect(await left(app)).toBe(10);
});

test('a database that a restore replaced is deleted with its log after 30 days, and no other file', async () => {
  const app = await startApp();
  const names = ['', '-1', '-wal'].map((end) => `app.db.before-restore-2026-11-20-09-00-00${end}`);
  const others = [
    'app.db.before-restore-2026-11-20-09-00-01',
    'app.db.before-restore-mine',
    'other.db.draft',
  ];
  for (const name of [...names, ...others]) await writeFile(join(app.folder, name), name);
  const there = async () =>
    (await readdir(app.folder)).filter((name) => [...names, ...others].includes(name));
  app.clock.now = Date.parse('2026-12-20T09:00:00Z');
  await deleteWhatIsOver(app.context);
  expect((await there()).toSorted()).toEqual([...names, ...others].toSorted());
  app.clock.now += 1;
  await deleteWhatIsOver(app.context);
  expect((await there()).toSorted()).toEqual(others.toSorted());
});
