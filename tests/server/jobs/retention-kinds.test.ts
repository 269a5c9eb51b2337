/** From what the period of each kind of data runs. What is left then: `tests/server/erasing`. */
import { describe, expect, test } from 'bun:test';
import { erasures } from '#db/schema/applications';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import type { RetentionKind } from '#domain/retention/periods';
import { dayMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { change, close, type Office, type Thing, type ThingKind, things } from '#tests/server/erasing/things';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { drawNothing } from '#tests/support/drawing';
import { marks, rare, tracesOf } from '#tests/support/traces';

const usual = '2026-11-20T09:00:00Z';
const newYear = '2026-12-31T22:30:00Z';
const officeAt = (iso: string, env: Record<string, string> = {}) =>
  openOffice({ now: Date.parse(iso), env: { LOG_LEVEL: 'info', ...env }, draw: drawNothing });
const make = (office: Office, kind: ThingKind): Promise<Thing> => things[kind](office, rare);

/** Expects that the one thing of this kind is kept until the instant `last`, and not longer. */
async function expectKeptUntil({ app }: Office, kind: RetentionKind, last: string) {
  app.clock.now = Date.parse(last);
  expect((await deleteWhatIsOver(app.context))[kind]).toBeUndefined();
  app.clock.now += 1;
  expect((await deleteWhatIsOver(app.context))[kind]).toBe(1);
}

const call = ({ lukas }: Office, id: string) =>
  lukas.ask('POST', href(api.calls, { id }), { id: crypto.randomUUID(), outcome: 'reached' });
const later = ({ app: { clock } }: Office, days: number) => {
  clock.now += days * dayMs;
};

describe('the period runs from', () => {
  test.each<[string, string, ThingKind, (office: Office, thing: Thing) => unknown, RetentionKind, string]>([
    [
      'the year of a withdrawal, not of the application',
      '2026-10-24T23:30:00Z',
      'completed application',
      async (office, { id }) => {
        office.app.clock.now = Date.parse('2027-02-01T10:00:00Z');
        await change(office, id, { status: 'withdrawn', reason: 'Widerrufen' });
      },
      'withdrawn_applications',
      '2033-12-31T22:59:59.999Z',
    ],
    [
      'the completion of a declined application',
      usual,
      'completed application',
      (office, { id }) => change(office, id, { status: 'declined', reason: 'Zu alt' }),
      'completed_applications',
      '2036-12-31T22:59:59.999Z',
    ],
    [
      'the end of a withdrawal of nobody',
      usual,
      'withdrawal',
      async (office, { id }) => {
        later(office, 10);
        await close(office, id, 'unmatched');
      },
      'unmatched_withdrawals',
      '2027-02-28T09:00:00Z',
    ],
    [
      'the last call, also if another one was entered later',
      usual,
      'callback',
      async (office, { id }) => {
        later(office, 100);
        await call(office, id);
        later(office, -1);
        await call(office, id);
      },
      'callbacks',
      '2027-08-27T09:00:00Z',
    ],
    [
      'the processing of a callback',
      usual,
      'callback',
      async (office, { id }) => {
        later(office, 100);
        await office.lukas.ask('POST', href(api.processCallback, { id }), {});
      },
      'callbacks',
      '2027-08-27T09:00:00Z',
    ],
    [
      'the deletion of a draft by its person, for its number',
      newYear,
      'draft without a contact',
      (_, { id, visitor }) => visitor?.send('DELETE', href(api.application, { id })),
      'erased_drafts',
      '2029-12-31T22:59:59.999Z',
    ],
  ])('%s', async (_, at, kind, act, rule, last) => {
    const office = await officeAt(at);
    await act(office, await make(office, kind));
    await expectKeptUntil(office, rule, last);
  });

  test('an entry of the audit log', async () => {
    const office = await officeAt(newYear);
    await make(office, 'callback');
    await expectKeptUntil(office, 'audit_log', '2029-12-31T22:59:59.999Z');
    expect(await office.app.db.read.select().from(auditLog)).toEqual([]);
  });

  test('the deletion by staff, for what a restore must know of it', async () => {
    const office = await officeAt(newYear);
    const remembered = () => office.app.db.read.select().from(erasures);
    const { id } = await make(office, 'offer');
    expect((await office.lukas.ask('DELETE', href(api.staffOffer, { id }))).status).toBe(200);
    expect(await remembered()).toMatchObject([{ kind: 'offer', id }]);
    office.app.clock.now = Date.parse('2029-12-31T22:59:59.999Z');
    await deleteWhatIsOver(office.app.context);
    expect(await remembered()).toHaveLength(1);
    office.app.clock.now += 1;
    await deleteWhatIsOver(office.app.context);
    expect(await remembered()).toEqual([]);
  });

  test('the year in which a withdrawal of nobody was closed, without a period of its own', async () => {
    const office = await officeAt(newYear, { RETENTION_UNMATCHED_DAYS: '0' });
    await make(office, 'withdrawal of nobody');
    await expectKeptUntil(office, 'unmatched_withdrawals', '2032-12-31T22:59:59.999Z');
    expect(await tracesOf(office.app)).toEqual([]);
  });
});

test('a completed application stays while a withdrawal of it is open, and so does the withdrawal', async () => {
  const office = await officeAt(usual);
  const { app } = office;
  const { id: applicationId } = await make(office, 'completed application');
  const { id } = await make(office, 'withdrawal');
  await office.lukas.ask('POST', href(api.assignWithdrawal, { id }), { applicationId });
  app.clock.now = Date.parse('2050-01-02T00:00:00Z');
  const kinds = ['completed_applications', 'withdrawals'];
  expect(await deleteWhatIsOver(app.context)).not.toContainAnyKeys(kinds);
  await close(office, id, 'late');
  expect(await deleteWhatIsOver(app.context)).toMatchObject({ completed_applications: 1, withdrawals: 1 });
});

test('a mail that still waits, and mails of an application, are kept', async () => {
  const office = await officeAt(usual, { RETENTION_COMPLETED_YEARS: '0' });
  const { app } = office;
  await make(office, 'completed application');
  await app.outbox.runOnce();
  await make(office, 'mail of no application');
  const before = await app.db.read.select({ id: outbox.id }).from(outbox);
  later(office, 2_000);
  expect((await deleteWhatIsOver(app.context)).mails).toBeUndefined();
  expect(await app.db.read.select({ id: outbox.id }).from(outbox)).toEqual(before);
});

describe('a proof', () => {
  // the triggers go by the clock of the database, so its time must be over there, too
  const end = Date.parse('2020-06-01T00:00:00Z');
  const callbackId = crypto.randomUUID();
  const proof = { at: end - 2_000 * dayMs, way: 'page', kind: 'declaration', keepUntil: end } as const;

  test.each([
    ['is kept until its own end', [proof], 1],
    [
      'of a consent to calls is kept as long as that of the last call',
      [
        { ...proof, kind: 'call_consent', callbackId, keepUntil: end - 100 * dayMs },
        { ...proof, kind: 'call_made', callbackId },
        { ...proof, kind: 'call_consent', callbackId: crypto.randomUUID(), keepUntil: end + 1 },
      ],
      2,
    ],
  ] as const)('%s', async (_, proofs, deleted) => {
    const { app } = await officeAt('2020-01-01T00:00:00Z');
    const rows = proofs.map((one) => ({ ...one, id: crypto.randomUUID() }));
    await app.db.write((tx) => tx.insert(evidence).values(rows));
    app.clock.now = end;
    expect((await deleteWhatIsOver(app.context)).evidence).toBeUndefined();
    app.clock.now = end + 1;
    expect((await deleteWhatIsOver(app.context)).evidence).toBe(deleted);
  });

  test('that the database still protects is left alone when the clock of the process is wrong', async () => {
    const office = await officeAt(usual, { RETENTION_COMPLETED_YEARS: '0' });
    await make(office, 'completed application');
    office.app.clock.now = Date.parse('2100-01-01T00:00:00Z');
    expect((await deleteWhatIsOver(office.app.context)).evidence).toBeUndefined();
    expect(await office.app.db.read.$count(evidence)).toBeGreaterThan(1);
  });
});

test('a period of 0 keeps everything', async () => {
  const names =
    'DAYS COMPLETED_YEARS WITHDRAWN_YEARS UNMATCHED_DAYS CALLBACK_DAYS OFFER_DAYS MAIL_DAYS AUDIT_YEARS';
  const never = names.split(' ').map((name) => [`RETENTION_${name}`, '0'] as const);
  const office = await officeAt(usual, Object.fromEntries(never));
  // a draft without a contact is never kept
  const kinds = ['draft', 'completed application', 'callback', 'offer', 'preparation'] as const;
  for (const kind of [...kinds, 'withdrawal of nobody', 'mail of no application'] as const)
    await make(office, kind);
  await office.app.outbox.runOnce();
  later(office, 100 * 366);
  expect(await deleteWhatIsOver(office.app.context)).toEqual({});
});

test('a kind that fails does not keep the others, and the failure is told', async () => {
  const office = await officeAt(usual);
  const { app } = office;
  await make(office, 'draft');
  await make(office, 'callback');
  later(office, 200);
  const broken = "create trigger broken before delete on applications begin select raise(abort, 'x'); end";
  await app.db.write((tx) => tx.run(broken));
  await expect(deleteWhatIsOver(app.context)).rejects.toThrow();
  expect(await office.lukas.list(api.staffCallbacks)).toEqual([]);
  expect(app.logged.join('')).toContain('"kind":"callbacks","count":1');
  expect(marks.filter((mark) => app.logged.join('').includes(mark))).toEqual([]);
});
