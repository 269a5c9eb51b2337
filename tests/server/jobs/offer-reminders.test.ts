/** Reminders of offers that end, on the clock of the test. */
import { describe, expect, test } from 'bun:test';
import { desc, eq } from 'drizzle-orm';
import { queueOfferReminders } from '#db/mails/reminders';
import { offers } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { reminderBoundary } from '#domain/offers';
import { api, href, pages } from '#domain/urls';
import { queueDueReminders } from '#server/jobs/jobs';
import { hire } from '#tests/server/features/backoffice/staff';
import { offered, sendJson, storedOffers } from '#tests/server/features/offers/asked';
import { renderQueuedMail } from '#tests/server/mails/written';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { addOffer, queueAbout } from '#tests/support/beginnings';
import { drawNothing } from '#tests/support/drawing';
import { postForm } from '#tests/support/forms';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna } from '#tests/support/people';
import { mailsOf, proofsOf } from '#tests/support/stored';
import { begin, hour } from './reminder-case';

const day = 24 * hour;
const wanting = { reminderConsent: true };
/** Three days before the offer of 20 November ends with 20 December. */
const due = Date.parse('2026-12-17T08:00:00Z');

const isReminder = eq(outbox.emailType, 'offer_reminder');
const reminders = (app: TestApp) => mailsOf(app, 'offer_reminder');

/** Sets the clock, runs the job once, and returns how many mails it queued. */
function at(app: TestApp, now: number): Promise<number> {
  app.clock.now = now;
  return queueDueReminders(app.context);
}

async function open(env: Record<string, string> = {}, change: object = wanting) {
  const app = await startApp({ env, draw: drawNothing });
  const token = await offered(app, change);
  return { app, token };
}

async function complete(app: TestApp, token: string) {
  const response = await app.ask('POST', href(api.beginFromOffer, { token }), { body: {} });
  const { id } = (await response.json()) as { id: string };
  const visitor = createVisitor(app, id);
  const horse = { ...johanna['horse-data'], insuranceStartDate: '2027-01-15' };
  await visitor.fill({ ...johanna, 'horse-data': horse });
  expect((await visitor.complete()).status).toBe(200);
}

const drop = (app: TestApp, token: string) => app.ask('POST', href(api.deleteOffer, { token }), { body: {} });

describe('an offer with consent', () => {
  test('causes one reminder, in the morning three days before its end, as caused by who asked for it', async () => {
    const { app } = await open();
    expect(await at(app, due - 1)).toBe(0);
    expect(await at(app, due)).toBe(1);
    const [offer] = await storedOffers(app);
    expect(offer?.remindedAt).toBe(due);
    const [{ network } = { network: 'none' }] = await mailsOf(app, 'offer');
    const about = { offerId: offer?.id, recipientEmail: offer?.email, applicationId: null, network };
    expect(await reminders(app)).toMatchObject([{ ...about, status: 'pending' }]);
    for (const wait of [15_000, day, 2 * day, 5 * day]) expect(await at(app, due + wait)).toBe(0);
  });

  test('that ends soon causes it a day after it was sent', async () => {
    const { app } = await open({ OFFER_DAYS: '2' });
    expect(await at(app, app.clock.now + day - 1)).toBe(0);
    expect(await at(app, app.clock.now + 1)).toBe(1);
  });
});

test.each<[string, object, number, (app: TestApp, token: string) => unknown]>([
  ['without consent', {}, due, () => {}],
  ['for an offer that has ended, also if nobody looked in time', wanting, due + 10 * day, () => {}],
  ['for an offer that was completed', wanting, due, complete],
  ['for an offer that was deleted', wanting, due, drop],
])('no reminder is queued %s', async (_, change, now, act) => {
  const { app, token } = await open({}, change);
  app.clock.now += day;
  await act(app, token);
  expect(await at(app, now)).toBe(0);
  expect(await reminders(app)).toEqual([]);
});

test('no reminder is queued to an address that was stopped or from which a mail came back', async () => {
  const { app } = await open();
  const email = 'bounced@mail.example';
  await sendJson(app, { ...wanting, email });
  const stops = { stopsAddress: true };
  await app.db.write((tx) => tx.update(outbox).set(stops).where(eq(outbox.recipientEmail, email)));
  await begin(app);
  app.clock.now += day;
  await queueDueReminders(app.context);
  const token = await tokenIn(app, 'reminder_first', 'erinnerungen');
  expect((await app.ask('POST', href(pages.stopReminders, { token }))).status).toBe(200);
  await at(app, due);
  expect(await reminders(app)).toEqual([]);
  // and is not looked for again
  expect((await storedOffers(app)).map(({ remindedAt }) => remindedAt)).toEqual([due, due]);
});

test.each([
  ['on', 2],
  ['off', 4],
])(
  'no reminder is queued above two a week and mailbox, those of applications included: with limits %s %i',
  async (limit, most) => {
    const app = await startApp({ env: { RATE_LIMIT: limit, REMINDER_SECOND_HOURS: '0' } });
    const { now } = app.clock;
    const end = { createdAt: now, expiresAt: now + 3 * day, reminderConsent: true };
    app.clock.now += 2 * day - hour;
    for (const name of ['johanna.sommer@mail', 'Johanna.Sommer+a@mail', 'johanna.sommer@MAIL'])
      await addOffer(app, { ...end, email: `${name}.example` });
    await begin(app);
    app.clock.now += day;
    await queueDueReminders(app.context);
    const kinds = (await mailsOf(app)).map(({ emailType }) => emailType).toSorted();
    expect(kinds).toEqual([...Array(most - 1).fill('offer_reminder'), 'reminder_first']);
    // a day later another application waits for a day
    await begin(app);
    app.clock.now += day;
    expect(await queueDueReminders(app.context)).toBe(limit === 'on' ? 0 : 1);
  },
);

