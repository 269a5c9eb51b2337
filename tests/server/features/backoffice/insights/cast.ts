/** Applications, callbacks, offers and mails whose figures are counted by hand in the tests. */

import { changeCase } from '#db/cases/change';
import { addNote } from '#db/cases/history';
import { markBounced } from '#db/mails/bounces';
import { setBegun } from '#db/offers';
import { applications, contactData, tariffSelections } from '#db/schema/applications';
import { callbackRequests, cases, preparations, wordsVersion } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { nationwide } from '#domain/calendar/working-days';
import type { CaseChange } from '#domain/cases/decide';
import { berlinInstant } from '#domain/clock';
import { berlinDay } from '#domain/dates';
import type { PaymentFrequency, TariffType } from '#domain/tariffs/catalogue';
import { dayMs, minuteMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { declare } from '#tests/server/features/withdrawals/declaration';
import type { TestApp } from '#tests/support/app';
import { addOffer, caller } from '#tests/support/beginnings';
import { johanna } from '#tests/support/people';
import type { Staff } from '../staff';

type Selection = [TariffType, deductible: number, PaymentFrequency];
type Group = {
  count: number;
  source: string;
  /** In Berlin. */
  begun: [day: string, time: string];
  step: number;
  selection?: Selection;
  hasContact?: boolean;
  /** Minutes from the beginning to the submission. */
  submitted?: number;
  /** What staff did, and how many minutes after the submission. */
  steps?: [minutes: number, change: CaseChange][];
};

const transmit: CaseChange = { status: 'transmitted' };
const sunny = 'stall-sonnenhof';

/** An application that was begun, and one that was submitted. */
const open = (
  count: number,
  source: string,
  day: string,
  step: number,
  more: Partial<Group> = {},
): Group => ({ count, source, begun: [day, '10:00'], step, hasContact: step > 1, ...more });
const closed = (
  count: number,
  source: string,
  day: string,
  submitted: number,
  selection: Selection,
  steps: Group['steps'] = [],
): Group => ({ count, source, begun: [day, '10:00'], step: 6, submitted, selection, steps });

/** 117 in the 90 days until 20 November 2026, and 4 on the day before them. */
const groupsFor = (lukas: Staff): Record<string, Group> => ({
  looked: open(40, 'website', '2026-11-02', 1),
  named: open(20, 'website', '2026-10-05', 2),
  chose: open(15, sunny, '2026-09-14', 3, { selection: ['premium', 250, 'monthly'] }),
  nearly: open(10, 'website', '2026-09-01', 5, { selection: ['basis', 0, 'annual'] }),
  // the clock is set back in the night that follows
  waiting: {
    ...closed(12, sunny, '2026-10-24', 30, ['top', 500, 'quarterly']),
    begun: ['2026-10-24', '23:45'],
  },
  transmitted: closed(8, 'website', '2026-10-25', 45, ['premium', 1000, 'monthly'], [[120, transmit]]),
  issued: closed(
    6,
    'website',
    '2026-11-10',
    60,
    ['premium', 250, 'monthly'],
    [
      [10, { assigneeId: lukas.user.id }],
      [1_000, transmit],
      [6_000, { status: 'issued', policyNumber: 'OP-1' }],
    ],
  ),
  declined: closed(
    3,
    'messe-verden',
    '2026-10-30',
    90,
    ['basis', 500, 'semiannual'],
    [
      [300, { assigneeId: lukas.user.id }],
      [2_000, transmit],
      [9_000, { status: 'declined', reason: 'Zu alt' }],
    ],
  ),
  withdrawn: closed(
    2,
    'facebook',
    '2026-11-01',
    1_440,
    ['top', 250, 'annual'],
    [[600, { status: 'withdrawn', reason: 'Widerrufen' }]],
  ),
  first: open(1, 'website', '2026-08-23', 1, { begun: ['2026-08-23', '00:00'] }),
  before: open(4, 'website', '2026-08-22', 1, { begun: ['2026-08-22', '23:59'] }),
});

/** Stores all, and returns the ids of each group. */
export async function addCast(app: TestApp, lukas: Staff) {
  const ids: Record<string, string[]> = {};
  for (const [name, group] of Object.entries(groupsFor(lukas))) {
    const some: string[] = [];
    for (let index = 0; index < group.count; index += 1)
      some.push(await addApplication(app, lukas, group, `${name}-${index}`));
    ids[name] = some;
  }
  const of = (name: string, index: number) => ids[name]?.[index] ?? '';
  const callbacks = await addCallbacks(app, of);
  const offers = await addOffers(app, of);
  return { of, callbacks, offers, ...(await addMails(app, lukas, of, callbacks, offers)) };
}

async function addApplication(app: TestApp, { user }: Staff, group: Group, name: string): Promise<string> {
  const { source, step, selection, submitted, steps = [] } = group;
  const id = crypto.randomUUID();
  const createdAt = berlinInstant(...group.begun);
  const completedAt = submitted === undefined ? null : createdAt + submitted * minuteMs + 59_999;
  const of = { id: crypto.randomUUID(), applicationId: id };
  await app.db.write(async (tx) => {
    const times = { createdAt, updatedAt: completedAt ?? createdAt, completedAt };
    await tx.insert(applications).values({ id, ...times, source, currentStep: 1, furthestStep: step });
    const email = `${name}@sommer.example`;
    if (group.hasContact || submitted !== undefined)
      await tx.insert(contactData).values({ ...johanna['contact-data'], ...of, email });
    if (selection) {
      const [tariffType, selfParticipation, paymentFrequency] = selection;
      const chosen = { tariffType, selfParticipation, paymentFrequency, monthlyCents: 5_000 };
      await tx.insert(tariffSelections).values({ ...of, ...chosen });
    }
    if (completedAt === null) return;
    const followUpOn = berlinDay(new Date(completedAt));
    await tx
      .insert(cases)
      .values({ applicationId: id, completedAt, startsOn: '2027-01-01', followUpOn, wordsVersion });
    // no step: it changes nothing
    const note = { id: crypto.randomUUID(), applicationId: id, text: 'Ruft an', at: completedAt + 1 };
    await addNote(tx, { ...note, author: user });
    for (const [minutes, change] of steps) {
      const at = completedAt + minutes * minuteMs;
      const changing = { tx, at, today: berlinDay(new Date(at)), calendar: nationwide, actor: user };
      const outcome = await changeCase(changing, id, { version: null, ...change });
      if (outcome.kind !== 'changed') throw new Error(`${name}: ${outcome.kind}`);
    }
  });
  return id;
}

type Of = (name: string, index: number) => string;

/** 8 on 1 October, of which 3 were prepared and 1 was completed; and 1 before the period. Returns their ids. */
async function addCallbacks(app: TestApp, of: Of): Promise<string[]> {
  const create = async (source: string, day = '2026-10-01') => {
    const id = crypto.randomUUID();
    const createdAt = berlinInstant(day, '09:00');
    const callback = { id, name: 'Kim Lange', phone: '030 23125 100', source, createdAt };
    await app.db.write((tx) => tx.insert(callbackRequests).values(callback));
    return id;
  };
  const ids: string[] = [];
  for (const source of Array.from({ length: 8 }, (_, index) => (index < 5 ? 'website' : 'messe-verden'))) {
    ids.push(await create(source));
  }
  await create('website', '2026-08-22');
  // the first was prepared twice
  await prepare(app, of('named', 0), ids[0]);
  await prepare(app, of('issued', 0), ids[0]);
  await prepare(app, of('named', 1), ids[1]);
  await prepare(app, of('chose', 0), ids[5]);
  // for nobody who had asked for a call
  await prepare(app, of('chose', 1), null);
  return ids;
}

/** For an application of the cast. */
async function prepare(app: TestApp, applicationId: string, callbackId: string | null = null) {
  const { now } = app.clock;
  const email = `${applicationId.slice(0, 8)}@lange.example`;
  await app.db.write((tx) =>
    tx.insert(preparations).values({
      id: crypto.randomUUID(),
      applicationId,
      callbackId,
      email,
      values: { contact: { ...caller, email } },
      username: 'lukas.weber',
      createdAt: now,
      expiresAt: now + 14 * dayMs,
      requestHash: 'none',
    }),
  );
}

/** 7 on 20 September, of which 3 led to a completed application, one of them to another one since. Returns their ids. */
async function addOffers(app: TestApp, of: Of): Promise<string[]> {
  const createdAt = berlinInstant('2026-09-20', '12:00');
  const ids: string[] = [];
  for (const [source, applicationId] of [
    ['website', of('issued', 1)],
    ['website', of('nearly', 0)],
    ['website', of('issued', 2)],
    ['website', null],
    [sunny, of('waiting', 0)],
    [sunny, of('chose', 2)],
    [sunny, null],
  ] as const) {
    const number = `AN-20260920-${ids.length}`;
    const email = `o${number}@x.example`;
    ids.push((await addOffer(app, { source, applicationId, createdAt, number, email })).id);
  }
  await app.db.write((tx) => setBegun(tx, ids[2] ?? '', of('nearly', 1)));
  return ids;
}

type About = Partial<typeof outbox.$inferInsert>;

/** 7 that came back in the period, and some that are not counted. */
async function addMails(app: TestApp, lukas: Staff, of: Of, callbacks: string[], offerIds: string[]) {
  const add = async (about: About, cameBack: string | null = '2026-11-12') => {
    const id = crypto.randomUUID();
    const createdAt = berlinInstant('2026-10-12', '08:00');
    const times = { createdAt, nextAttemptAt: createdAt, attemptedAt: createdAt };
    const mail = { id, ...times, emailType: 'privacy_link', recipientEmail: 'weg@x.example' } as const;
    await app.db.write(async (tx) => {
      await tx.insert(outbox).values({ ...mail, status: 'sent', subject: 'x', ...about });
      if (cameBack === null) return;
      const at = berlinInstant(cameBack, '08:00');
      await markBounced(tx, id, { at, code: null, report: 'none', stops: false });
    });
    return id;
  };
  const declared = await declare(app, { name: 'Kim Lange', email: 'kim@lange.example' });
  const { id: withdrawalId } = (await declared.json()) as { id: string };
  await lukas.ask('POST', href(api.closeWithdrawal, { id: withdrawalId }), { outcome: 'late' });
  await add({ applicationId: of('issued', 0) });
  await add({ applicationId: of('issued', 1) });
  await add({ applicationId: of('named', 2) });
  await add({ callbackRequestId: callbacks[6] });
  await add({ offerId: offerIds[4] });
  await add({ withdrawalId });
  const alone = await add({});
  await add({ applicationId: of('issued', 0) }, '2026-08-22');
  await add({ applicationId: of('issued', 0) }, null);
  await add({ applicationId: of('issued', 0), status: 'failed' }, null);
  return { withdrawalId, alone };
}
