import { expect, test } from 'bun:test';
import { type EvidenceKind, evidenceLabels, keepUntil } from '#domain/law/evidence';

const kept = (kind: EvidenceKind, at: string) => new Date(keepUntil(kind, Date.parse(at))).toISOString();

test.each<[EvidenceKind, at: string, until: string]>([
  // ten years from 31 December, by German time
  ['declaration', '2026-11-20T09:00:00Z', '2036-12-31T23:00:00.000Z'],
  ['document_delivered', '2026-01-01T00:00:00Z', '2036-12-31T23:00:00.000Z'],
  ['withdrawal', '2026-12-31T22:59:59Z', '2036-12-31T23:00:00.000Z'],
  ['withdrawal', '2026-12-31T23:00:00Z', '2037-12-31T23:00:00.000Z'],
  // five years from the event
  ['call_consent', '2026-11-20T09:00:00Z', '2031-11-20T09:00:00.000Z'],
  ['call_made', '2028-02-29T12:00:00Z', '2033-03-01T12:00:00.000Z'],
  ['reminder_consent', '2026-12-31T23:30:00Z', '2031-12-31T23:30:00.000Z'],
  ['reminder_revoked', '2026-06-30T22:30:00Z', '2031-06-30T22:30:00.000Z'],
])('a proof of %s at %s is kept until %s', (kind, at, until) => {
  expect(kept(kind, at)).toBe(until);
});

test('every kind of proof has a period', () => {
  for (const kind of Object.keys(evidenceLabels) as EvidenceKind[])
    expect(kept(kind, '2026-11-20T09:00:00Z') > '2031').toBe(true);
});
