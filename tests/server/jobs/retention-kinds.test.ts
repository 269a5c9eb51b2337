/** Each kind of data is deleted when its period has passed, and not before. */
// ASVS 14.2.4
import { describe, expect, test } from 'bun:test';
import { deleteExpiredLinks } from '#db/links';
import { linkTokens } from '#db/schema/desk';
import { evidence } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import type { RetentionKind } from '#domain/retention/periods';
import { api, href } from '#domain/urls';
import { deleteWhatIsOver } from '#server/jobs/retention';
import { openOffice } from '#tests/server/features/backoffice/staff';
import { offered } from '#tests/server/features/offers/asked';
import { declare } from '#tests/server/features/withdrawals/declaration';
import { createVisitor } from '#tests/support/people';
import { marks, rare, tracesOf } from '#tests/support/traces';

const day = 24 * 3_600_000;
const { email } = rare['contact-data'];
const wish = { name: 'Holunderblüte', phone: '0221 555', email, dataProcessingConsent: true };
type Office = Awaited<ReturnType<typeof openOffice>>;

/** An office whose clock stands at this instant. */
async function officeAt(iso: string, env: Record<string, string> = {}): Promise<Office> {
  const office = await openOffice({ env });
  office.app.clock.now = Date.parse(iso);
  return office;
}

/** Expects that the one thing of this kind is kept until the instant `last` (ms), and not longer. */
async function expectKeptUntil({ app }: Office, kind: RetentionKind, last: number) {
  app.clock.now = last;
  expect((await deleteWhatIsOver(app.context))[kind]).toBeUndefined();
  app.clock.now = last + 1;
  expect((await deleteWhatIsOver(app.context))[kind]).toBe(1);
}

async function complete({ app }: Office): Promise<string> {
  const visitor = createVisitor(app);
  await visitor.fill(rare);
  expect((await visitor.complete()).status).toBe(200);
  return visitor.id;
}

async function change({ lukas }: Office, id: string, change: object) {
  const path = href(api.case, { id });
  const { version } = (await lukas.ask('GET', path)).body;
  expect((await lukas.ask('PATCH', path, { version, ...change })).status).toBe(200);
}

async function callBack({ app }: Office): Promise<string> {
  const answer = await app.ask('POST', api.callbackRequests, { body: wish });
  return ((await answer.json()) as { id: string }).id;
}

const call = ({ lukas }: Office, id: string) =>
  lukas.ask('POST', href(api.calls, { id }), { id: crypto.randomUUID(), outcome: 'reached' });

/** A withdrawal of nobody's application. */
async function withdraw({ app }: Office): Promise<string> {
  const answer = await declare(app, { email, name: 'Holunderblüte Wacholderbeere' });
  return ((await answer.json()) as { id: string }).id;
}

const close = ({ lukas }: Office, id: string, outcome: string) =>
  lukas.ask('POST', href(api.closeWithdrawal, { id }), { outcome });

describe('a completed application', () => {
  test('is kept for ten years after its year, and leaves only its proofs', async () => {
    const office = await officeAt('2026-03-28T23:30:00Z', { RETENTION_AUDIT_YEARS: '0' });
    const id = await complete(office);
    await expectKeptUntil(office, 'completed_applications', Date.parse('2036-12-31T22:59:59.999Z'));
    const proofs = await office.app.db.read.select().from(evidence);
    expect(proofs.length).toBeGreaterThan(1);
    expect(new Set(proofs.map(({ applicationId }) => applicationId))).toEqual(new Set([id]));
    expect(await tracesOf(office.app)).toEqual([]);
  });

  test('that was withdrawn is kept for six years after the year of its withdrawal', async () => {
    const office = await officeAt('2026-10-24T23:30:00Z');
    const id = await complete(office);
    office.app.clock.now = Date.parse('2027-02-01T10:00:00Z');
    await change(office, id, { status: 'withdrawn', reason: 'Widerrufen' });
    await expectKeptUntil(office, 'withdrawn_applications', Date.parse('2033-12-31T22:59:59.999Z'));
  });

  test('that was declined is kept like any other', async () => {
    const office = await officeAt('2026-11-20T09:00:00Z');
    await change(office, await complete(office), { status: 'declined', reason: 'Zu alt' });
    await expectKeptUntil(office, 'completed_applications', Date.parse('2036-12-31T22:59:59.999Z'));
  });

  test('stays while a withdrawal of it is open, and so does the withdrawal', async () => {
    const office = await officeAt('2026-11-20T09:00:00Z');
    const { app } = office;
    const applicationId = await complete(office);
    const id = await withdraw(office);
    await office.lukas.ask('POST', href(api.assignWithdrawal, { id }), { applicationId });
    app.clock.now = Date.parse('2050-01-02T00:00:00Z');
    expect(await deleteWhatIsOver(app.context)).not.toContainAnyKeys([
      'completed_applications',
      'withdrawals',
    ]);
    expect((await close(office, id, 'late')).status).toBe(200);
    expect(await deleteWhatIsOver(app.context)).toMatchObject({ completed_applications: 1, withdrawals: 1 });
  });
});

