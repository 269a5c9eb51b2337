/** Two instances on one database server (sqld with an access key) work as one product. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client';
import { outbox } from '#db/schema/mails';
import { users } from '#db/schema/staff';
import { rateLimits } from '#db/schema/system';
import { api, href } from '#domain/urls';
import { wish } from '#tests/server/features/callbacks/callback-wish';
import { abandon } from '#tests/support/abandoned';
import type { RunningServer } from '#tests/support/server';
import type { MailServer } from '#tests/support/smtp';
import { administrator, bearer, call, hire, tokenOf } from '#tests/support/staff';
import { until } from '#tests/support/until';
import { createCluster, newSecrets, send, tally } from './support/instances';
import { applicantOfToday, openApplication } from './support/processes';

setDefaultTimeout(60_000);

const cluster = createCluster();
const person = applicantOfToday();
/** More than two batches of the job. */
const abandoned = 110;
let mailServer: MailServer;
let db: Database;
let [one, other]: RunningServer[] = [];
let urls: [string, string];

beforeAll(async () => {
  const secrets = await newSecrets();
  const { SQLD_AUTH_JWT_KEY = '', DATABASE_AUTH_TOKEN = '', ...own } = secrets;
  const { url } = await cluster.startPrepared({ SQLD_AUTH_JWT_KEY });
  mailServer = await cluster.mails();
  db = await cluster.database(url, DATABASE_AUTH_TOKEN);
  await abandon(db, abandoned, Date.now() - 30 * 3_600_000);
  [one, other] = await cluster.pair(url, { ...own, DATABASE_AUTH_TOKEN, SMTP_URL: mailServer.url });
  urls = [one.url, other.url];
});

test('two instances send each due reminder once', async () => {
  await mailServer.received(abandoned, 90_000);
  const sent = () => db.read.select().from(outbox).where(eq(outbox.status, 'sent'));
  await until(async () => (await sent()).length >= abandoned);
  const rows = await db.read.select().from(outbox);
  const people = new Set(mailServer.mails.flatMap(({ to }) => to));
  const numbers = [people.size, mailServer.mails.length, new Set(mailServer.offered).size, rows.length];
  expect(numbers).toEqual(Array(4).fill(abandoned));
  for (const row of rows)
    expect(row).toMatchObject({ status: 'sent', attempts: 1, emailType: 'reminder_first' });
});

test('the same reminder by five people at once, on both instances, goes out once', async () => {
  const { id, save } = openApplication();
  await save(urls[0], 'contact-data', person['contact-data']);
  const headers = bearer(await tokenOf(urls[0]));
  const offered = mailServer.offered.length;
  const { release } = mailServer.hold();
  const ask = async (index: number) => {
    const path = href(api.resendReminder, { id });
    const { status } = await send(urls[index % 2] ?? '', 'POST', path, { body: { type: 'first' }, headers });
    // the first one waits for the mail server until the others are refused
    if (status === 409) release();
    return status;
  };
  const answers = await Promise.all([0, 1, 2, 3, 4].map(ask));
  expect(answers.toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(mailServer.offered).toHaveLength(offered + 1);
});

describe('staff on two instances', () => {
  test('find on one who called the other just now', async () => {
    await call(urls[0], 'POST', api.callbackRequests, { ...wish, name: 'Paula Przybylski' });
    const headers = bearer(await tokenOf(urls[1]));
    const answers = urls.map((url) => call(url, 'GET', `${api.search}?q=przyb`, undefined, headers));
    for (const answer of await Promise.all(answers))
      expect(await answer.json()).toMatchObject({ total: 1, people: [{ name: 'Paula Przybylski' }] });
  });

  test('are signed in on both after signing in on one', async () => {
    const token = await tokenOf(urls[0]);
    const answer = await call(urls[1], 'GET', api.currentUser, undefined, bearer(token));
    expect(await answer.json()).toMatchObject({ user: { username: administrator.username, role: 'admin' } });
  });

  // ASVS 7.4.2
  test('lose a role or their account on both at the same time', async () => {
    const account = await hire(urls[0], 'petra', 'admin');
    const headers = bearer(await tokenOf(urls[1], account));
    const asks = () => send(urls[1], 'GET', api.users, { headers });
    expect((await asks()).status).toBe(200);
    await db.write((tx) =>
      tx.update(users).set({ role: 'sachbearbeiter' }).where(eq(users.username, 'petra')),
    );
    expect((await asks()).status).toBe(403);

    const staff = bearer(await tokenOf(urls[0]));
    const everyone: { id: string; username: string }[] = await (
      await call(urls[0], 'GET', api.users, undefined, staff)
    ).json();
    const { id = '' } = everyone.find(({ username }) => username === 'petra') ?? {};
    await call(urls[0], 'DELETE', href(api.user, { id }), undefined, staff);
    expect((await asks()).status).toBe(401);
  });
});

test('an application can use both instances, is completed once, and sends two mails', async () => {
  const application = openApplication();
  const before = mailServer.mails.length;
  const sets = Object.entries(person) as [keyof typeof person, unknown][];
  for (const [index, [key, body]] of sets.entries()) {
    const saved = await application.save(urls[index % 2] ?? '', key, body);
    expect(saved.status).toBe(201);
  }
  const mandate = { iban: person['sepa-mandate'].iban };
  for (const url of urls) {
    expect(await (await application.read(url, 'sepa-mandate')).json()).toMatchObject(mandate);
    const stranger = openApplication(application.id);
    expect(await (await stranger.read(url, 'sepa-mandate')).json()).toMatchObject({ iban: '' });
  }
  // both instances at the same moment, like a double click
  const answers = await Promise.all(urls.map((url) => application.complete(url)));
  expect(tally(answers)).toEqual({ 200: 2 });
  // not that about the account that was deleted before
  const mails = () =>
    mailServer.mails.slice(before).filter(({ email }) => email.text?.includes(application.id));
  await until(() => mails().length >= 2);
  expect(
    mails()
      .flatMap(({ to }) => to)
      .toSorted(),
  ).toEqual([person['contact-data'].email, 'antrag@sattelfest.example'].toSorted());
  const rows = await db.read.select().from(outbox).where(eq(outbox.applicationId, application.id));
  expect(rows).toHaveLength(2);
});

describe('a rate limit counts both instances together', () => {
  test('for the writes of a visitor', async () => {
    const write = (index: number) =>
      send(urls[index % 2] ?? '', 'POST', href(api.set('tariff-selection'), { id: crypto.randomUUID() }), {
        body: person['tariff-selection'],
        from: '203.0.113.60',
      });
    const result = await Promise.all(Array.from({ length: 80 }, (_, index) => write(index)));
    expect(tally(result)).toEqual({ 201: 60, 429: 20 });
    const refused = result.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeWithin(1, 61);
  });

  test('for callback requests', async () => {
    const ask = (index: number) =>
      send(urls[index % 2] ?? '', 'POST', api.callbackRequests, { body: wish, from: '203.0.113.5' });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(index)));
    expect(tally(answers)).toEqual({ 201: 5, 429: 7 });
  });

  test('without names or addresses in the database', async () => {
    const rows = await db.read.select().from(rateLimits);
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0|198\.51|admin/i);
    expect(rows.filter(({ key }) => !/^[\w-]{43}$/.test(key))).toEqual([]);
  });
});
