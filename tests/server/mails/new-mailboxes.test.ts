/** How many strangers get a mail from us in an hour; the others get it later, and none is lost. */
import { describe, expect, test } from 'bun:test';
import { oldestWaiting } from '#db/mails/claims';
import { mailContacts, outbox } from '#db/schema/mails';
import { newMailboxes } from '#domain/mails/kinds';
import { api, href } from '#domain/urls';
import { queueDueReminders } from '#server/jobs/jobs';
import { networkHash } from '#server/keyed-hash';
import { consenting } from '#tests/server/jobs/reminder-case';
import type { TestApp } from '#tests/support/app';
import { linkIn } from '#tests/support/mail-links';
import { type Applicant, createVisitor, johanna } from '#tests/support/people';
import { addressOf, here, hour, minute, open, people, reach, team, used, ways } from './new-mailbox-stage';

/** An application from this network. */
async function filledHere(app: TestApp, person: Applicant) {
  const visitor = createVisitor(app);
  await visitor.fill(person);
  const network = networkHash(app.config)(here);
  await app.db.write((tx) => tx.run(`update applications set network = '${network}'`));
  return visitor;
}

describe('a client network', () => {
  test('reaches 60 new mailboxes an hour; further mails wait for an hour and none is lost', async () => {
    const { app, deliver, mailOf } = await open();
    const names = people(3);
    await reach(app, names);
    await used(app, newMailboxes.ofNetwork - names.length);
    expect(await deliver()).toEqual(names.toSorted());
    await reach(app, ['late', 'later']);
    expect(await deliver()).toEqual([]);
    const putOffAt = app.clock.now;
    expect(await mailOf('late')).toMatchObject({ status: 'pending', attempts: 0, error: null });
    app.clock.now = putOffAt + hour - 1;
    expect(await deliver()).toEqual([]);
    app.clock.now = putOffAt + hour + 1;
    expect(await deliver()).toEqual(['late', 'later']);
    expect(await mailOf('late')).toMatchObject({ status: 'sent', attempts: 1, error: null });
  });

  test('is counted over all flows and in all spellings, but a known mailbox goes on getting mails', async () => {
    const { app, deliver, server } = await open();
    await used(app, 57);
    await ways.callback(app, 'a');
    await ways.withdrawal(app, 'b');
    await ways.privacy(app, 'c');
    expect(await deliver()).toEqual(['a', 'b', 'c']);
    await reach(app, ['A', 'B+tag', 'c+x', 'new']);
    await ways.withdrawal(app, 'newer');
    await ways.privacy(app, 'newest');
    expect(await deliver()).toEqual(['A', 'B+tag', 'c+x']);
    expect(await oldestWaiting(app.db)).toBeNull();
    app.clock.now += hour + 1;
    expect(await deliver()).toEqual(['new', 'newer', 'newest']);
    // its link is valid from now on
    const link = server.mails.findLast(({ email }) => email.subject?.startsWith('Ihr Link'));
    expect(link?.to).toEqual(['newest@post.example']);
    expect((await app.ask('GET', link ? linkIn(link, 'meine-daten') : '')).status).toBe(200);
  });

  test('is the first 56 bits of an IPv6 address', async () => {
    const { app, deliver } = await open();
    await used(app, 60, '2001:db8:0:1aa::1');
    await ways.callback(app, 'same', '2001:db8:0:1bb::1');
    await ways.callback(app, 'other', '2001:db8:0:200::1');
    expect(await deliver()).toEqual(['other']);
  });

  test('that typed the address counts for mails about an application, reminders too', async () => {
    const { app, deliver } = await open({ MAIL_FIRST_CONTACTS: '0' });
    await used(app, 60);
    const visitor = await filledHere(app, consenting(johanna));
    await visitor.send('POST', href(api.accessLink, { id: visitor.id }), {});
    expect(await deliver()).toEqual([]);
    app.clock.now += hour + minute;
    expect(await deliver()).toEqual(['johanna.sommer']);
    app.clock.now += 24 * hour;
    await queueDueReminders(app.context);
    const mails = await app.db.read.select().from(outbox);
    const network = networkHash(app.config)(here);
    const kinds = ['access_link', 'reminder_first'] as const;
    expect(mails).toMatchObject(kinds.map((emailType) => ({ emailType, network })));
  });

  test('is stored as a hash only, and mailboxes too', async () => {
    const { app, deliver } = await open();
    await reach(app, ['jo']);
    await deliver();
    const stored = JSON.stringify(await app.db.read.select().from(mailContacts));
    expect(stored).toContain(String(app.clock.now));
    expect(stored).not.toMatch(/jo@|post\.example|198\.51/);
    expect(JSON.stringify(await app.db.read.select().from(outbox))).not.toContain(here);
  });
});

