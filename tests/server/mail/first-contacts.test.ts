/** Strangers get their first mail from us at a bounded pace, and none is lost. */
import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { oldestWaiting } from '#db/mails/claims';
import { mailContacts, outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { firstContactsOfNetwork, turnSentence } from '#domain/mails/kinds';
import { api, href } from '#domain/urls';
import { networkOf } from '#server/http/client-address';
import { queueDueReminders } from '#server/jobs/reminders';
import { networkHash } from '#server/keyed-hash';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { wish } from '#tests/server/features/callbacks/callback-wish';
import { consenting } from '#tests/server/jobs/reminder-case';
import type { TestApp } from '#tests/support/app';
import { afterThisTest } from '#tests/support/endings';
import { linkIn } from '#tests/support/mail-links';
import { createVisitor, johanna } from '#tests/support/people';
import { startMailServer } from '#tests/support/smtp';

const minute = 60_000;
const hour = 60 * minute;
const team = 'team@sattelfest.example';
const here = '198.51.100.7';

async function open(env: Record<string, string> = {}) {
  const server = await startMailServer();
  afterThisTest(server.stop);
  const limits = { RATE_LIMIT: 'on', TRUST_PROXY: 'true', MAIL_INTERNAL_TO: team, SMTP_URL: server.url };
  const office = await openOffice({ env: { ...limits, ...env } });
  const { app } = office;
  /** Delivers what may leave, several at a time; returns the local parts of visitors who got a mail by it, sorted. */
  const deliver = async () => {
    const before = server.mails.length;
    await app.outbox.runOnce();
    const to = server.mails.slice(before).map(({ to: [address = ''] }) => address);
    return to
      .filter((address) => address !== team)
      .map((address) => address.split('@')[0] ?? '')
      .toSorted();
  };
  const mailsTo = (name: string) =>
    app.db.read
      .select()
      .from(outbox)
      .where(eq(outbox.recipientEmail, addressOf(name)));
  const mailOf = async (name: string) => (await mailsTo(name))[0];
  const alerts = async () =>
    (await app.db.read.select().from(auditLog)).filter(({ action }) => action === 'many_first_contacts');
  return { ...office, server, deliver, mailsTo, mailOf, alerts };
}

const addressOf = (name: string) => (name.includes('@') ? name : `${name}@post.example`);

/** Ways to have a mail sent to any address, as a client with this network address. */
const ways = {
  callback: (app: TestApp, name: string, client = here) =>
    send(app, api.callbackRequests, { ...wish, email: addressOf(name) }, client),
  withdrawal: (app: TestApp, name: string, client = here) =>
    send(app, api.withdrawals, { name: 'Jo', email: addressOf(name) }, client),
  privacy: (app: TestApp, name: string, client = here) =>
    send(app, api.privacyRequests, { email: addressOf(name) }, client),
};

async function send(app: TestApp, path: string, body: object, client: string) {
  const response = await app.ask('POST', path, { body, headers: { 'x-forwarded-for': client } });
  expect(response.status).toBeWithin(200, 203);
}

/** Five of a minute, as the forms allow, without moving the clock further than some minutes. */
async function reach(app: TestApp, names: readonly string[], client = here, way = ways.callback) {
  for (const [place, name] of names.entries()) {
    if (place % 5 === 0) app.clock.now += minute;
    await way(app, name, client);
  }
}

/** As if this client had reached so many mailboxes just now. */
async function used(app: TestApp, count: number, client = here) {
  const network = networkHash(app.config)(networkOf(client));
  const rows = people(count, 'hash').map((mailboxHash) => ({ mailboxHash, at: app.clock.now, network }));
  await app.db.write((tx) => tx.insert(mailContacts).values(rows));
}

const people = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, place) => `${prefix}${place}`);

