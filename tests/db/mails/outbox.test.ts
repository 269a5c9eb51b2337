import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { markBounced } from '#db/mails/bounces';
import { claimDueMails, nextDueAt } from '#db/mails/claims';
import { markSent, markUnsent, releaseFromFuture, releaseLeases } from '#db/mails/leases';
import { missingMails } from '#db/mails/log';
import { queueMail } from '#db/mails/outbox';
import { applications, contactData } from '#db/schema/applications';
import { outbox } from '#db/schema/mails';
import { linkMs } from '#domain/access-links';
import { stoppedSentence } from '#domain/mails/kinds';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';
import { johanna } from '#tests/support/people';

const leaseMs = 60_000;
let box: Fixture;
beforeEach(async () => {
  box = await openOutbox();
});
afterEach(() => box.remove());

const claim = (owner: string, limit = 10) => claimDueMails(box.db, { now: box.clock.now(), owner, limit });

describe('a queued mail', () => {
  test('is due at once', async () => {
    const id = await box.queue();
    const fresh = { status: 'pending', attempts: 0, attemptedAt: null, error: null };
    expect(await box.row(id)).toMatchObject(fresh as object);
    expect(await nextDueAt(box.db)).toBe(box.clock.now());
  });

  test('is not stored if its transaction fails', async () => {
    const mail = { emailType: 'completion', recipientEmail: 'johanna@sommer.example' } as const;
    const queued = box.db.write(async (tx) => {
      await queueMail(tx, { ...mail, subject: 'x', now: box.clock.now() });
      throw new Error('the fact did not happen');
    });
    await expect(queued).rejects.toThrow('the fact did not happen');
    expect(await nextDueAt(box.db)).toBeNull();
  });

  test('is deleted with the application that it is about', async () => {
    const applicationId = await box.addApplication();
    const id = await box.queue({ applicationId });
    expect(await missingMails(box.db, [id])).toEqual([]);
    await box.deleteApplication(applicationId);
    expect(await missingMails(box.db, [id])).toEqual([id]);
  });
});

describe('claiming', () => {
  test('leases the oldest due mails and nothing else', async () => {
    const first = await box.queue();
    box.clock.advance(1);
    const second = await box.queue();
    await box.queue({ now: box.clock.now() + 1 });
    const claimed = await claim('one', 2);
    expect(claimed.map((mail) => mail.id).sort()).toEqual([first, second].sort());
    expect(claimed[0]).toMatchObject({
      leaseOwner: 'one',
      nextAttemptAt: box.clock.now() + leaseMs,
      attempts: 0,
    });
    expect(await claim('two')).toEqual([]);
  });

  test('gives each mail to one worker only', async () => {
    for (let count = 0; count < 20; count++) await box.queue();
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => claim(owner, 7)));
    const ids = claims.flat().map((mail) => mail.id);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  test('takes over a mail when its lease has ended and not before', async () => {
    const id = await box.queue();
    await claim('dead');
    box.clock.advance(leaseMs - 1);
    expect(await claim('heir')).toEqual([]);
    box.clock.advance(1);
    expect((await claim('heir')).map((mail) => mail.id)).toEqual([id]);
  });
});

test('an address from which a mail came back gets what staff send and no automatic mail, however many are due before', async () => {
  const returned = await box.queue();
  await box.db.write((tx) =>
    markBounced(tx, returned, { at: box.clock.now(), code: '5.1.1', report: 'r', stops: true }),
  );
  for (let count = 0; count < 70; count += 1) await box.queue({ emailType: 'privacy_link' });
  const stopped = await box.queue({ emailType: 'withdrawal_notice' });
  const asked = await box.queue({ emailType: 'access_link' });
  const byHand = await box.queue({ emailType: 'withdrawal_notice', byHand: true });
  box.clock.advance(linkMs('privacy') + 1);
  expect((await claim('one')).map(({ id }) => id)).toEqual([asked, byHand]);
  expect(await box.row(stopped)).toMatchObject({ status: 'failed', error: stoppedSentence });
});

test.each([
  [0, 1],
  [1, 0],
])(
  'the link to the own data is sent as long as it is valid, and %i ms later to %i people',
  async (late, count) => {
    await box.queue({ emailType: 'privacy_link' });
    box.clock.advance(linkMs('privacy') + late);
    expect(await claim('one')).toHaveLength(count);
    expect(await box.db.read.select().from(outbox)).toHaveLength(count);
  },
);

test.each([
  ['Johanna@Sommer.example', 1],
  ['kim@sommer.example', 0],
])('a link to an application whose address is %s by now is sent to %i people', async (email, count) => {
  const applicationId = await box.addApplication();
  const contact = { ...johanna['contact-data'], id: crypto.randomUUID(), applicationId, email };
  await box.db.write((tx) => tx.insert(contactData).values(contact));
  await box.queue({ applicationId, emailType: 'access_link' });
  expect(await claim('one')).toHaveLength(count);
});

