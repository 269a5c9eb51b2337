/** Rates and states as operators write them, also wrongly. */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOperator } from '#server/operator/file';
import { afterThisTest } from '#tests/support/endings';

async function read(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sattelfest-values-'));
  afterThisTest(() => rm(folder, { recursive: true }));
  await Bun.write(join(folder, 'operator.toml'), content);
  return readOperator(folder);
}

test.each([
  ['0', 0],
  ['17.5', 17.5],
  ['19.19', 19.19],
  ['100', 100],
])('insuranceTaxPercent may be %s', async (written, rate) => {
  const { operator, problems } = await read(`[legal]\ninsuranceTaxPercent = ${written}`);
  expect([operator?.legal.insuranceTaxPercent, problems]).toEqual([rate, []]);
});

// a text would show the small ones as 0 %
test.each(['1e-7', '0.004', '17.501', '-1', '100.1', 'nan', 'inf', '"19"', 'true', '[19]'])(
  'insuranceTaxPercent may not be %s',
  async (written) => {
    const { problems } = await read(`[legal]\ninsuranceTaxPercent = ${written}`);
    expect(problems).toEqual([
      'legal.insuranceTaxPercent must be a number from 0 to 100 with at most two decimals',
    ]);
  },
);

test.each(['"nw"', '""', '"DE"', '"__proto__"', '5', '["NW"]'])('state may not be %s', async (written) => {
  const { problems } = await read(`[company]\nstate = ${written}`);
  expect(problems).toEqual([expect.stringMatching(/^company\.state must be "BB", .* or "TH"$/)]);
});
