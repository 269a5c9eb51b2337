/** Limits and pauses after a clock that was three hours ahead has been set right. */
import { afterEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { auditLog } from '#db/schema/staff';
import { api, href, pages } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';
import { root } from '#tests/support/server';
import { sendJson } from './features/callbacks/callback-wish';

const app = setApp({ env: { RATE_LIMIT: 'on' } });
const threeHours = 3 * 3_600_000;
afterEach(() => {
  app.clock.ahead = 0;
  // nothing counts for the next test
  app.clock.now += 24 * 3_600_000;
});

describe('what was reached while it was ahead is over after its own time', () => {
  test.each<[string, number, () => unknown]>([
    ['callbacks', 60_000, async () => (await sendJson(app)).status],
    ['pages', 60_000, async () => (await app.ask('GET', pages.withdrawal)).status],
    ['calls', 60_000, async () => (await app.ask('GET', api.tariffs)).status],
    ['wrong passwords', 15 * 60_000, async () => (await signIn()).status],
  ])('%s', async (_, windowMs, ask) => {
    app.clock.ahead = threeHours;
    const usual = await ask();
    await exhaust(ask);
    app.clock.ahead = 0;
    app.clock.now += windowMs + 1;
    expect(await ask()).toBe(usual);
  });

  test('an opening, which is recorded again', async () => {
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    await visitor.complete();
    const { id } = visitor;
    const headers = await app.signIn();
    const open = async () => {
      expect((await app.ask('GET', href(api.details, { id }), { headers })).status).toBe(200);
      return (await app.db.read.select().from(auditLog).where(eq(auditLog.subjectId, id))).length;
    };
    app.clock.ahead = threeHours;
    const first = await open();
    expect(await open()).toBe(first);
    app.clock.ahead = 0;
    expect(await open()).toBe(first + 1);
    expect(await open()).toBe(first + 1);
  });
});

/** Conditions that have one end, each with its reason. */
const oneEnded: Record<string, string> = {
  'mails/caps.ts gt(createdAt, now - longestMs)': 'what it keeps is counted by `isWithin`',
  'withdrawals.ts gt(withdrawals.receivedAt, after)': 'who has just declared must see the receipt',
  'staff/users.ts gt(sessions.createdAt, begun)': 'nobody is signed out because a clock was set',
  'staff/users.ts gt(sessions.lastUsedAt, used)': 'the next use sets it right',
  'staff/users.ts gt(sessions.lastUsedAt, now)': 'this is what sets it right',
  'access-links.ts gt(expiresAt, now)': 'the mail says until when the link is valid',
  'mails/reminders.ts gte(expiresAt, now)': 'the offer says until when it is valid',
  'preparations.ts gt(preparations.expiresAt, now)': 'the mail says until when the link is valid',
  'key-rotation.ts gt(applicationId, after)': 'no instant',
};

test('a query that asks for what is recent says until when', () => {
  const folder = join(root, 'db');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!statements|schema.*)\.ts$/.test(name),
  );
  const found = files.flatMap((file) =>
    Array.from(
      readFileSync(join(folder, file), 'utf8').matchAll(
        /\bgte?\([\w.]+, (?:since|after|begun|used|now\b[^)]*)\)/g,
      ),
      ([condition]) => `${file} ${condition}`,
    ),
  );
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(oneEnded).toSorted());
});

async function exhaust(ask: () => unknown): Promise<void> {
  for (let calls = 0; calls < 3000; calls += 1) if ((await ask()) === 429) return;
  throw new Error('There is no limit.');
}

const signIn = () =>
  app.ask('POST', api.login, { body: { username: crypto.randomUUID(), password: 'falsch-genug' } });
