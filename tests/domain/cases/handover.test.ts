/** The bytes of the file for the insurer. */
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import type { AllSets } from '#domain/application';
import { type HandedOver, handoverFile, handoverName } from '#domain/cases/handover';
import { matthias } from '#tests/support/people';

const id = '5a77e1fe-a000-4000-8000-0000000000ab';
const row = { id: '', applicationId: id };
const sets: AllSets = {
  'horse-data': { ...row, ...matthias['horse-data'], chipNumber: null },
  'contact-data': { ...row, ...matthias['contact-data'] },
  'tariff-selection': {
    ...{ ...row, tariffType: 'premium', selfParticipation: 0, paymentFrequency: 'annual' },
    ...{ monthlyPremium: 80.08, annualPremium: 960.96 },
  },
  'policyholder-info': { ...row, ...matthias['policyholder-info'] },
  'sepa-mandate': {
    ...{ ...row, ...matthias['sepa-mandate'], mandateReference: 'SF-20261120-7KQ4M2XW9C' },
    ...{ creditorName: 'Reitschutz GmbH', creditorId: 'DE98ZZZ09999999999' },
  },
};
// just after midnight in Germany
const application: HandedOver = { id, completedAt: Date.parse('2026-11-19T23:00:01Z'), sets };
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

// If this fails, no older file can be downloaded any more: keep the old writer beside the new one (decision 025).
test.each([
  ['csv', 'a437066c99ef2c13bbf5b518bb45e733fba8e71015a1baa6ce240ec18be925ca'],
  ['json', 'bf33c3ab9136291880e8b8484f07a776cb8c682ac68fc5592b3270dae7b8e56b'],
] as const)('the %s file is the same for ever', (format, sha256) => {
  expect(hash(handoverFile(format, [application]))).toBe(sha256);
});

test('days are those of Berlin', () => {
  expect(handoverFile('csv', [application])).toContain(`${id};20.11.2026;Herr;`);
  expect(handoverFile('json', [application])).toContain('"mandateDate": "2026-11-20"');
  expect(handoverName({ id, at: '2026-11-19T23:00:01Z', format: 'json' })).toBe(
    'Uebergabe-2026-11-20-5a77e1fe.json',
  );
});