describe('a queued reminder is not sent', () => {
  const stop = async (app: TestApp) => {
    const [mail] = await reminders(app);
    const token = await stopToken(app, mail?.offerId ?? '');
    await app.ask('POST', href(pages.stopReminders, { token }));
  };
  const wait = (app: TestApp) => {
    app.clock.now += 5 * day;
  };

  // also by a worker that had taken it before
  test.each<[string, (app: TestApp, token: string) => unknown, isTakenBack: boolean]>([
    ['completed', complete, true],
    ['deleted', drop, true],
    ['stopped', stop, false],
    ['ended', wait, false],
  ])('when its offer is %s meanwhile', async (_, act, isTakenBack) => {
    const { app, token } = await open();
    await at(app, due);
    const [mail] = await reminders(app);
    await act(app, token);
    if (isTakenBack && mail) expect(await renderQueuedMail(app.context, mail)).toBeNull();
    await app.outbox.runOnce();
    expect((await reminders(app)).filter(({ status }) => status === 'sent')).toEqual([]);
  });
});

/** Of the link in the reminder, as the mail is worded. */
async function stopToken(app: TestApp, offerId: string): Promise<string> {
  const [mail] = await app.db.read
    .select()
    .from(outbox)
    .where(eq(outbox.offerId, offerId))
    .orderBy(desc(outbox.createdAt));
  if (!mail) throw new Error('There is no reminder.');
  return (await app.context.links.linkFor('stop', mail)).token;
}

test('a reminder that failed is not sent again once its person has applied', async () => {
  const { app, token } = await open();
  const lukas = await hire(app, 'lukas.weber', 'sachbearbeiter');
  await at(app, due);
  await app.db.write((tx) => tx.update(outbox).set({ status: 'failed', attemptedAt: due }).where(isReminder));
  const [mail] = await reminders(app);
  await complete(app, token);
  const path = href(api.resendMail, { id: mail?.id ?? '' });
  expect((await lukas.ask('POST', path)).status).toBe(409);
});

describe('the stop link of a reminder of an offer', () => {
  // what every such link does: tests/server/features/reminders
  test('says what stays, and stops the address for all that waits and comes', async () => {
    const { app } = await open();
    await sendJson(app, { ...wanting, email: 'Johanna.Sommer@MAIL.example' });
    await at(app, due);
    const token = await tokenIn(app, 'offer_reminder', 'erinnerungen');
    const path = href(pages.stopReminders, { token });
    const html = await (await app.ask('GET', path)).text();
    expect(html).toContain('gleich zu welchem Antrag oder Angebot.');
    expect(html).toContain('An Ihrem Angebot ändert sich dadurch nichts.');
    expect(html).not.toContain('Ihren Antrag weiterhin fortsetzen');
    // one of another offer of the same person waits
    const [other] = await storedOffers(app);
    await queueAbout(app, 'offer_ending', { offerId: other?.id ?? '' });
    for (let count = 0; count < 2; count += 1) expect((await postForm(app, path, {}, {})).status).toBe(303);
    expect(await (await app.ask('GET', path)).text()).not.toContain('<form');
    const proof = { way: 'page', at: due, applicationId: null, personKey: expect.any(String) };
    expect(await proofsOf(app, 'reminder_revoked')).toMatchObject([proof]);
    await sendJson(app, wanting);
    await at(app, due + 28 * day);
    expect((await reminders(app)).filter(({ status }) => status === 'pending')).toEqual([]);
  });

  test('works when the offer is gone', async () => {
    const { app, token: offer } = await open();
    await at(app, due);
    const token = await tokenIn(app, 'offer_reminder', 'erinnerungen');
    await drop(app, offer);
    for (const method of ['GET', 'POST'])
      expect((await app.ask(method, href(pages.stopReminders, { token }))).status).toBe(200);
  });
});

describe('many reminders', () => {
  const app = setApp();

  test('are queued once, however many instances look, and what one that died has left is queued later', async () => {
    for (let count = 0; count < 120; count += 1)
      await addOffer(app, { email: `a${count}@mail.example`, expiresAt: app.clock.now + 10 * day });
    app.clock.now += 8 * day;
    // the first batch of an instance that is killed then
    const ending = { now: app.clock.now, endBefore: reminderBoundary(app.clock.now) };
    await app.db.write((tx) =>
      queueOfferReminders(tx, app.context.cipher, ending, { limit: 50, hash: null }),
    );
    const [one, two] = await Promise.all([queueDueReminders(app.context), queueDueReminders(app.context)]);
    expect(one + two).toBe(70);
    const queued = await reminders(app);
    expect(new Set(queued.map(({ offerId }) => offerId)).size).toBe(120);
    expect(queued).toHaveLength(120);
    const left = await app.db.read.select().from(offers);
    expect(left.filter(({ remindedAt }) => remindedAt === null)).toEqual([]);
  });
});
