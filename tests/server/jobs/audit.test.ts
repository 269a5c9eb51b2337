/** The end of the audit log in the log of the server. */
import { expect, test } from 'bun:test';
import { createAuditEndLog } from '#server/jobs/jobs';
import { startApp } from '#tests/support/app';

test('the end is logged at once and then each hour, and names nobody', async () => {
  const app = await startApp({ env: { LOG_LEVEL: 'info' } });
  await app.signIn();
  const work = createAuditEndLog(app.context);
  const lines = () =>
    app.logged.filter((line) => line.includes('audit_log_end')).map((line) => JSON.parse(line));
  await work();
  await work();
  expect(lines()).toEqual([
    {
      time: expect.any(String),
      level: 'info',
      event: 'audit_log_end',
      id: 1,
      seal: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
    },
  ]);
  app.clock.now += 3_600_000;
  await work();
  expect(lines()).toHaveLength(2);
});