describe('a reminder of an application whose reminders were stopped', () => {
  async function queueReminders(count: number) {
    const applicationId = await box.addApplication();
    await consent(applicationId, true);
    await Promise.all(
      Array.from({ length: count }, () => box.queue({ applicationId, emailType: 'reminder_first' })),
    );
    return applicationId;
  }
  const become = (id: string, values: object) =>
    box.db.write((tx) => tx.update(applications).set(values).where(eq(applications.id, id)));
  const stop = (id: string) => become(id, { remindersStoppedAt: 1 });
  const consent = (id: string, reminderConsent: boolean) => become(id, { reminderConsent });
  const waiting = () => box.db.read.select({ id: outbox.id }).from(outbox);

  test('is deleted instead of claimed if the consent was taken back, unless staff sent it', async () => {
    const applicationId = await queueReminders(1);
    const byHand = await box.queue({ applicationId, emailType: 'reminder_second', byHand: true });
    await consent(applicationId, false);
    expect((await claim('one')).map(({ id }) => id)).toEqual([byHand]);
    expect(await waiting()).toEqual([{ id: byHand }]);
  });

  test('is deleted instead of claimed when it is due again', async () => {
    const applicationId = await queueReminders(1);
    expect(await claim('dead')).toHaveLength(1);
    await stop(applicationId);
    expect(await claim('heir')).toEqual([]);
    expect(await waiting()).toHaveLength(1);
    box.clock.advance(leaseMs);
    expect(await claim('heir')).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('does not delay other mails, however many there are', async () => {
    // more than one look finds
    await stop(await queueReminders(60));
    box.clock.advance(1);
    const id = await box.queue();
    expect((await claim('one', 2)).map((mail) => mail.id)).toEqual([id]);
    expect(await waiting()).toEqual([{ id }]);
  });
});

describe('a result', () => {
  type Attempt = { id: string; owner: string; now: number };
  const attempt = (id: string, owner = 'one'): Attempt => ({ id, owner, now: box.clock.now() });
  const laterMs = 15_000;
  const results = {
    sent: (of: Attempt) => markSent(box.db, of),
    delayed: (of: Attempt) =>
      markUnsent(box.db, { ...of, error: '451: later', nextAttemptAt: of.now + laterMs }),
    refused: (of: Attempt) => markUnsent(box.db, { ...of, error: '550: no', nextAttemptAt: null }),
  };
  const names = Object.keys(results) as (keyof typeof results)[];

  test.each<[keyof typeof results, object, number | null]>([
    ['sent', { status: 'sent', error: null }, null],
    ['delayed', { status: 'pending', error: '451: later' }, laterMs],
    ['refused', { status: 'failed', error: '550: no' }, null],
  ])('%s is stored with its time', async (name, row, dueIn) => {
    const id = await box.queue();
    await claim('one');
    expect(await results[name](attempt(id))).toBe(true);
    const stored = { ...row, attempts: 1, attemptedAt: box.clock.now(), leaseOwner: null };
    expect(await box.row(id)).toMatchObject(stored);
    expect(await nextDueAt(box.db)).toBe(dueIn && box.clock.now() + dueIn);
  });

  test.each(names)('%s of a worker that has lost its lease changes nothing', async (name) => {
    const id = await box.queue();
    await claim('slow');
    box.clock.advance(leaseMs);
    await claim('heir');
    const before = await box.row(id);
    expect(await results[name](attempt(id, 'slow'))).toBe(false);
    expect(await box.row(id)).toEqual(before);
  });

  test('cannot be reported twice', async () => {
    const id = await box.queue();
    await claim('one');
    await results.sent(attempt(id));
    expect(await results.refused(attempt(id))).toBe(false);
    expect(await box.row(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });
});

test('a restarted single instance releases all leases at once and does not touch waiting retries', async () => {
  const leased = await box.queue();
  const waiting = await box.queue();
  await claim('dead');
  const now = box.clock.now();
  await markUnsent(box.db, { id: waiting, owner: 'dead', now, error: 'x', nextAttemptAt: now + 15_000 });
  expect(await releaseLeases(box.db, now)).toBe(1);
  expect((await claim('reborn')).map((mail) => mail.id)).toEqual([leased]);
});

test('a mail that is due later than any retry becomes due now, and other mails and leases stay as they are', async () => {
  const latest = box.clock.now() + 3_600_000;
  const ahead = await box.queue({ now: latest + 1 });
  const longest = await box.queue({ now: latest });
  const inDoubt = await box.queue({ now: latest + 1 });
  await box.db.write((tx) => tx.update(outbox).set({ inDoubt: 1 }).where(eq(outbox.id, inDoubt)));
  const leased = await box.queue();
  await claimDueMails(box.db, { now: latest, owner: 'ahead', limit: 1 });
  const release = () =>
    releaseFromFuture(box.db, { now: box.clock.now(), latest, latestInDoubt: latest + 1 });
  expect([await release(), await release()]).toEqual([1, 0]);
  expect(await box.row(ahead)).toMatchObject({ nextAttemptAt: box.clock.now() });
  expect(await box.row(longest)).toMatchObject({ nextAttemptAt: latest });
  expect(await box.row(inDoubt)).toMatchObject({ nextAttemptAt: latest + 1 });
  expect(await box.row(leased)).toMatchObject({ leaseOwner: 'ahead', nextAttemptAt: latest + leaseMs });
});
