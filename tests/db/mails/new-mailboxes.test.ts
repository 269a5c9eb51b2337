import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { storedIn } from '#db/mails/caps';
import {
  claimDueMails,
  contactsWithin,
  forgetContacts,
  type NewMailboxRule,
  oldestWaiting,
  sentMails,
} from '#db/mails/claims';
import { markSent, markUnsent } from '#db/mails/leases';
import { mailContacts, outbox } from '#db/schema/mails';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';
import { planOf } from '#tests/db/support/query-plan';

const hour = 3_600_000;
let box: Fixture;
beforeEach(async () => {
  box = await openOutbox();
});
afterEach(() => box.remove());

const newMailboxes: NewMailboxRule = { hash: (key) => key, total: 1, onTotal: async () => {} };
const claim = (owner: string, limit = 4) =>
  claimDueMails(box.db, { now: box.clock.now(), owner, limit, newMailboxes });
const queueFor = (names: readonly string[]) =>
  Promise.all(
    names.map((name) =>
      box.queue({ emailType: 'callback_confirmation', recipientEmail: `${name}@post.example` }),
    ),
  );

test('workers that claim at the same time share the hour', async () => {
  await queueFor(Array.from({ length: 8 }, (_, place) => `gast${place}`));
  const claims = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => claim(owner, 1)));
  expect(claims.flat()).toHaveLength(4);
  expect(await box.db.read.select().from(mailContacts)).toHaveLength(4);
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
  const write = spyOn(box.db, 'write');
  expect([await forgetContacts(box.db, old), await forgetContacts(box.db, old)]).toEqual([2, 0]);
  // an idle instance takes no lock
  expect(write).toHaveBeenCalledTimes(1);
  const left = await box.db.read.select({ mailbox: mailContacts.mailboxHash }).from(mailContacts);
  expect(left).toEqual([{ mailbox: 'lu@post.example' }]);
});

test('a mail that was put off is not late, and one that failed at its first attempt is', async () => {
  await queueFor(['jo', 'kim', 'lu', 'mo', 'no']);
  const begun = box.clock.now();
  for (const { id } of await claim('a', 5)) await markSent(box.db, { id, owner: 'a', now: box.clock.now() });
  expect(await oldestWaiting(box.db)).toBeNull();
  box.clock.advance(hour + 1);
  const [mail] = await claim('b');
  expect(await oldestWaiting(box.db)).toBe(begun);
  const retry = { error: 'no', nextAttemptAt: box.clock.now() + hour, now: box.clock.now() };
  await markUnsent(box.db, { id: mail?.id ?? '', owner: 'b', ...retry });
  expect(await oldestWaiting(box.db)).toBe(begun);
});

test('a mail that an instance leased before it died waits, too', async () => {
  const ids = await queueFor(['jo', 'kim', 'lu', 'mo', 'no']);
  const last = ids[4] ?? '';
  await claim('a', 4);
  const dead = { leaseOwner: 'dead', nextAttemptAt: box.clock.now() - 1, error: null };
  await box.db.write((tx) => tx.update(outbox).set(dead).where(eq(outbox.id, last)));
  expect(await claim('b')).toEqual([]);
  box.clock.advance(hour + 1);
  expect((await claim('c', 9)).map(({ id }) => id)).toContain(last);
});

test('looking for known mailboxes reads neither the whole outbox nor all contacts', async () => {
  const { read } = box.db;
  const sent = (await planOf(read, sentMails.bind(storedIn(['jo.sommer+x@gmail.com'])))).join();
  expect(sent.match(/SEARCH outbox USING INDEX outbox_mailbox/g)).toHaveLength(2);
  expect(sent).not.toContain('SCAN outbox');
  expect((await planOf(read, contactsWithin.bind({ since: 0, now: 1 }))).join()).toContain(
    'SEARCH mail_contacts USING INDEX mail_contacts_at',
  );
});
