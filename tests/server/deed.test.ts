/** Deeds over a real database: what they leave, and which ones are refused as wrong. */
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { auditLog } from '#db/schema/staff';
import { rateLimits } from '#db/schema/system';
import { type Deed, perform } from '#server/deed';
import { refusals } from '#server/refusal';
import { setApp } from '#tests/support/app';

const app = setApp();
const antje = { id: 'antje', username: 'antje.brandt' };

const add = ({ tx }: Deed, key: string) => tx.insert(rateLimits).values({ key, count: 1, endsAt: 1 });
const isStored = async (key: string) =>
  (await app.db.read.select().from(rateLimits).where(eq(rateLimits.key, key))).length === 1;
const rowsOf = (subjectId: string) =>
  app.db.read.select().from(auditLog).where(eq(auditLog.subjectId, subjectId));

test('a deed writes, records who did it, and returns its result', async () => {
  const result = await perform(app.context, antje, async (deed) => {
    await add(deed, 'done');
    await deed.record('case_changed', ['done']);
    return 'a result';
  });
  expect(result).toBe('a result');
  expect(await isStored('done')).toBe(true);
  expect(await rowsOf('done')).toMatchObject([{ userId: 'antje', action: 'case_changed' }]);
});

test('a refused deed stores nothing, and does not make those that share its commit run again', async () => {
  let runs = 0;
  const others = Array.from({ length: 8 }, (_, index) =>
    perform(app.context, null, async (deed) => {
      runs += 1;
      await add(deed, `other ${index}`);
    }),
  );
  const refused = perform(app.context, null, async () => {
    throw refusals.idTaken();
  });
  await expect(refused).rejects.toMatchObject({ status: 409 });
  await Promise.all(others);
  expect(runs).toBe(8);
});

test('a failed deed is rolled back, and what runs again is done once', async () => {
  const before = app.woken.count;
  let runs = 0;
  // about different things: they begin at once, so that the second cannot be too late for the commit of the first
  const other = perform(
    app.context,
    null,
    async (deed) => {
      runs += 1;
      await add(deed, 'beside the failed one');
      deed.wakeMail();
    },
    'other',
  );
  const failing = perform(
    app.context,
    null,
    async (deed) => {
      await add(deed, 'failed');
      throw new Error('A bug.');
    },
    'failing',
  );
  await expect(failing).rejects.toThrow('A bug.');
  await other;
  expect([await isStored('failed'), await isStored('beside the failed one')]).toEqual([false, true]);
  expect([runs, app.woken.count - before]).toEqual([2, 1]);
});

test('a deed whose mails are held back wakes nobody', async () => {
  const before = app.woken.count;
  await perform(app.context, null, (deed) => deed.mail('privacy_link_requested', {}, { to: [] }));
  expect(app.woken.count).toBe(before);
});

test('the files of all mails that a deed erases go', async () => {
  const { folder, context } = app;
  const ids = Array.from({ length: 3 }, () => crypto.randomUUID());
  for (const id of ids) await Bun.write(join(folder, 'mail', `${id}.eml`), 'a mail');
  await perform(context, null, async ({ erase }) => {
    for (const id of ids.slice(1)) erase([id]);
  });
  expect(await context.mailer.kept()).toEqual(ids.slice(0, 1));
});

describe('a wrong deed is a bug, and stores nothing', () => {
  const wrong: [name: string, act: (deed: Deed) => Promise<unknown>, message: string][] = [
    ['staff write without an audit row', (deed) => add(deed, 'wrong'), 'no row in the audit log'],
    [
      'a refusal after a write',
      async (deed) => {
        await add(deed, 'wrong');
        throw refusals.notFound();
      },
      'refused after it had written',
    ],
  ];

  test.each(wrong)('%s', async (_, act, message) => {
    await expect(perform(app.context, antje, act)).rejects.toThrow(message);
    expect(await isStored('wrong')).toBe(false);
  });

  test('unless it says why it needs no row, or changes nothing', async () => {
    await perform(app.context, antje, async (deed) => {
      await add(deed, 'explained');
      deed.unrecorded('a test');
    });
    await perform(app.context, antje, ({ tx }) =>
      tx.delete(rateLimits).where(eq(rateLimits.key, 'no such key')),
    );
    expect(await isStored('explained')).toBe(true);
  });

  test('a row of the audit log needs an actor', async () => {
    await expect(perform(app.context, null, ({ record }) => record('case_changed', ['x']))).rejects.toThrow(
      'Nobody',
    );
  });
});
