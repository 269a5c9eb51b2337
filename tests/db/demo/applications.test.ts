import { expect, test } from 'bun:test';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFieldCipher } from '#db/bank-data/cipher';
import { readDashboard } from '#db/dashboard';
import { selectOffers, stateOf } from '#db/offers';
import { selectPreparations } from '#db/preparations';
import { applications } from '#db/schema/applications';
import { callbackRequests, caseEvents, cases } from '#db/schema/desk';
import { withdrawals } from '#db/schema/law';
import { outbox } from '#db/schema/mails';
import { auditLog } from '#db/schema/staff';
import { caseStatusKeys } from '#domain/cases/statuses';
import { addDays, berlinDay, berlinMidnight } from '#domain/dates';
import { keysOf } from '#domain/keys';
import { emailTypes } from '#domain/mails/kinds';
import { offerStates } from '#domain/offers';
import { preparationState, preparationStates } from '#domain/preparations/preparations';
import { seedDemo } from '#server/commands/demo';
import { openMigrated } from '#tests/db/support/migrated';

const cipher = createFieldCipher(Buffer.alloc(32, 7).toString('base64'));

test.each(['2026-11-20T09:00:00Z', '2026-03-29T00:30:00Z'])(
  'demo data made at %s has every state that staff can meet, and adding it again changes nothing',
  async (instant) => {
    const folder = join(tmpdir(), `sattelfest-seed-${crypto.randomUUID()}`);
    const db = await openMigrated(`file:${join(folder, 'app.db')}`);
    const now = Date.parse(instant);
    await seedDemo(db, { cipher, now });
    const read = () =>
      Promise.all([
        db.read.select().from(applications),
        db.read.select().from(outbox),
        db.read.select().from(callbackRequests),
        db.read.select().from(withdrawals),
        db.read.select().from(cases),
        db.read.select().from(caseEvents),
        selectPreparations(db.read),
        selectOffers(db.read),
      ]);
    const before = await read();
    const [open, mails, callbacks, withdrawn, desk, _, prepared, offered] = before;
    expect(new Set(desk.map(({ status }) => status))).toEqual(new Set(caseStatusKeys));
    for (const step of [1, 2, 3, 4, 5, 6])
      expect(open.some((one) => one.completedAt === null && one.currentStep === step)).toBe(true);
    expect(open.some(({ furthestStep, currentStep }) => furthestStep > currentStep)).toBe(true);
    expect(new Set(callbacks.map(({ processedAt }) => processedAt === null))).toEqual(new Set([true, false]));
    expect(new Set(callbacks.map(({ noCallsAt }) => noCallsAt === null))).toEqual(new Set([true, false]));
    const prepare = prepared.map(({ preparation: { expiresAt }, progress }) =>
      preparationState({ progress, expiresAt }, now),
    );
    expect(new Set(prepare)).toEqual(new Set(keysOf(preparationStates)));
    expect(new Set(offered.map((offer) => stateOf(offer, now)))).toEqual(new Set(keysOf(offerStates)));
    expect(mails.filter(({ subject }) => subject === null)).toEqual([]);
    expect(new Set(withdrawn.map(({ match }) => match)).size).toBe(4);
    expect(new Set(withdrawn.map(({ closedAt }) => closedAt === null))).toEqual(new Set([true, false]));
    // an alert is raised by the audit log, which stays empty, and nobody wants the digest
    for (const type of emailTypes.filter((one) => one !== 'security_alert' && one !== 'digest'))
      expect(mails.map(({ emailType }) => emailType)).toContain(type);
    expect(mails.filter(({ error }) => error !== null).length).toBeGreaterThan(4);
    for (const { attemptedAt, status, error } of mails) {
      expect(attemptedAt).toBeLessThan(now + 3000);
      expect(status).toBe(error === null ? 'sent' : 'failed');
    }

    const today = berlinDay(new Date(now));
    const days = Array.from({ length: 31 }, (_, index) => addDays(today, index - 29));
    const { daily } = await readDashboard(db, days, days.map(berlinMidnight));
    expect(daily.filter(({ started }) => started > 0).length).toBeGreaterThan(20);
    expect(daily.filter(({ completed }) => completed > 0).length).toBeGreaterThan(8);

    await seedDemo(db, { cipher, now });
    expect(await read()).toEqual(before);
    expect(await db.read.select().from(auditLog)).toEqual([]);
    await db.close();
    await rm(folder, { recursive: true });
  },
);
