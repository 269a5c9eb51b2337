/** The figures agree with what was counted by hand, before and after rows are erased in every way. */
import { beforeAll, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import type { ErasedKind } from '#db/erasers';
import { applications } from '#db/schema/applications';
import { callbackRequests, preparations } from '#db/schema/desk';
import { offers, withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { funnelArchive } from '#db/schema/system';
import type { Insights } from '#domain/insights/insights';
import { hourMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { replayErasures } from '#server/backups/replay';
import { authorCookie, newAuthor } from '#server/http/author';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { erase, tokenFor } from '#tests/server/features/privacy/person';
import { setOffice } from '../staff';
import { addCast } from './cast';

const office = setOffice();
const { app } = office;
let cast: Awaited<ReturnType<typeof addCast>>;
beforeAll(async () => {
  cast = await addCast(app, office.lukas);
});

/** Of 20 November and the 89 days before it. */
async function ask(source?: string): Promise<Insights> {
  const query = new URLSearchParams({ from: '2026-08-23', to: '2026-11-20', ...(source ? { source } : {}) });
  const { status, body } = await office.antje.ask('GET', `${api.insights}?${query}`);
  expect(status).toBe(200);
  return body as Insights;
}

const row = (numbers: string) => {
  const [begun, completed, transmitted, issued, declined, withdrawn] = numbers.split(' ').map(Number);
  return { begun, completed, transmitted, issued, declined, withdrawn };
};
const rows = (table: Record<string, string>) =>
  Object.entries(table).map(([key, numbers]) => expect.objectContaining({ key, ...row(numbers) }));
const reached = (numbers: string) =>
  numbers.split(' ').map((count) => expect.objectContaining({ reached: Number(count) }));

// begun, completed, transmitted, issued, declined, withdrawn
const counted: Record<string, object> = {
  all: {
    source: null,
    sources: ['website', 'stall-sonnenhof', 'sonstige'],
    totals: row('117 31 17 6 3 2'),
    funnel: reached('117 76 56 41 41 31 31'),
    outcomes: {
      source: rows({
        website: '85 14 14 6 0 0',
        'stall-sonnenhof': '27 12 0 0 0 0',
        sonstige: '5 5 3 0 3 2',
      }),
      tariff: [
        ...rows({ basis: '13 3 3 0 3 0', top: '14 14 0 0 0 2', premium: '29 14 14 6 0 0' }),
        ...rows({ '': '61 0 0 0 0 0' }),
      ],
      deductible: rows({
        '0': '10 0 0 0 0 0',
        '250': '23 8 6 6 0 2',
        '500': '15 15 3 0 3 0',
        '1000': '8 8 8 0 0 0',
        '': '61 0 0 0 0 0',
      }),
      frequency: rows({
        monthly: '29 14 14 6 0 0',
        quarterly: '12 12 0 0 0 0',
        semiannual: '3 3 3 0 3 0',
        annual: '12 2 0 0 0 2',
        '': '61 0 0 0 0 0',
      }),
    },
    durations: [
      expect.objectContaining({ key: 'begin_submit', count: 31, median: 45, p90: 90 }),
      expect.objectContaining({ key: 'submit_staff', count: 19, median: 120, p90: 600 }),
      expect.objectContaining({ key: 'submit_transmitted', count: 17, median: 1_000, p90: 2_000 }),
      expect.objectContaining({ key: 'transmitted_decision', count: 9, median: 5_000, p90: 7_000 }),
    ],
    callbacks: { received: 8, prepared: 3, completed: 1 },
    offers: { sent: 7, completed: 3 },
    mailsReturned: 7,
  },
  website: {
    source: 'website',
    totals: row('85 14 14 6 0 0'),
    funnel: reached('85 44 24 24 24 14 14'),
    outcomes: expect.objectContaining({ source: rows({ website: '85 14 14 6 0 0' }) }),
    callbacks: { received: 5, prepared: 2, completed: 1 },
    offers: { sent: 4, completed: 2 },
    mailsReturned: 3,
  },
  'stall-sonnenhof': {
    totals: row('27 12 0 0 0 0'),
    funnel: reached('27 27 27 12 12 12 12'),
    callbacks: { received: 0, prepared: 0, completed: 0 },
    offers: { sent: 3, completed: 1 },
    mailsReturned: 1,
  },
  // a rare source answers as all rare ones do, and so does one that nobody came from
  facebook: {
    source: 'sonstige',
    totals: row('5 5 3 0 3 2'),
    callbacks: { received: 3, prepared: 1, completed: 0 },
    offers: { sent: 0, completed: 0 },
    mailsReturned: 1,
  },
  unbekannt: { source: 'sonstige', totals: row('5 5 3 0 3 2') },
};

async function expectCounted(): Promise<void> {
  for (const [source, figures] of Object.entries(counted)) {
    expect(await ask(source === 'all' ? undefined : source)).toMatchObject(figures);
  }
  expect(await ask('facebook')).toEqual(await ask('sonstige'));
}

const staff = (method: string, path: string, body?: unknown) => async () =>
  expect((await office.lukas.ask(method, path, body)).status).toBe(200);
const person = (email: string) => async () =>
  expect((await erase(app, await tokenFor(app, email))).status).toBe(200);
const remove = (path: typeof api.staffCallback | typeof api.staffOffer, id: () => string | undefined) => () =>
  staff('DELETE', href(path, { id: id() ?? '' }))();

/** Together they erase 62 applications. */
const ways: [way: string, act: () => Promise<unknown>][] = [
  ['the customer deletes a draft', () => deleteAsCustomer(cast.of('named', 3))],
  ['a person erases their draft', person('nearly-2@sommer.example')],
  ['a person erases their offer', person('oan-20260920-3@x.example')],
  [
    'staff delete an application that was prepared for a callback',
    () => staff('DELETE', href(api.staffApplication, { id: cast.of('issued', 0) }))(),
  ],
  ['staff delete many', deleteMany],
  ['staff end a preparation', () => endPreparation(cast.of('chose', 0))],
  [
    'staff delete the callback whose applications are gone',
    remove(api.staffCallback, () => cast.callbacks[0]),
  ],
  ['staff delete a callback that is prepared', remove(api.staffCallback, () => cast.callbacks[1])],
  ['staff delete a callback whose mail came back', remove(api.staffCallback, () => cast.callbacks[6])],
  ['staff delete an offer that led to one and came back', remove(api.staffOffer, () => cast.offers[4])],
  ['staff delete an offer that led to two', remove(api.staffOffer, () => cast.offers[2])],
  ['the clock deletes what has no contact', () => deleteWhatIsOver(app.context)],
  ['a restore erases again', eraseAgain],
];

async function deleteMany() {
  const transmitted = Array.from({ length: 8 }, (_, index) => cast.of('transmitted', index));
  const applicationIds = [cast.of('issued', 1), cast.of('named', 2), ...transmitted];
  await staff('POST', api.bulkDelete, { applicationIds })();
}

async function deleteAsCustomer(id: string) {
  const author = newAuthor();
  await app.db.write((tx) =>
    tx.update(applications).set({ begunBy: author.hash }).where(eq(applications.id, id)),
  );
  const [cookie = ''] = authorCookie(author, app.config).split(';');
  const path = href(api.application, { id });
  expect((await app.ask('DELETE', path, { headers: { cookie } })).status).toBe(200);
}

async function endPreparation(applicationId: string) {
  const [found] = await app.db.read
    .select({ id: preparations.id })
    .from(preparations)
    .where(eq(preparations.applicationId, applicationId));
  await staff('DELETE', href(api.preparation, { id: found?.id ?? '' }))();
}

async function eraseAgain() {
  const inBackup = (kind: ErasedKind, ...ids: string[]) =>
    ids.map((id) => ({ kind, id, at: app.clock.now, inBackup: true }));
  const erased = [
    ...inBackup('application', cast.of('declined', 0), cast.of('withdrawn', 1)),
    ...inBackup('draft', cast.of('named', 6)),
    ...inBackup('offer', cast.offers[0] ?? ''),
    ...inBackup('callback', cast.callbacks[5] ?? ''),
    ...inBackup('contact', cast.of('nearly', 4)),
    ...inBackup('policyholder', cast.of('nearly', 5)),
  ];
  const { counts } = await replayErasures(app.db, app.context.cipher, { erased, marked: {} }, app.clock.now);
  // what is erased is not erased twice
  await replayErasures(app.db, app.context.cipher, { erased, marked: {} }, app.clock.now);
  expect(counts).toMatchObject({ application: 3, offer: 1, callback: 1, contact: 1, policyholder: 1 });
}

test('are counted as by hand', expectCounted);

test.each(ways)('stay when %s', async (_, act) => {
  const before = await archived();
  await act();
  expect(await archived()).toBeGreaterThan(before);
  await expectCounted();
});

test('stay when nothing else is left', async () => {
  expect(await app.db.read.$count(applications)).toBe(121 - 62);
  app.clock.now = Date.parse('2040-01-10T09:00:00Z');
  for (let left = 1; left > 0; app.clock.now += hourMs) {
    await deleteWhatIsOver(app.context);
    left = 0;
    for (const table of [applications, callbackRequests, offers, outbox, withdrawals])
      left += await app.db.read.$count(table);
  }
  await expectCounted();
});

async function archived(): Promise<number> {
  const [row] = await app.db.read.select({ sum: sql<number>`total(count)` }).from(funnelArchive);
  return row?.sum ?? 0;
}
