/** The note about the age surcharge has the percentage of the tariffs under which the application was completed. */
import { expect, test } from 'bun:test';
import type { AllSets } from '#domain/application';
import { placeholders } from '#domain/operator/operator';
import { setKeys } from '#domain/steps/all';
import { applicationPdf } from '#server/documents/application-pdf';
import { readPdf } from '#tests/support/pdf';
import { matthias } from '#tests/support/people';

const ids = { id: crypto.randomUUID(), applicationId: crypto.randomUUID() };
const sets = Object.fromEntries(setKeys.map((key) => [key, { ...matthias[key], ...ids }])) as AllSets;
const price = { paymentFrequency: 'monthly', monthlyPremium: 69.52, annualPremium: 834.24 } as const;
const copy = {
  operator: placeholders,
  application: {
    id: ids.applicationId,
    currentStep: 6,
    completed: true,
    createdAt: '2026-11-19T08:30:00.000Z',
    lastUpdated: '2026-11-20T09:00:00.000Z',
  } as const,
  sets: { ...sets, 'tariff-selection': { ...sets['tariff-selection'], ...price } },
};

test.each([
  [35, '35'],
  [20, '20'],
  [0, undefined],
])('a surcharge of %i %%', async (ageSurchargePercent, printed) => {
  const { letters } = await readPdf(await applicationPdf({ ...copy, ageSurchargePercent }));
  expect(letters.match(/Alterszuschlagvon(\d+)%/)?.[1]).toBe(printed as string);
});
