/** Automatic reminders, on the clock of the test: who gets them, when, and when they end. */
import { describe, expect, test } from 'bun:test';
import { claimDueMails } from '#db/mails/claims';
import { auditLog } from '#db/schema/staff';
import { api, href, pages } from '#domain/urls';
import { queueDueReminders } from '#server/jobs/jobs';
import { renderQueuedMail } from '#tests/server/mails/written';
import { abandon } from '#tests/support/abandoned';
import { stopPath } from '#tests/support/mail-links';
import { createVisitor, johanna, kim, matthias, type Visitor } from '#tests/support/people';
import { begin, hour, mailsOf, open, patient, second } from './reminder-case';

const day = 24 * hour;
const hours = (REMINDER_FIRST_HOURS: string, REMINDER_SECOND_HOURS: string) => ({
  REMINDER_FIRST_HOURS,
  REMINDER_SECOND_HOURS,
});

describe('an open application', () => {
  test.each<[title: string, env: Record<string, string>, first: number | null, second: number | null]>([
    ['after 24 and 72 hours', {}, day, 3 * day],
    ['but no second one for 0', hours('24', '0'), day, null],
    ['but no first one for 0', hours('0', '72'), null, 3 * day],
    ['but none for 0 and 0', hours('0', '0'), null, null],
    ['after fractions of hours', hours('0.001', '0.0025'), 3_600, 9_000],
  ])('causes reminders %s since its last change, and no more', async (_, env, first, last) => {
    const { app, after } = await open(env);
    await begin(app);
    let passed = 0;
    for (const [kind, at] of Object.entries({ first, second: last })) {
      if (at === null) continue;
      expect(await after(at - 1 - passed)).toEqual([]);
      expect(await after(1)).toEqual([kind]);
      passed = at;
    }
    for (const wait of [15 * second, day, 3 * day, 500 * hour]) expect(await after(wait)).toEqual([]);
  });

  test.each(['24', '48'])(
    'with the second after 24 hours, the first after %s, gets one in a run',
    async (first) => {
      const { app, after } = await open(hours(first, '24'));
      await begin(app);
      expect([await after(2 * day), await after(15 * second)]).toEqual([['first'], ['second']]);
    },
  );

  test.each([
    ['saved', (visitor: Visitor) => visitor.save('horse-data', kim['horse-data'])],
    ['moved to another step', (visitor: Visitor) => visitor.step(3)],
  ])('that is %s meanwhile starts the whole period again', async (_, touch) => {
    const { app, after } = await open();
    const visitor = await begin(app);
    await after(20 * hour);
    await touch(visitor);
    expect(await after(day - 1)).toEqual([]);
    expect(await after(1)).toEqual(['first']);
    await touch(visitor);
    // the first has been sent; the period of the second starts here
    expect(await after(3 * day - 1)).toEqual([]);
    expect(await after(1)).toEqual(['second']);
  });

  test('without contact data causes no reminder', async () => {
    const { app, after } = await open();
    const visitor = createVisitor(app);
    await visitor.save('horse-data', johanna['horse-data']);
    expect(await after(100 * hour)).toEqual([]);
  });

  test.each([
    ['90', 90 * day + 1, []],
    ['0', 365 * day, ['first']],
  ])('that is kept for %s days causes after %i ms: %p', async (RETENTION_DAYS, wait, sent) => {
    const { app, after } = await open({ RETENTION_DAYS });
    await begin(app);
    expect(await after(wait)).toEqual([...sent]);
    expect(await mailsOf(app)).toHaveLength(sent.length);
  });

  test('whose first reminder came late causes the second one two days after it', async () => {
    const { app, after } = await open();
    await begin(app);
    expect(await after(30 * day)).toEqual(['first']);
    expect(await after(15 * second)).toEqual([]);
    expect(await after(2 * day - 15 * second - 1)).toEqual([]);
    expect(await after(1)).toEqual(['second']);
  });
});

test('no reminder is sent for a completed application', async () => {
  const { app, after } = await open();
  const visitor = createVisitor(app);
  await visitor.fill(johanna);
  await visitor.complete();
  await app.outbox.runOnce();
  expect(await after(day)).toEqual([]);
  expect(await after(500 * hour)).toEqual([]);
});

test('no reminder is sent for an application that was completed while the reminder waited', async () => {
  const { app, server } = await open();
  const visitor = createVisitor(app);
  await visitor.fill(patient);
  app.clock.now += day;
  expect(await queueDueReminders(app.context)).toBe(1);
  await visitor.complete();
  expect((await mailsOf(app)).map(({ emailType }) => emailType).sort()).toEqual([
    'completion',
    'internal_completion',
  ]);
  await app.outbox.runOnce();
  expect(server.mails).toHaveLength(2);
});