describe('a client network', () => {
  test('reaches 60 new mailboxes an hour; further mails wait for their turn and none is lost', async () => {
    const { app, deliver, mailOf } = await open();
    const names = people(3);
    await reach(app, names);
    await used(app, firstContactsOfNetwork - names.length);
    expect(await deliver()).toEqual(names.toSorted());
    const reachedAt = app.clock.now;
    await reach(app, ['late', 'later']);
    expect(await deliver()).toEqual([]);
    expect(await mailOf('late')).toMatchObject({ status: 'pending', attempts: 0, error: turnSentence });
    app.clock.now = reachedAt + hour - 1;
    expect(await deliver()).toEqual([]);
    app.clock.now = reachedAt + hour + 1;
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

  test.each([
    ['an IPv4 address', '198.51.100.7', '198.51.100.8'],
    ['the first 56 bits of an IPv6 address', '2001:db8:0:1aa::1', '2001:db8:0:200::1'],
  ])('is %s', async (_, client, other) => {
    const { app, deliver } = await open();
    await used(app, 60, client);
    await ways.callback(app, 'same', client.replace('1aa', '1bb'));
    await ways.callback(app, 'other', other);
    expect(await deliver()).toEqual(['other']);
  });

  test('that typed the address counts for mails about an application, reminders too', async () => {
    const { app, deliver } = await open({ MAIL_FIRST_CONTACTS: '0' });
    await used(app, 60);
    const visitor = createVisitor(app);
    await visitor.fill(consenting(johanna));
    const network = networkHash(app.config)(here);
    await app.db.write((tx) => tx.run(`update applications set network = '${network}'`));
    await visitor.send('POST', href(api.accessLink, { id: visitor.id }), {});
    expect(await deliver()).toEqual([]);
    app.clock.now += hour + minute;
    expect(await deliver()).toEqual(['johanna.sommer']);
    app.clock.now += 24 * hour;
    await queueDueReminders(app.context);
    const mails = await app.db.read.select().from(outbox);
    expect(mails.map(({ emailType, network }) => [emailType, network])).toEqual([
      ['access_link', network],
      ['security_alert', null],
      ['reminder_first', network],
    ]);
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

  test('reaches as many as MAIL_FIRST_CONTACTS says, in the order in which they asked', async () => {
    const { app, deliver } = await open({ MAIL_FIRST_CONTACTS: '3' });
    const names = people(10);
    await reachAll(app, names);
    expect(await deliver()).toEqual(names.slice(0, 3));
    for (const from of [3, 6, 9]) {
      app.clock.now += hour + 1;
      expect(await deliver()).toEqual(names.slice(from, from + 3));
    }
  });

  test.each([
    ['receipts of withdrawals', 'widerruf', (app: TestApp) => ways.withdrawal(app, 'widerruf', clientOf(9))],
    [
      'copies of applications',
      'johanna.sommer',
      async (app: TestApp) => {
        const visitor = createVisitor(app);
        await visitor.fill(johanna);
        expect((await visitor.complete()).status).toBe(200);
      },
    ],
  ])('lets %s go first among those that wait', async (_, name, cause) => {
    const { app, deliver } = await open({ MAIL_FIRST_CONTACTS: '1' });
    await reachAll(app, people(3));
    expect(await deliver()).toEqual(['p0']);
    await cause(app);
    expect(await deliver()).toEqual([]);
    app.clock.now += hour + 1;
    expect(await deliver()).toEqual([name]);
    for (const next of ['p1', 'p2']) {
      app.clock.now += hour + 1;
      expect(await deliver()).toEqual([next]);
    }
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
    await reachAll(app, ['p0', 'p1']);
    const waiting = await mailsTo('p1');
    const copyFor = (name: string) =>
      waiting.map((mail) => ({ ...mail, id: crypto.randomUUID(), recipientEmail: addressOf(name) }));
    const copies = people(130).slice(2).flatMap(copyFor);
    await app.db.write((tx) => tx.insert(outbox).values(copies));
    expect(await deliver()).toEqual(['p0']);
    await reachAll(app, ['p0']);
    expect(await deliver()).toEqual(['p0']);
    app.clock.now += hour + 1;
    expect(await deliver()).toEqual(['p1']);
  });

  test('knows the mailboxes that got mails before they were counted', async () => {
    const { app, deliver } = await open({ MAIL_FIRST_CONTACTS: '1' });
    await reachAll(app, ['old']);
    await deliver();
    await app.db.write((tx) => tx.delete(mailContacts));
    await reachAll(app, ['new']);
    await deliver();
    await reachAll(app, ['o.l.d@post.example', 'OLD+x', 'newer']);
    expect(await deliver()).toEqual(['OLD+x']);
  });
});

describe('staff', () => {
  test('are told once an hour, and see in the mail log why a mail waits', async () => {
    const { app, server, deliver, lukas, alerts } = await open({ MAIL_FIRST_CONTACTS: '1' });
    for (const name of ['one', 'two']) await ways.callback(app, name);
    await deliver();
    await ways.callback(app, 'three');
    await deliver();
    const told = () => server.mails.filter(({ email }) => email.subject?.startsWith('Sicherheitshinweis'));
    expect(told()).toHaveLength(1);
    expect(told()[0]?.to).toEqual([team]);
    expect(told()[0]?.email.text).toContain('haben wir an 1 Adresse zum ersten Mal geschrieben');
    expect(await alerts()).toMatchObject([{ username: 'E-Mail-Versand', subjectId: '1' }]);
    const { body } = await lukas.ask('GET', `${api.emailLogs}?type=callback_confirmation`);
    expect(body.logs).toContainEqual(
      expect.objectContaining({
        recipientEmail: 'three@post.example',
        status: 'pending',
        attempts: 0,
        errorMessage: turnSentence,
      }),
    );
    app.clock.now += hour + 1;
    await deliver();
    expect(await alerts()).toHaveLength(2);
  });

  test('never wait: not what goes to them, not what they send, and not what they send again', async () => {
    const { app, server, deliver, lukas } = await open({ MAIL_FIRST_CONTACTS: '1' });
    await ways.callback(app, 'one');
    await deliver();
    await ways.callback(app, 'two');
    await deliver();
    const notices = server.mails.filter(({ email }) => email.subject?.startsWith('Neue Rückrufanfrage'));
    expect(notices).toHaveLength(2);
    const visitor = createVisitor(app);
    await visitor.fill(johanna);
    const reminded = await lukas.ask('POST', href(api.resendReminder, { id: visitor.id }), { type: 'first' });
    expect(reminded.status).toBe(200);
  });

  test('send a refused mail again without waiting: its mailbox has had its turn', async () => {
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
