/** The note about the age surcharge has the percentage of the tariffs under which the application was completed. */
import { expect, test } from 'bun:test';
import { applicationPdf } from '#server/documents/drawer';
import { readPdf } from '#tests/support/pdf';
import { matthias } from '#tests/support/people';
import { completed } from './support/a-copy';

test.each([
  [35, '35'],
  [20, '20'],
  [0, undefined],
])('a surcharge of %i %%', async (ageSurchargePercent, printed) => {
  const { letters } = await readPdf(await applicationPdf({ ...completed(matthias), ageSurchargePercent }));
  expect(letters.match(/Alterszuschlagvon(\d+)%/)?.[1]).toBe(printed as string);
});