describe('the whole product', () => {
  const clientOf = (place: number) => `198.51.100.${place}`;
  const reachAll = async (app: TestApp, names: readonly string[]) => {
    for (const [place, name] of names.entries()) await ways.callback(app, name, clientOf(place));
  };

  test.each<[what: string, reached: { all: number; own: number }, leaves: boolean]>([
    ['its total', { all: 9, own: 3 }, true],
    ['a network that has had two', { all: 10, own: 2 }, true],
    ['a network that has had three', { all: 10, own: 3 }, false],
    ['a network that has had ten', { all: 10, own: 10 }, false],
    ['a network that has had none, far above it', { all: 39, own: 0 }, true],
    ['four times as many', { all: 40, own: 0 }, false],
    ['four times as many, to a network that has had two', { all: 40, own: 2 }, false],
  ])('with MAIL_FIRST_CONTACTS=10, at %s (%p): a mail leaves: %p', async (_, { all, own }, leaves) => {
    const { app, deliver } = await open({ MAIL_FIRST_CONTACTS: '10' });
    await used(app, own, here);
    if (all > own) await used(app, 1, ...people(all - own, '203.0.113.'));
    await ways.callback(app, 'new');
    expect(await deliver()).toEqual(leaves ? ['new'] : []);
    app.clock.now += hour + 1;
    expect(await deliver()).toEqual(leaves ? [] : ['new']);
  });

  test('keeps back nobody elsewhere while six networks flood it, and the flood is bounded', async () => {
    const { app, deliver } = await open();
    const six = people(6, '203.0.113.');
    await used(app, 60, ...six);
    for (const client of six) await ways.callback(app, `of${client.at(-1)}`, client);
    await ways.callback(app, 'customer');
    expect(await deliver()).toEqual(['customer']);
  });

  test.each([
    ['receipts of withdrawals', 'widerruf', (app: TestApp) => ways.withdrawal(app, 'widerruf')],
    [
      'copies of applications',
      'johanna.sommer',
      async (app: TestApp) => {
        const visitor = await filledHere(app, johanna);
        expect((await visitor.complete()).status).toBe(200);
      },
    ],
  ])('keeps back no %s, but their own network does', async (_, name, cause) => {
    const { app, deliver } = await open({ MAIL_FIRST_CONTACTS: '1' });
    await used(app, 59);
    await used(app, 9, clientOf(9));
    await cause(app);
    await ways.callback(app, 'other');
    expect(await deliver()).toEqual([name]);
    const full = await open({ MAIL_FIRST_CONTACTS: '0' });
    await used(full.app, 60);
    await cause(full.app);
    expect(await full.deliver()).toEqual([]);
    full.app.clock.now += hour + 1;
    expect(await full.deliver()).toEqual([name]);
  });

  test('has no limit if it is 0, and neither has a client if RATE_LIMIT is off', async () => {
    const { app, deliver } = await open({ MAIL_FIRST_CONTACTS: '0' });
    await used(app, 1000, clientOf(1));
    await ways.callback(app, 'one', clientOf(2));
    expect(await deliver()).toEqual(['one']);
    const free = await open({ RATE_LIMIT: 'off', MAIL_FIRST_CONTACTS: '1' });
    await used(free.app, 1000);
    await ways.callback(free.app, 'one');
    expect(await free.deliver()).toEqual(['one']);
  });

  test('keeps many waiting mails from delaying others', async () => {
    const { app, deliver, mailsTo } = await open({ MAIL_FIRST_CONTACTS: '1' });
    await used(app, 4, clientOf(9));
    await ways.callback(app, 'p0');
    const waiting = await mailsTo('p0');
    const copyFor = (name: string) =>
      waiting.map((mail) => ({ ...mail, id: crypto.randomUUID(), recipientEmail: addressOf(name) }));
    const copies = people(130).slice(1).flatMap(copyFor);
    await app.db.write((tx) => tx.insert(outbox).values(copies));
    await ways.withdrawal(app, 'kim');
    expect(await deliver()).toEqual(['kim']);
    await ways.callback(app, 'kim');
    expect(await deliver()).toEqual(['kim']);
  });

  test('knows the mailboxes that got mails before they were counted', async () => {
    const { app, deliver } = await open({ MAIL_FIRST_CONTACTS: '1' });
    await reachAll(app, ['old']);
    await deliver();
    await app.db.write((tx) => tx.delete(mailContacts));
    await used(app, 4, clientOf(9));
    await reachAll(app, ['o.l.d@post.example', 'OLD+x', 'newer']);
    expect(await deliver()).toEqual(['OLD+x']);
  });
});

