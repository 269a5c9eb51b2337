/** Midnight on two instances with one database server. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { api } from '#domain/urls';
import { activateDueTariffs } from '#server/jobs/jobs';
import { scratch } from '#tests/db/support/processes';
import { hire } from '#tests/server/features/backoffice/staff';
import { callsOf, withTop250 } from '#tests/server/features/backoffice/tariffs/calls';
import type { TestApp } from '#tests/support/app';
import { startApp } from '#tests/support/app';

const here = scratch();
let url = '';
beforeAll(async () => {
  url = (await here.startSqld()).url;
});
afterAll(() => here.remove());

const rounds = 5;

test('both show the new tariffs, which came into force once', async () => {
  const env = { DATABASE_URL: url, ...secrets };
  const one = await startApp({ env });
  const other = await startApp({ env });
  const apps = [one, other];
  const calls = callsOf(await hire(one, 'antje', 'admin'));
  for (let round = 1; round <= rounds; round += 1) {
    const validFrom = `2027-0${round}-01`;
    const amount = 44.58 + round;
    await calls.release(await calls.draft({ validFrom, premiums: withTop250(amount) }), { confirm: true });
    for (const { clock } of apps) clock.now = Date.parse(`${validFrom}T00:00:00Z`);
    await Promise.all([...apps, ...apps].map(({ context }) => activateDueTariffs(context)));
    expect(await Promise.all(apps.map(top250))).toEqual([amount, amount]);
  }
  const states = (await calls.list()).map(({ state }) => state);
  expect(states).toEqual(['active', ...Array(rounds).fill('past')]);
  const logged = apps.flatMap((app) => app.logged).filter((line) => line.includes('tariffs_activated'));
  expect(logged).toHaveLength(rounds);
}, 60_000);

const secrets = {
  JWT_SECRET: 'j'.repeat(48),
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  LOG_LEVEL: 'info',
};

async function top250(app: TestApp): Promise<number | undefined> {
  const { tariffs } = (await (await app.ask('GET', api.tariffs)).json()) as {
    tariffs: { premiumOptions: { monthlyPremium: number }[] }[];
  };
  return tariffs[1]?.premiumOptions[1]?.monthlyPremium;
}
