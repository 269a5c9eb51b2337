import { afterEach, beforeEach, expect, test } from 'bun:test';
import { eq, gt } from 'drizzle-orm';
import { claimDueMails, oldestWaiting } from '#db/mails/claims';
import { forgetContacts, sentQuery, type Turns } from '#db/mails/first-contacts';
import { markSent } from '#db/mails/leases';
import { mailContacts, outbox } from '#db/schema/mails';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';
import { planOf } from '#tests/db/support/query-plan';

const hour = 3_600_000;
let box: Fixture;
beforeEach(async () => {
  box = await openOutbox();
});
afterEach(() => box.remove());

const turns: Turns = {
  hash: (key) => key,
  total: 2,
  onFull: async () => {},
  subjectOf: async (_, { recipientEmail }) => `An ${recipientEmail}`,
};
const claim = (owner: string, limit = 4) =>
  claimDueMails(box.db, { now: box.clock.now(), owner, limit, turns });
const queueFor = (names: readonly string[]) =>
  Promise.all(names.map((name) => box.queue({ recipientEmail: `${name}@post.example` })));

test('workers that claim at the same time share the hour', async () => {
  await queueFor(Array.from({ length: 8 }, (_, place) => `gast${place}`));
  const claims = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => claim(owner, 1)));
  expect(claims.flat()).toHaveLength(2);
  expect(await box.db.read.select().from(mailContacts)).toHaveLength(2);
});

test('several first mails to one mailbox count once', async () => {
  await queueFor(['jo', 'JO', 'jo+a', 'kim']);
  expect(await claim('a')).toHaveLength(4);
});

test('a mailbox is new again when it was forgotten', async () => {
  await queueFor(['jo', 'kim']);
  await claim('a');
  box.clock.advance(hour);
  await queueFor(['lu']);
  await claim('b');
  const old = box.clock.now();
  expect([await forgetContacts(box.db, old), await forgetContacts(box.db, old)]).toEqual([2, 0]);
  const left = await box.db.read.select({ mailbox: mailContacts.mailboxHash }).from(mailContacts);
  expect(left).toEqual([{ mailbox: 'lu@post.example' }]);
});

test('a mail that waits is leased as soon as there is room, and other mails before it', async () => {
  const [, , third] = await queueFor(['jo', 'kim', 'lu']);
  await claim('a');
  const staff = await box.queue({ emailType: 'internal_completion', recipientEmail: 'team@haus.example' });
  expect((await claim('b')).map(({ id }) => id)).toEqual([staff]);
  box.clock.advance(hour + 1);
  expect((await claim('c')).map(({ id }) => id)).toContain(third ?? '');
});

test('a mail is worded when it begins to wait, and once', async () => {
  await queueFor(['jo', 'kim']);
  await claim('a');
  await box.queue({ recipientEmail: 'lu@post.example', subject: null });
  await box.queue({ recipientEmail: 'mo@post.example', subject: 'Von früher' });
  const subjects = async () => (await box.db.read.select().from(outbox)).map(({ subject }) => subject);
  expect(await claim('b')).toEqual([]);
  expect((await subjects()).slice(2)).toEqual(['An lu@post.example', 'Von früher']);
});

test('a mail that has waited for its turn is not late when it has it', async () => {
  await queueFor(['jo', 'kim', 'lu']);
  for (const { id } of await claim('a')) await markSent(box.db, { id, owner: 'a', now: box.clock.now() });
  expect(await oldestWaiting(box.db)).toBeNull();
  box.clock.advance(hour + 1);
  expect(await claim('b')).toHaveLength(1);
  expect(await oldestWaiting(box.db)).toBe(box.clock.now());
});

test('a mail that an instance leased before it died waits for its turn, too', async () => {
  const [, , third] = await queueFor(['jo', 'kim', 'lu']);
  await claim('a', 2);
  const dead = { leaseOwner: 'dead', nextAttemptAt: box.clock.now() - 1, error: null };
  await box.db.write((tx) =>
    tx
      .update(outbox)
      .set(dead)
      .where(eq(outbox.id, third ?? '')),
  );
  expect(await claim('b')).toEqual([]);
  box.clock.advance(hour + 1);
  expect((await claim('c')).map(({ id }) => id)).toContain(third ?? '');
});

test('looking for known mailboxes reads neither the whole outbox nor all contacts', async () => {
  const { read } = box.db;
  const sent = (await planOf(read, sentQuery(read, ['jo.sommer+x@gmail.com']))).join();
  expect(sent.match(/SEARCH outbox USING INDEX outbox_mailbox/g)).toHaveLength(2);
  expect(sent).not.toContain('SCAN outbox');
  const hourly = read.select().from(mailContacts).where(gt(mailContacts.at, 1)).orderBy(mailContacts.at);
  expect((await planOf(read, hourly)).join()).toContain('SEARCH mail_contacts USING INDEX mail_contacts_at');
});