describe('staff', () => {
  test('are told once an hour that a total is reached, and not that a network is full', async () => {
    const { app, server, deliver, alerts } = await open({ MAIL_FIRST_CONTACTS: '70' });
    await used(app, 60);
    await ways.callback(app, 'late');
    await deliver();
    expect(await alerts()).toHaveLength(0);
    await used(app, 8, '203.0.113.1');
    await ways.callback(app, 'one', '203.0.113.2');
    await deliver();
    expect(await alerts()).toHaveLength(0);
    for (const name of ['two', 'three']) {
      await ways.callback(app, name, '203.0.113.2');
      await deliver();
    }
    const told = () => server.mails.filter(({ email }) => email.subject?.startsWith('Sicherheitshinweis'));
    expect(told()).toHaveLength(1);
    expect(told()[0]?.to).toEqual([team]);
    expect(told()[0]?.email.text).toContain('haben wir an 70 Adressen zum ersten Mal geschrieben');
    expect(await alerts()).toMatchObject([{ username: 'E-Mail-Versand', subjectId: '70' }]);
    app.clock.now += hour + 1;
    await used(app, 70, '203.0.113.4');
    await ways.callback(app, 'four', '203.0.113.3');
    await deliver();
    expect(await alerts()).toHaveLength(2);
  });

  test('never wait: not what goes to them, not what they send, and not what they send again', async () => {
    const { app, server, deliver, lukas } = await open({ MAIL_FIRST_CONTACTS: '1' });
    await used(app, 60);
    await ways.callback(app, 'one');
    expect(await deliver()).toEqual([]);
    const notices = server.mails.filter(({ email }) => email.subject?.startsWith('Neue Rückrufanfrage'));
    expect(notices).toHaveLength(1);
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    const reminded = await lukas.ask('POST', href(api.resendReminder, { id: visitor.id }), { type: 'first' });
    expect(reminded.status).toBe(200);
  });

  test('send a refused mail again without waiting: its mailbox is not new any more', async () => {
    const { app, server, deliver, mailOf, lukas } = await open({ MAIL_FIRST_CONTACTS: '1' });
    server.refuse(550, 'no');
    await ways.callback(app, 'one');
    await deliver();
    server.accept();
    expect(await mailOf('one')).toMatchObject({ status: 'failed' });
    const id = (await mailOf('one'))?.id ?? '';
    expect((await lukas.ask('POST', href(api.resendMail, { id }))).status).toBe(200);
    expect(await deliver()).toEqual(['one']);
  });
});
