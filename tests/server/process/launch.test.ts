import { expect, test } from 'bun:test';
import { warnAboutLaunch } from '#server/process/start';
import { startApp } from '../../support/app';

test('a database that is gone once visitors are served ends no process', async () => {
  const { context, db, logged } = await startApp({ env: { LOG_LEVEL: 'warn' } });
  await db.close();
  await warnAboutLaunch(context);
  expect(logged.map((line) => JSON.parse(line).event)).toEqual(['launch_not_checked']);
});
