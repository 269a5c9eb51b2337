/** What is left of each kind of personal data, whoever deletes it: staff, its person, or the clock. */
// ASVS 14.2.4
import { expect, test } from 'bun:test';
import { gt, sql } from 'drizzle-orm';
import { deleteExpiredLinks } from '#db/access-links';
import { auditLog } from '#db/schema/staff';
import { readNoted } from '#db/search/entries';
import { dayMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { queueDueReminders } from '#server/jobs/jobs';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { erase, tokenFor } from '#tests/server/features/privacy/person';
import type { TestApp } from '#tests/support/app';
import { drawNothing } from '#tests/support/drawing';
import { type Applicant, createVisitor, johanna, type Visitor } from '#tests/support/people';
import { rare, tracesOf } from '#tests/support/traces';
import { byStaff, type Office, type Thing, type ThingKind, things } from './things';

type Left = Record<string, number>;
/** What is drawn stands only in mails, as a whole. */
const open = (options: object = {}) => openOffice({ draw: drawNothing, ...options });
const { email } = rare['contact-data'];
/** The rows about a deletion, the figures, which name nobody, and when the job ran. */
const always = ['audit_log', 'erasures', 'funnel_archive', 'job_runs'];

/** Of another person, who begins a day later. */
const other: Applicant = {
  ...johanna,
  'horse-data': { ...johanna['horse-data'], insuranceStartDate: '2027-01-15' },
};

/** How many rows each table has. */
async function countsOf({ db, listings }: TestApp): Promise<Left> {
  await listings.settled();
  const tables = await db.read.all<{ name: string }>(
    sql`select name from sqlite_schema where type = 'table' and name <> 'sqlite_sequence'
      and name not like 'search_words%'`,
  );
  const counts = tables.map(
    async ({ name }) => [name, await db.read.$count(sql`${sql.identifier(name)}`)] as const,
  );
  return Object.fromEntries(await Promise.all(counts));
}

function difference(more: Left, less: Left): Left {
  const rows = Object.entries(more).map(([name, count]) => [name, count - (less[name] ?? 0)] as const);
  return Object.fromEntries(rows.filter(([, count]) => count !== 0));
}

async function make(office: Office, kind: ThingKind, person: Applicant) {
  const { app } = office;
  const before = await countsOf(app);
  const thing = await things[kind](office, person);
  await app.outbox.runOnce();
  await readNoted(app.db, 10_000);
  return { thing, added: difference(await countsOf(app), before) };
}

type Deleting = (thing: Thing) => Promise<unknown>;

/** Makes the thing, and that of another person a day later; says in which tables rows of the first are left. */
async function leftBy(office: Office, kind: ThingKind, act: Deleting) {
  const { app } = office;
  const before = await countsOf(app);
  const { thing, added: first } = await make(office, kind, rare);
  app.clock.now += dayMs;
  const { added } = await make(office, kind, other);
  // a reminder of the draft waits
  await queueDueReminders(app.context);
  expect(await tracesOf(app)).not.toEqual([]);
  const known = await countsOf(app);
  const [row] = await app.db.read.select({ id: sql<number>`max(${auditLog.id})` }).from(auditLog);
  await act(thing);
  expect(await tracesOf(app)).toEqual([]);
  const counts = await countsOf(app);
  // all of its proofs, or none
  expect([0, first.evidence ?? 0]).toContain((known.evidence ?? 0) - (counts.evidence ?? 0));
  const audited = await app.db.read
    .select()
    .from(auditLog)
    .where(gt(auditLog.id, row?.id ?? 0));
  return {
    left: Object.keys(difference(difference(counts, before), added)).filter((name) => !always.includes(name)),
    audited: audited
      .filter(({ action }) => action !== 'persons_listed')
      .map(({ username, action, subjectId }) =>
        `${username}: ${action} ${subjectId === thing.id ? 'it' : ''}`.trim(),
      ),
  };
}

test.each([
  ['draft', 'application_deleted', []],
  ['completed application', 'completed_application_deleted', ['evidence', 'handovers']],
  ['callback', 'callback_deleted', ['evidence']],
  ['offer', 'offer_deleted', ['evidence']],
  ['preparation', 'preparation_deleted', []],
] as const)('staff delete %s, once, with a row of the audit log', async (kind, action, left) => {
  const office = await open();
  const found = await leftBy(office, kind, async ({ id }) => {
    const path = href(byStaff[kind], { id });
    expect((await office.lukas.ask('DELETE', path)).status).toBe(200);
    expect((await office.lukas.ask('DELETE', path)).status).toBe(404);
  });
  expect(found.left.toSorted()).toEqual([...left]);
  expect(found.audited[0]).toBe(`lukas.weber: ${action} it`);
});

const proofs = (until: string) => [{ kind: 'evidence', until }];
test.each([
  // the link that stops reminders of its address still works
  ['draft', 1, ['drafts_deleted'], ['deleted_mails', 'link_tokens'], []],
  ['draft without a contact', 1, ['drafts_deleted'], [], []],
  ['callback', 1, ['callback_deleted it'], ['evidence'], proofs('2031-11-20')],
  ['offer', 1, ['offer_deleted it'], ['deleted_mails', 'evidence'], proofs('2036-12-31')],
  ['preparation', 1, ['drafts_deleted'], [], []],
  ['mail of no application', 0, [], [], []],
] as const)('persons erase under "Meine Daten" %s', async (kind, erased, actions, left, kept) => {
  const office = await open();
  const found = await leftBy(office, kind, async () => {
    // a link that nobody uses has the address, too
    await tokenFor(office.app, email.toUpperCase());
    const token = await tokenFor(office.app, email);
    const answer = await erase(office.app, token);
    expect([answer.status, await answer.json()]).toMatchObject([200, { erased, kept }]);
    expect((await erase(office.app, token)).status).toBe(404);
  });
  expect(found.left.toSorted()).toEqual([...left]);
  expect(found.audited).toMatchObject(
    actions.map((action) => expect.stringContaining(`Betroffene Person: ${action}`)),
  );
});

test.each([
  [
    'draft',
    ({ send }: Visitor, { id }: Thing) => send('DELETE', href(api.application, { id })),
    'drafts_deleted',
  ],
  [
    'offer',
    ({ send }: Visitor, { token = '' }: Thing) => send('POST', href(api.deleteOffer, { token }), {}),
    'offer_deleted it',
  ],
] as const)('by its own page, its person deletes %s', async (kind, act, action) => {
  const office = await open();
  const { left, audited } = await leftBy(office, kind, async (thing) => {
    expect((await act(thing.visitor ?? createVisitor(office.app), thing)).status).toBe(200);
  });
  expect(left.toSorted()).toEqual(kind === 'draft' ? ['deleted_mails'] : ['deleted_mails', 'evidence']);
  expect(audited).toEqual([expect.stringContaining(`Betroffene Person: ${action}`)]);
});

const newYear = '2026-12-31T22:59:59Z';
const usual = '2026-11-20T09:00:00Z';
const days = (count: number, since = usual) => new Date(Date.parse(since) + count * dayMs).toISOString();
test.each([
  ['draft', usual, 'open_applications', days(90), []],
  ['draft without a contact', usual, 'contactless_applications', days(1), []],
  [
    'completed application',
    newYear,
    'completed_applications',
    '2036-12-31T22:59:59.999Z',
    ['evidence', 'handovers'],
  ],
  ['callback', '2026-01-15T22:30:00Z', 'callbacks', days(180, '2026-01-15T22:30:00Z'), ['evidence']],
  ['offer', usual, 'offers', '2027-01-19T22:59:59.999Z', ['evidence']],
  ['preparation', usual, 'preparations', days(44), []],
  ['late withdrawal', newYear, 'withdrawals', '2032-12-31T22:59:59.999Z', ['evidence']],
  ['withdrawal of nobody', usual, 'unmatched_withdrawals', days(90), ['evidence']],
  ['mail of no application', usual, 'mails', days(365), []],
] as const)('the clock deletes %s of %s as one of %s after %s', async (kind, at, rule, last, left) => {
  const office = await open({ now: Date.parse(at), env: { RETENTION_AUDIT_YEARS: '0' } });
  const { clock, context, db } = office.app;
  const found = await leftBy(office, kind, async () => {
    // links that end by themselves are deleted by another job
    if (hasShortLink.includes(kind)) await deleteExpiredLinks(db, Date.parse(at) + 15 * dayMs);
    clock.now = Date.parse(last);
    expect((await deleteWhatIsOver(context))[rule]).toBeUndefined();
    clock.now += 1;
    expect((await deleteWhatIsOver(context))[rule]).toBe(1);
  });
  expect(found).toEqual({ left: [...left], audited: [] });
});
const hasShortLink: ThingKind[] = ['preparation', 'mail of no application'];