test('a closed withdrawal is kept for six years after the year in which it was received', async () => {
  const office = await officeAt('2026-12-31T22:30:00Z');
  expect((await close(office, await withdraw(office), 'late')).status).toBe(200);
  await expectKeptUntil(office, 'withdrawals', Date.parse('2032-12-31T22:59:59.999Z'));
  expect(await tracesOf(office.app)).toEqual([]);
});

test('a withdrawal that was closed as that of nobody is kept for 90 days, and leaves nothing in clear', async () => {
  const office = await officeAt('2026-11-20T09:00:00Z');
  const id = await withdraw(office);
  await office.app.outbox.runOnce();
  office.app.clock.now += 10 * day;
  expect((await close(office, id, 'unmatched')).status).toBe(200);
  await expectKeptUntil(office, 'unmatched_withdrawals', office.app.clock.now + 90 * day);
  expect(await tracesOf(office.app)).toEqual([]);
});

test('without a period of its own, it is kept for six years after the year in which it was closed', async () => {
  const office = await officeAt('2026-12-31T22:30:00Z', { RETENTION_UNMATCHED_DAYS: '0' });
  expect((await close(office, await withdraw(office), 'unmatched')).status).toBe(200);
  await expectKeptUntil(office, 'unmatched_withdrawals', Date.parse('2032-12-31T22:59:59.999Z'));
  expect(await tracesOf(office.app)).toEqual([]);
});

describe.each(['2026-01-15T22:30:00Z', '2026-07-15T22:30:00Z'])('a callback request of %s', (iso) => {
  test('is kept for 180 days', async () => {
    const office = await officeAt(iso);
    await callBack(office);
    await expectKeptUntil(office, 'callbacks', Date.parse(iso) + 180 * day);
    expect(await tracesOf(office.app)).toEqual([]);
  });

  test.each([
    ['a call', call],
    [
      'the last of its calls',
      async (office: Office, id: string) => {
        office.app.clock.now -= day;
        await call(office, id);
        office.app.clock.now += day;
        return await call(office, id);
      },
    ],
    [
      'its processing',
      (office: Office, id: string) => office.lukas.ask('POST', href(api.processCallback, { id }), {}),
    ],
  ])('is kept for 180 days after %s', async (_, act) => {
    const office = await officeAt(iso);
    const id = await callBack(office);
    office.app.clock.now += 100 * day;
    expect((await act(office, id)).status).toBeLessThan(300);
    await expectKeptUntil(office, 'callbacks', Date.parse(iso) + 280 * day);
  });
});

test.each(['2026-01-15T22:30:00Z', '2026-07-15T22:30:00Z'])(
  'a mail of no application of %s is kept for 365 days',
  async (iso) => {
    const office = await officeAt(iso);
    await office.app.ask('POST', api.privacyRequests, { body: { email } });
    await office.app.outbox.runOnce();
    // another job deletes the links, which end after an hour
    await deleteExpiredLinks(office.app.db, Date.parse(iso) + day);
    await expectKeptUntil(office, 'mails', Date.parse(iso) + 365 * day);
    expect(await tracesOf(office.app)).toEqual([]);
  },
);

test('an offer is kept until 30 days after its end, and leaves neither mail nor link', async () => {
  const office = await officeAt('2026-11-20T09:00:00Z');
  const { app } = office;
  await offered(app, { email });
  await expectKeptUntil(office, 'offers', Date.parse('2027-01-19T22:59:59.999Z'));
  expect(await app.db.read.select().from(linkTokens)).toEqual([]);
  expect(await tracesOf(app)).toEqual([]);
});

test('a mail that still waits, and mails of an application, are kept', async () => {
  const office = await officeAt('2026-11-20T09:00:00Z', { RETENTION_COMPLETED_YEARS: '0' });
  const { app } = office;
  await complete(office);
  await app.outbox.runOnce();
  await app.ask('POST', api.privacyRequests, { body: { email } });
  const before = await app.db.read.select({ id: outbox.id }).from(outbox);
  app.clock.now += 2_000 * day;
  expect((await deleteWhatIsOver(app.context)).mails).toBeUndefined();
  expect(await app.db.read.select({ id: outbox.id }).from(outbox)).toEqual(before);
});

