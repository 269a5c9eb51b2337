/** The index by mailbox: it finds all spellings of an address, and reads nothing of other domains. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { asc, eq, sql } from 'drizzle-orm';
import { isAtMailboxes, mailboxKey, storedIn } from '#db/mails/caps';
import { sentMails } from '#db/mails/claims';
import { linkRecipientQuery } from '#db/mails/recipients';
import { addressColumns } from '#db/persons';
import { mailboxAsStored } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';
import { planOf } from '#tests/db/support/query-plan';

let box: Fixture;
beforeAll(async () => {
  box = await openOutbox();
  for (const recipientEmail of groups.flat()) await box.queue({ recipientEmail });
  await box.db.write((tx) => tx.update(outbox).set({ status: 'sent' }));
});
afterAll(() => box.remove());

/** Each group is one mailbox. */
const groups = [
  ['jo.s@post.example', 'JO.S@Post.Example', 'jo.s+pferd@post.example'],
  ['jos@post.example'],
  ['jo.s@müller.example', 'Jo.S@XN--MLLER-KVA.example', 'jo.s@MÜLLER.example', 'jo.s+x@ｍüller.example'],
  ['jo.s@straße.müller.example', 'jo.s@straße.xn--mller-kva.example', 'jo.s@xn--strae-oqa.Müller.EXAMPLE'],
  ['jo.s@xn--80ak6aa92e.example', 'jo.s@аррӏе.example', 'jo.s@АРРӏЕ.example'],
  ['jo.s@gmail.com', 'J.OS+a@GoogleMail.com', 'jos@ｇmail.com'],
  ['jo.s@ab--ü.example'],
  ['info@broker.example'],
  ['info@makler.example'],
];

test.each(groups)('%s and its other spellings are found by each of them', async (...group) => {
  for (const address of group) {
    const found = await read(address);
    expect(found.filter((email) => mailboxKey(email) === mailboxKey(address))).toEqual(group.toSorted());
    const sent = await sentMails(box.db.read, storedIn([address]));
    expect(sent.some(({ email }) => mailboxKey(email) === mailboxKey(address))).toBe(true);
  }
});

test('mails to the same local part at another domain are not read', async () => {
  expect(await read('info@other.example')).toEqual([]);
  expect(await read('info@broker.example')).toEqual(['info@broker.example']);
  expect(await sentMails(box.db.read, storedIn(['info@other.example']))).toEqual([]);
});

test('where the link of a browser went is known by the newest mails, without reading the others', async () => {
  const plan = (
    await planOf(box.db.read, linkRecipientQuery(box.db.read, 'author', { since: 1, now: 2 }))
  ).join();
  expect(plan).toContain('USING INDEX outbox_log_type (email_type=? AND attempted_at>? AND attempted_at<?)');
  expect(plan).toContain('USING INDEX outbox_log (attempted_at=?)');
  expect(plan).not.toMatch(/SCAN (outbox|applications)/);
});

test('whether a mailbox got a mail is known without reading all its mails', async () => {
  const email = 'team@haus.example';
  for (let count = 0; count < 5; count += 1)
    await box.queue({ emailType: 'internal_completion', recipientEmail: email });
  await box.db.write((tx) =>
    tx.update(outbox).set({ status: 'sent' }).where(eq(outbox.recipientEmail, email)),
  );
  expect(await sentMails(box.db.read, storedIn([email]))).toEqual([{ email }]);
});

test('what is in the index does not depend on the spelling of an address in ASCII', async () => {
  const rows = await box.db.read
    .select({ email: asStored, stored: sql<string>`${mailboxAsStored(outbox.recipientEmail)}` })
    .from(outbox);
  for (const { email, stored } of rows)
    if (/^[\0-\x7f]*$/.test(email) && !email.includes('--')) expect(stored).toBe(mailboxKey(email));
});

/** The column reads Punycode as words. */
const asStored = sql<string>`${outbox.recipientEmail}`;

/** The addresses that the index reads for this one. */
async function read(address: string): Promise<string[]> {
  const rows = await box.db.read
    .select({ email: asStored })
    .from(outbox)
    .where(isAtMailboxes(outbox.recipientEmail, [address]))
    .orderBy(asc(outbox.recipientEmail));
  return rows.map(({ email }) => email).toSorted();
}

test('all places with an address have an index by the same expression', async () => {
  const indexes = await box.db.read.all<{ sql: string }>(
    sql`select sql from sqlite_schema where type = 'index' and name like '%_mailbox'`,
  );
  const expressions = indexes.map(({ sql }) =>
    sql
      .slice(sql.indexOf('(') + 1)
      .replaceAll(/"(recipient|policyholder)_email"/g, '"email"')
      .replace(/\)$|,\s*[`"]created_at[`"]\)$/, ''),
  );
  expect(expressions).toHaveLength(Object.keys(addressColumns).length);
  expect(new Set(expressions).size).toBe(1);
});
