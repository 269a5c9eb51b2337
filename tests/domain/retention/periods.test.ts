/** How long each kind of data is kept, over both changes of the clocks and over the turn of the year. */
import { describe, expect, test } from 'bun:test';
import {
  boundaryOf,
  deletionDayOf,
  keepSentences,
  lastDayOf,
  type Periods,
  periodText,
  type RetentionKind,
  retentionKinds,
  retentionRules,
  usualPeriods,
} from '#domain/retention/periods';

const at = (iso: string) => Date.parse(iso);
const never = Object.fromEntries(Object.keys(usualPeriods).map((name) => [name, 0])) as Periods;

/** The instant at which a row with this clock is deleted: the first one whose boundary is later than the clock. */
function isOver(kind: RetentionKind, clock: number, now: number): boolean {
  const boundary = boundaryOf(kind, usualPeriods, now);
  return boundary !== null && clock < boundary;
}

describe.each([
  // a period of days has 24 hours for each of them, whatever the clocks do
  ['open_applications', '2026-01-15T08:30:00Z', '2026-04-15T08:30:00Z', '2026-04-15', '2026-04-15'],
  ['open_applications', '2026-09-01T22:30:00Z', '2026-11-30T22:30:00Z', '2026-11-30', '2026-11-30'],
  ['contactless_applications', '2026-03-28T23:30:00Z', '2026-03-29T23:30:00Z', '2026-03-30', '2026-03-30'],
  ['erased_drafts', '2026-12-31T22:00:00Z', '2029-12-31T22:59:59.999Z', '2029-12-31', '2030-01-01'],
  ['callbacks', '2026-01-15T22:30:00Z', '2026-07-14T22:30:00Z', '2026-07-15', '2026-07-15'],
  ['callbacks', '2026-07-15T21:30:00Z', '2027-01-11T21:30:00Z', '2027-01-11', '2027-01-11'],
  ['mails', '2026-03-29T01:00:00Z', '2027-03-29T01:00:00Z', '2027-03-29', '2027-03-29'],
  ['mails', '2026-10-25T00:30:00Z', '2027-10-25T00:30:00Z', '2027-10-25', '2027-10-25'],
  // a period of years ends at midnight in Germany
  ['completed_applications', '2026-03-29T01:00:00Z', '2036-12-31T22:59:59.999Z', '2036-12-31', '2037-01-01'],
  ['completed_applications', '2026-10-25T00:30:00Z', '2036-12-31T22:59:59.999Z', '2036-12-31', '2037-01-01'],
  [
    'completed_applications',
    '2026-12-31T22:59:59.999Z',
    '2036-12-31T22:59:59.999Z',
    '2036-12-31',
    '2037-01-01',
  ],
  ['completed_applications', '2026-12-31T23:00:00Z', '2037-12-31T22:59:59.999Z', '2037-12-31', '2038-01-01'],
  ['withdrawn_applications', '2026-07-01T00:00:00Z', '2032-12-31T22:59:59.999Z', '2032-12-31', '2033-01-01'],
  ['withdrawals', '2026-01-01T00:00:00Z', '2032-12-31T22:59:59.999Z', '2032-12-31', '2033-01-01'],
  ['unmatched_withdrawals', '2026-03-01T10:00:00Z', '2026-05-30T10:00:00Z', '2026-05-30', '2026-05-30'],
  ['audit_log', '2026-12-31T22:00:00Z', '2029-12-31T22:59:59.999Z', '2029-12-31', '2030-01-01'],
] as const)('%s of %s', (kind, event, last, lastDay, deletionDay) => {
  test(`are kept until ${last}, and not longer`, () => {
    expect(isOver(kind, at(event), at(last))).toBe(false);
    expect(isOver(kind, at(event), at(last) + 1)).toBe(true);
  });

  test('name the last day, and the day of the deletion', () => {
    expect(lastDayOf(kind, usualPeriods, at(event))).toBe(lastDay);
    expect(deletionDayOf(kind, usualPeriods, at(event))).toBe(deletionDay);
  });
});

test('a proof has an end of its own', () => {
  const end = at('2036-12-31T23:00:00Z');
  expect([isOver('evidence', end, end), isOver('evidence', end, end + 1)]).toEqual([false, true]);
  expect([lastDayOf('evidence', never, end), deletionDayOf('evidence', never, end)]).toEqual([
    '2036-12-31',
    '2037-01-01',
  ]);
});

test('a period of 0 keeps everything but proofs', () => {
  for (const kind of retentionKinds.filter((one) => one !== 'evidence')) {
    expect(boundaryOf(kind, never, at('2999-01-01T00:00:00Z'))).toBeNull();
    expect([lastDayOf(kind, never, 0), deletionDayOf(kind, never, 0)]).toEqual([null, null]);
    expect(periodText(kind, never)).toBe('unbegrenzt');
  }
});

test('withdrawals of nobody without a period of their own have that of the others', () => {
  const periods = { ...usualPeriods, unmatchedDays: 0 };
  expect(periodText('unmatched_withdrawals', periods)).toBe('6 Jahre');
  expect(lastDayOf('unmatched_withdrawals', periods, at('2026-03-01T10:00:00Z'))).toBe('2032-12-31');
  expect(keepSentences(periods).unmatched_withdrawals).toContain('6 Jahre nach dem Ende des Jahres');
});

test('the proof that calls were ended is kept as long as those of the calls', () => {
  expect(keepSentences(usualPeriods).evidence).toContain(
    'Nachweise über Einwilligungen in Anrufe, deren Widerruf und die Anrufe selbst fünf Jahre ab dem letzten davon',
  );
});

test.each([
  ['open_applications', { openDays: 1 }, '1 Tag'],
  ['open_applications', { openDays: 1.5 }, '1,5 Tage'],
  ['callbacks', {}, '180 Tage'],
  ['completed_applications', {}, '10 Jahre'],
  ['withdrawals', { withdrawnYears: 1 }, '1 Jahr'],
  ['evidence', {}, '5 oder 10 Jahre'],
] as const)('the period of %s with %p is written as %s', (kind, change, text) => {
  expect(periodText(kind, { ...usualPeriods, ...change })).toBe(text);
});

test('each kind has a label and a sentence for visitors, which names the period that is set', () => {
  const changed = {
    openDays: 31,
    contactlessDays: 2,
    completedYears: 11,
    withdrawnYears: 7,
    unmatchedDays: 30,
    callbackDays: 32,
    mailDays: 33,
    offerDays: 34,
    auditYears: 4,
    returnDays: 35,
  };
  const sentences = keepSentences(changed);
  const kept = keepSentences(never);
  for (const kind of retentionKinds) {
    expect(retentionRules[kind].label).not.toBe('');
    if (kind === 'evidence') continue;
    expect(sentences[kind]).toContain(periodText(kind, changed));
    expect(kept[kind]).not.toMatch(/\b0\b|unbegrenzt/);
  }
});