test('the audit log is kept for three years after the year of an entry', async () => {
  const office = await officeAt('2026-12-31T22:59:59Z');
  const id = await callBack(office);
  await office.lukas.ask('POST', href(api.processCallback, { id }), {});
  await expectKeptUntil(office, 'audit_log', Date.parse('2029-12-31T22:59:59.999Z'));
  expect(await office.app.db.read.select().from(auditLog)).toEqual([]);
});

describe('a proof', () => {
  // the triggers go by the clock of the database, so its time must be over there, too
  const end = Date.parse('2020-06-01T00:00:00Z');
  const proof = (change: object) => ({
    id: crypto.randomUUID(),
    at: end - 2_000 * day,
    way: 'page' as const,
    kind: 'declaration' as const,
    keepUntil: end,
    ...change,
  });

  test('is kept until its own end', async () => {
    const office = await officeAt('2020-01-01T00:00:00Z');
    await office.app.db.write((tx) => tx.insert(evidence).values(proof({})));
    await expectKeptUntil(office, 'evidence', end);
  });

  test('of a consent to calls is kept as long as that of the last call', async () => {
    const office = await officeAt('2020-01-01T00:00:00Z');
    const callbackId = crypto.randomUUID();
    await office.app.db.write((tx) =>
      tx
        .insert(evidence)
        .values([
          proof({ kind: 'call_consent', callbackId, keepUntil: end - 100 * day }),
          proof({ kind: 'call_made', callbackId, keepUntil: end }),
          proof({ kind: 'call_consent', callbackId: crypto.randomUUID(), keepUntil: end + 1 }),
        ]),
    );
    const { app } = office;
    app.clock.now = end;
    expect((await deleteWhatIsOver(app.context)).evidence).toBeUndefined();
    app.clock.now = end + 1;
    expect((await deleteWhatIsOver(app.context)).evidence).toBe(2);
  });

  test('that the database still protects is left alone when the clock of the process is wrong', async () => {
    const office = await officeAt('2026-11-20T09:00:00Z', { RETENTION_COMPLETED_YEARS: '0' });
    await complete(office);
    office.app.clock.now = Date.parse('2100-01-01T00:00:00Z');
    expect((await deleteWhatIsOver(office.app.context)).evidence).toBeUndefined();
    expect((await office.app.db.read.select().from(evidence)).length).toBeGreaterThan(1);
  });
});

test('a period of 0 keeps everything', async () => {
  const names = [
    'DAYS',
    'COMPLETED_YEARS',
    'WITHDRAWN_YEARS',
    'UNMATCHED_DAYS',
    'CALLBACK_DAYS',
    'OFFER_DAYS',
    'MAIL_DAYS',
    'AUDIT_YEARS',
  ];
  const office = await officeAt(
    '2026-11-20T09:00:00Z',
    Object.fromEntries(names.map((name) => [`RETENTION_${name}`, '0'])),
  );
  await complete(office);
  await callBack(office);
  await close(office, await withdraw(office), 'unmatched');
  await createVisitor(office.app).fill(rare);
  await offered(office.app, { email });
  await office.app.outbox.runOnce();
  office.app.clock.now += 100 * 366 * day;
  expect(await deleteWhatIsOver(office.app.context)).toEqual({});
});

test('a kind that fails does not keep the others, and the failure is told', async () => {
  const office = await officeAt('2026-11-20T09:00:00Z', { LOG_LEVEL: 'info' });
  const { app } = office;
  await createVisitor(app).fill(rare);
  await callBack(office);
  app.clock.now += 200 * day;
  await app.db.write((tx) =>
    tx.run("create trigger broken before delete on applications begin select raise(abort, 'kaputt'); end"),
  );
  await expect(deleteWhatIsOver(app.context)).rejects.toThrow();
  expect(await office.lukas.list(api.staffCallbacks)).toEqual([]);
  expect(app.logged.join('')).toContain('"kind":"callbacks","count":1');
  expect(marks.filter((mark) => app.logged.join('').includes(mark))).toEqual([]);
});

test('the number of a draft that its person deleted is kept for three years after its year', async () => {
  const office = await officeAt('2026-12-31T22:30:00Z');
  const visitor = createVisitor(office.app);
  await visitor.fill(rare);
  expect((await visitor.send('DELETE', href(api.application, visitor))).status).toBe(200);
  await expectKeptUntil(office, 'erased_drafts', Date.parse('2029-12-31T22:59:59.999Z'));
});
