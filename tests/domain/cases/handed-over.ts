import type { AllSets } from '#domain/application';
import type { HandedOver } from '#domain/insurer/handover';
import { matthias } from '#tests/support/people';

export const id = '5a77e1fe-a000-4000-8000-0000000000ab';
const row = { id: '', applicationId: id };

/** Completed just after midnight in Germany; `typed`: what else the policyholder is. */
export function handedOver(
  typed: Partial<AllSets['policyholder-info']> = {},
  horse: Partial<AllSets['horse-data']> = {},
): HandedOver {
  const sets: AllSets = {
    'horse-data': { ...row, ...matthias['horse-data'], chipNumber: null, ...horse },
    'contact-data': { ...row, ...matthias['contact-data'] },
    'tariff-selection': {
      ...{ ...row, tariffType: 'premium', selfParticipation: 0, paymentFrequency: 'annual' },
      ...{ monthlyPremium: 80.08, annualPremium: 960.96 },
    },
    'policyholder-info': { ...row, ...matthias['policyholder-info'], ...typed },
    'sepa-mandate': {
      ...{ ...row, ...matthias['sepa-mandate'], mandateReference: 'SF-20261120-7KQ4M2XW9C' },
      ...{ creditorName: 'Reitschutz GmbH', creditorId: 'DE98ZZZ09999999999' },
    },
  };
  return { id, completedAt: Date.parse('2026-11-19T23:00:01Z'), sets };
}