test.each(['completed', 'stopped'] as const)(
  'no reminder is sent for an application that was %s during a failed attempt',
  async (end) => {
    const { app, server, after } = await open();
    const visitor = createVisitor(app);
    await visitor.fill(patient);
    app.clock.now += day;
    await queueDueReminders(app.context);
    server.refuse(451, 'later', 'data');
    const { reached, release } = server.hold();
    const tried = app.outbox.runOnce();
    await reached;
    if (end === 'completed') await visitor.complete();
    else await app.ask('POST', await stopPath(app, visitor.id));
    release();
    await tried;
    const reminders = async () =>
      (await mailsOf(app)).filter(({ emailType }) => emailType === 'reminder_first');
    expect(await reminders()).toMatchObject([{ status: 'pending', attempts: 1 }]);
    server.accept();
    // the worker itself deletes the reminder, without a run of the job
    app.clock.now += hour;
    await app.outbox.runOnce();
    expect(server.mails).toHaveLength(end === 'completed' ? 2 : 0);
    expect(await reminders()).toEqual([]);
    expect(await after(0)).toEqual([]);
  },
);

test('no reminder is sent for an application that was completed after its reminder was claimed', async () => {
  const { app, after } = await open();
  const visitor = createVisitor(app);
  await visitor.fill(patient);
  app.clock.now += day;
  await queueDueReminders(app.context);
  const [claimed] = await claimDueMails(app.db, { now: app.clock.now, owner: 'one', limit: 1 });
  await visitor.complete();
  if (!claimed) throw new Error('No mail was due.');
  expect(await renderQueuedMail(app.context, claimed)).toBeNull();
  expect(await after(61 * second)).toEqual(['another', 'another']);
});

test.each(['before', 'after'] as const)(
  'no reminder is sent to an applicant who stopped reminders %s one was queued',
  async (when) => {
    const { app, after } = await open();
    const { id } = await begin(app);
    const other = await begin(app, matthias);
    app.clock.now += day;
    if (when === 'after') await queueDueReminders(app.context);
    await app.ask('POST', await stopPath(app, id));
    expect((await mailsOf(app)).filter(({ applicationId }) => applicationId === id)).toEqual([]);
    expect(await after(0)).toEqual(['first']);
    expect((await mailsOf(app)).map(({ applicationId }) => applicationId)).toEqual([other.id]);
    expect(await after(2 * day)).toEqual(['second']);
  },
);

test('many reminders are queued once per application, however many instances run the job', async () => {
  const { app, server } = await open();
  await abandon(app.db, 230, app.clock.now);
  app.clock.now += day;
  const [one = 0, two = 0] = await Promise.all([
    queueDueReminders(app.context),
    queueDueReminders(app.context),
  ]);
  expect(one + two).toBe(230);
  expect(await queueDueReminders(app.context)).toBe(0);
  const waiting = await mailsOf(app);
  expect(new Set(waiting.map(({ applicationId }) => applicationId)).size).toBe(230);
  expect(server.mails).toEqual([]);
});

test.each([
  ['on', 2],
  ['off', 5],
])('many reminders to one address are two in seven days, with limits %s: %i of five', async (limit, sent) => {
  const { app, after } = await open({ RATE_LIMIT: limit });
  for (let count = 0; count < 5; count++) {
    const email = count % 2 ? 'Johanna.Sommer@MAIL.example' : 'johanna.sommer@mail.example';
    await begin(app, { ...johanna, 'contact-data': { ...johanna['contact-data'], email } });
  }
  expect(await after(day)).toEqual(Array(sent).fill('first'));
  expect(await after(2 * day)).toEqual(limit === 'on' ? [] : Array(sent).fill('second'));
  await begin(app);
  expect(await after(7 * day)).toEqual(['first']);
});

test('a reminder names the missing steps and links to the application', async () => {
  const { app, server, after } = await open();
  const { id } = await begin(app);
  const almost = await begin(app, kim);
  for (const key of ['tariff-selection', 'policyholder-info'] as const) await almost.save(key, kim[key]);
  await after(day);
  await after(2 * day);
  const lacking = {
    [id]: ['Tarifauswahl', 'Versicherungsnehmer', 'SEPA-Mandat'],
    [almost.id]: ['SEPA-Mandat'],
  };
  expect(server.mails).toHaveLength(4);
  for (const { to, email } of server.mails) {
    const about = to.includes('kim.lang@stall.example') ? almost.id : id;
    for (const part of [email.text, email.html]) {
      expect(part).toContain(`http://localhost:3000/application/${about}`);
      expect(part).toMatch(/http:\/\/localhost:3000\/erinnerungen\/[\w-]{43}\/abbestellen/);
      expect(part).not.toContain(href(pages.stopReminders, { token: about }));
      for (const label of ['Pferdedaten', 'Tarifauswahl', 'Versicherungsnehmer', 'SEPA-Mandat']) {
        expect([label, part?.includes(label)]).toEqual([label, lacking[about]?.includes(label)]);
      }
    }
  }
});

test('a reminder is in the mail log, and neither log nor audit log names anybody', async () => {
  const { app, lukas, server, after } = await open();
  const { id } = await begin(app);
  server.refuse(550, 'johanna.sommer@mail.example, Johanna Sommer');
  await after(day);
  server.accept();
  await after(2 * day);
  const { emailLogs } = (await lukas.ask('GET', href(api.details, { id }))).body;
  expect(emailLogs).toMatchObject([
    { emailType: 'reminder_second', successful: true },
    { emailType: 'reminder_first', successful: false },
  ]);
  expect(app.logged.join('')).toContain('mail_failed');
  expect(app.logged.join('')).not.toMatch(/johanna|sommer|@|Fjölnir/i);
  expect(await app.db.read.select().from(auditLog)).toMatchObject([{ action: 'details_opened' }]);
});
