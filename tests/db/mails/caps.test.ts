/** The caps of one mailbox, for each kind of mail that has one. */
// ASVS 2.1.3, 2.3.2
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { isAtCap, recentMails, rememberMails, storedIn } from '#db/mails/caps';
import { deletedMails, outbox } from '#db/schema/mails';
import { type EmailType, emailTypes, mailCaps, mailKinds, mostMailsADay } from '#domain/mails/kinds';
import { dayMs } from '#domain/time';
import { type Fixture, openOutbox } from '#tests/db/support/outbox-fixture';
import { planOf } from '#tests/db/support/query-plan';

let box: Fixture;
beforeAll(async () => {
  box = await openOutbox();
});
beforeEach(() =>
  box.db.write(async (tx) => {
    await tx.delete(outbox);
    await tx.delete(deletedMails);
  }),
);
afterAll(() => box.remove());

const recipientEmail = 'jo@post.example';
const hash = (key: string) => `hash of ${key}`;
type Mail = { emailType: EmailType; recipientEmail?: string; followUp?: boolean };

const isFull = (mail: Mail) =>
  box.db.write((tx) => isAtCap(tx, hash, { recipientEmail, now: box.clock.now(), ...mail }));
const queue = (mail: Mail) => box.queue({ recipientEmail, ...mail });
async function queueMany(many: number, mail: Mail) {
  for (let count = 0; count < many; count += 1) await queue(mail);
}

const capped = emailTypes.flatMap((emailType) => {
  const { cap } = mailKinds[emailType];
  return cap === null ? [] : [{ emailType, cap, many: mailCaps[cap] }];
});

describe.each(capped)('$emailType', ({ emailType, many }) => {
  test(`is sent ${many} times in 24 hours to a mailbox, and then again`, async () => {
    await queue({ emailType });
    box.clock.advance(1);
    await queueMany(many - 2, { emailType });
    expect(await isFull({ emailType })).toBe(false);
    await queue({ emailType });
    expect(await isFull({ emailType })).toBe(true);
    expect(await isFull({ emailType, recipientEmail: 'jo@other.example' })).toBe(false);
    box.clock.advance(dayMs - 2);
    expect(await isFull({ emailType })).toBe(true);
    box.clock.advance(1);
    expect(await isFull({ emailType })).toBe(false);
  });
});

test.each(emailTypes.filter((type) => mailKinds[type].cap === null))('%s has no cap', async (emailType) => {
  for (const type of emailTypes) await queueMany(10, { emailType: type });
  expect(await isFull({ emailType })).toBe(false);
});

const one = 'callback_confirmation';

describe('the cap counts', () => {
  test.each([
    ['all spellings of a name', ['jo@müller.example', 'JO@MÜLLER.example', 'Jo@xn--mller-kva.example']],
    ['tags', ['jo+a@post.example', 'JO+b+c@post.example', 'jo+@post.example']],
    ['dots at Gmail', ['jo.sommer@gmail.com', 'j.o.sommer+x@googlemail.com', 'josommer@gmail.com']],
  ])('for one mailbox: %s', async (_, [first = '', ...spellings]) => {
    for (const spelled of [first, ...spellings]) await queue({ emailType: one, recipientEmail: spelled });
    for (const spelled of [first, ...spellings])
      expect(await isFull({ emailType: one, recipientEmail: spelled })).toBe(true);
  });

  test.each([
    ['jo.sommer@post.example', 'josommer@post.example'],
    ['josommer@gmail.com', 'josommer@post.example'],
    ['jo@post.example', 'ajo@post.example'],
    ['j_@post.example', 'jo@post.example'],
    ['jo@post.example', 'jox@post.example'],
  ])('nothing of %s for %s', async (other, mine) => {
    await queueMany(3, { emailType: one, recipientEmail: other });
    expect(await isFull({ emailType: one, recipientEmail: mine })).toBe(false);
  });

  test('all kinds of a group together, and nothing of another group', async () => {
    for (const emailType of ['completion', one, 'access_link'] as const) await queue({ emailType });
    expect(await isFull({ emailType: one })).toBe(true);
    expect(await isFull({ emailType: 'access_link' })).toBe(true);
    expect(await isFull({ emailType: 'offer' })).toBe(false);
  });

  test.each(['sent', 'failed', 'bounced'] as const)('a mail that is %s', async (status) => {
    await queueMany(3, { emailType: one });
    await box.db.write((tx) => tx.update(outbox).set({ status }));
    expect(await isFull({ emailType: one })).toBe(true);
  });

  test('what was deleted with its application, by a hash, until its day is over', async () => {
    const applicationId = await box.addApplication();
    for (let count = 0; count < 3; count += 1)
      await box.queue({ recipientEmail, emailType: one, applicationId });
    await box.db.write((tx) => rememberMails(tx, hash, [applicationId], box.clock.now()));
    await box.db.write((tx) => tx.delete(outbox));
    expect(await isFull({ emailType: one })).toBe(true);
    box.clock.advance(dayMs);
    expect(await isFull({ emailType: one })).toBe(false);
  });

  test('neither what staff send by hand nor reminders', async () => {
    await queueMany(3, { emailType: 'reminder_first' });
    for (let count = 0; count < 3; count += 1)
      await box.queue({ recipientEmail, emailType: one, byHand: true });
    expect(await isFull({ emailType: one })).toBe(false);
  });

  test('20 for further applications of the same person, besides', async () => {
    await queueMany(3, { emailType: 'completion' });
    await queueMany(19, { emailType: 'completion', followUp: true });
    expect(await isFull({ emailType: 'completion', followUp: true })).toBe(false);
    await queue({ emailType: 'completion', followUp: true });
    expect(await isFull({ emailType: 'completion', followUp: true })).toBe(true);
  });

  test('25 of all groups together, but receipts of withdrawals', async () => {
    await queueMany(mostMailsADay - 1, { emailType: 'completion', followUp: true });
    await queueMany(4, { emailType: 'withdrawal_receipt' });
    expect(await isFull({ emailType: 'offer' })).toBe(false);
    await queue({ emailType: 'offer' });
    for (const emailType of ['offer', 'privacy_link', one] as const)
      expect(await isFull({ emailType })).toBe(true);
    expect(await isFull({ emailType: 'withdrawal_receipt' })).toBe(false);
  });
});

test('the first copy of an application is kept back by nothing', async () => {
  for (const { emailType } of capped.filter((kind) => kind.emailType !== 'completion'))
    await queueMany(5, { emailType });
  expect(await isFull({ emailType: 'completion' })).toBe(false);
  await queue({ emailType: 'completion' });
  expect(await isFull({ emailType: 'completion' })).toBe(true);
});

test('the mails of an address are counted without reading the whole outbox', async () => {
  const span = { since: box.clock.now() - dayMs, now: box.clock.now() };
  const asked = { ...storedIn([recipientEmail]), hashes: '["hash"]', types: '["completion"]', ...span };
  const plan = await planOf(box.db.read, recentMails.bind(asked));
  const steps = plan.join('\n');
  expect(steps).toContain('outbox_mailbox');
  expect(steps).toContain('deleted_mails_address');
  expect(steps).not.toMatch(/SCAN (outbox|deleted_mails)/);
});
