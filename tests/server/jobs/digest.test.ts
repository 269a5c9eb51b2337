/** The mail in the morning: when, to whom, once, and what takes its reason away. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { users } from '#db/schema/staff';
import { api } from '#domain/urls';
import { createDigest } from '#server/jobs/jobs';
import { openDesk } from '#tests/server/features/backoffice/cases/desk';
import { hire, type Staff } from '#tests/server/features/backoffice/staff';
import { sendJson } from '#tests/server/features/callbacks/callback-wish';
import { renderQueuedMail } from '#tests/server/mails/written';
import { mailsOf } from '#tests/support/stored';

// 30 November 2026 is a Monday
const morning = '2026-11-30T06:30:00Z';
let desk: Awaited<ReturnType<typeof openDesk>>;
beforeEach(async () => {
  desk = await openDesk();
  await want(desk.lukas, 'lukas@sattelfest.example');
});

async function want({ user, ask }: Staff, email: string) {
  await desk.app.db.write((tx) => tx.update(users).set({ email }).where(eq(users.id, user.id)));
  expect((await ask('PATCH', api.currentUser, { digest: true })).status).toBe(200);
}

/** In an instance that has just started. */
function run(iso: string): Promise<void> {
  desk.app.clock.now = Date.parse(iso);
  return createDigest(desk.app.context)();
}
const mails = () => mailsOf(desk.app, 'digest');
const recipients = async () => (await mails()).map(({ recipientEmail }) => recipientEmail).toSorted();

async function call() {
  expect((await sendJson(desk.app)).ok).toBe(true);
}

describe('it comes', () => {
  test.each([
    ['at half past seven', morning],
    ['later to who was down', '2026-11-30T10:59:59Z'],
    ['at half past seven in summer', '2027-07-01T05:30:00Z'],
  ])('%s', async (_, iso) => {
    await desk.open();
    await run(iso);
    expect(await recipients()).toEqual(['lukas@sattelfest.example']);
  });

  test.each([
    ['before', '2026-11-30T06:29:59Z'],
    ['when the morning is over', '2026-11-30T11:00:00Z'],
    ['on a Saturday', '2026-11-28T06:30:00Z'],
    ['on a holiday', '2026-12-25T06:30:00Z'],
  ])('not %s', async (_, iso) => {
    await desk.open();
    await run(iso);
    expect(await recipients()).toEqual([]);
  });

  test('to each account that wants it, but none that is away that day', async () => {
    await desk.open();
    const kim = await hire(desk.app, 'kim', 'sachbearbeiter');
    await want(kim, 'kim@sattelfest.example');
    await kim.ask('PATCH', api.currentUser, { digest: false });
    await want(desk.antje, 'antje@sattelfest.example');
    await desk.antje.ask('PATCH', api.currentUser, { awayUntil: '2026-11-30' });
    await run(morning);
    expect(await recipients()).toEqual(['lukas@sattelfest.example']);
    await run('2026-12-01T06:30:00Z');
    expect(await recipients()).toEqual([
      'antje@sattelfest.example',
      'lukas@sattelfest.example',
      'lukas@sattelfest.example',
    ]);
  });

  test('not on a day on which nothing waits at half past seven', async () => {
    await run(morning);
    await call();
    await run('2026-11-30T08:00:00Z');
    expect(await recipients()).toEqual([]);
    await run('2026-12-01T06:30:00Z');
    expect(await recipients()).toHaveLength(1);
  });
});

test('once a day in several instances at the same moment, and after a restart', async () => {
  await desk.open();
  await Promise.all([run(morning), run(morning), run(morning)]);
  await run('2026-11-30T07:00:00Z');
  expect(await recipients()).toHaveLength(1);
});

test('once a day also if it fails before the mails are queued: it begins anew', async () => {
  await desk.open();
  const { db } = desk.app;
  await db.write((tx) =>
    tx.run(sql`create trigger killed before insert on outbox begin select raise(abort, 'killed'); end`),
  );
  desk.app.clock.now = Date.parse(morning);
  const ofInstance = createDigest(desk.app.context);
  await expect(ofInstance()).rejects.toThrow();
  await db.write((tx) => tx.run(sql`drop trigger killed`));
  // in the same instance, which may as well only have lost its database
  for (const _ of [1, 2]) await ofInstance();
  expect(await recipients()).toHaveLength(1);
  await run('2026-11-30T06:31:00Z');
  expect(await recipients()).toHaveLength(1);
});

test('once a day also after a clock that was ahead was set right', async () => {
  await desk.open();
  await run('2026-12-02T06:30:00Z');
  await run(morning);
  expect(await recipients()).toHaveLength(2);
});

test('what it says is how much is due, has no assignee or waits for a call when it is sent', async () => {
  for (const followUpOn of ['2026-11-30', '2026-12-01']) {
    const id = await desk.open();
    await desk.app.db.write((tx) => tx.update(cases).set({ followUpOn }).where(eq(cases.applicationId, id)));
  }
  await call();
  await run(morning);
  await call();
  const { subject, text } = await written();
  expect(subject).toBe('Ihr Tag am 30.11.2026');
  expect(text.match(/\d+ (fällig|nicht|neue)/g)).toEqual(['1 fällig', '2 nicht', '2 neue']);
  expect(text).not.toMatch(/Sommer|Fjölnir|lukas/i);
});

test.each<[string, () => unknown]>([
  ['that nothing waits any more', () => desk.app.db.write((tx) => tx.delete(cases))],
  [
    'that it is another day',
    () => {
      desk.app.clock.now += 24 * 3_600_000;
    },
  ],
])('what it says is nothing if its reason is gone: %s', async (_, end) => {
  await desk.open();
  await run(morning);
  await end();
  const [mail] = await mails();
  expect(mail && (await desk.app.context.subjectOf(mail))).toBeNull();
});

async function written() {
  const [mail] = await mails();
  const content = mail && (await renderQueuedMail(desk.app.context, mail));
  if (!content) throw new Error('There is no mail.');
  return content;
}
