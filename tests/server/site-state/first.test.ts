/** The state of a database that a start creates, and what a start asks of a site that is none yet. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { readSiteState } from '#db/site-state';
import { loadConfig } from '#server/config';
import { assertLaunchable, openPrepared } from '#server/process/start';
import { keys } from '#tests/db/upgrades/history';
import { writeRelease } from '#tests/db/upgrades/loaded';
import { newFolder } from '#tests/faults/support/processes';
import { startApp } from '#tests/support/app';
import { setState } from '#tests/support/site-state';
import { token, valuesOf } from '../features/metrics/values';

const quiet = () => {};

async function stateAfter(folder: string, env: Record<string, string>) {
  const config = loadConfig({ DATA_DIR: folder, ...env });
  const db = await openPrepared(config, quiet);
  try {
    return (await readSiteState(db.read)).state;
  } finally {
    await db.close();
  }
}

const https = { PUBLIC_URL: 'https://hufschutz.example' };

test.each([
  [{}, 'live'],
  [https, 'trial'],
  [{ SITE_STATE: 'trial' }, 'trial'],
  [{ ...https, SITE_STATE: 'live' }, 'live'],
] as const)('a new database with %o is %s, whatever later starts are told', async (env, state) => {
  const folder = await newFolder();
  expect(await stateAfter(folder, env)).toBe(state);
  expect(await stateAfter(folder, { SITE_STATE: state === 'live' ? 'trial' : 'live' })).toBe(state);
});

test('only a live site waits for the open items of LAUNCH_CHECK=stop', async () => {
  const app = await startApp({ env: { LAUNCH_CHECK: 'stop' } });
  const context = { ...app.context, config: { ...app.config, production: true } };
  for (const state of ['trial', 'paused'] as const) {
    await setState(app, { state });
    await assertLaunchable(context);
  }
  await setState(app, { state: 'live' });
  expect(assertLaunchable(context)).rejects.toThrow('LAUNCH_CHECK must be warn');
});

test('a database of an earlier version is live', async () => {
  const folder = await newFolder();
  await writeRelease('0.2.0', join(folder, 'app.db'));
  expect(await stateAfter(folder, { ...https, ...keys })).toBe('live');
});

test('/metrics says which state it is', async () => {
  const app = await startApp({ env: { METRICS_TOKEN: token } });
  await setState(app, { state: 'paused' });
  const values = await valuesOf(app);
  expect(['trial', 'live', 'paused'].map((state) => values[`site_state{state="${state}"}`])).toEqual([
    0, 0, 1,
  ]);
});
