/** The product with a very large number of applications. */

import { openMissingCases } from '#db/cases/open';
import { readNoted } from '#db/search/entries';
import { nationwide } from '#domain/calendar/working-days';
import { berlinDay } from '#domain/dates';
import { loadConfig } from '#server/config';
import { createLog } from '#server/log';
import { openPrepared } from '#server/process/start';
import { dataFolder, type RunningServer, startServer } from '#tests/support/server';
import { withAdministrator } from '#tests/support/staff';
import { seedCrowd } from './crowd-rows';

/** Settings of its server: without reminders, because two thirds of the applications would be due at once and their mails would cost time. */
export const crowdEnv = {
  RATE_LIMIT: 'off',
  RETENTION_DAYS: '0',
  REMINDER_FIRST_HOURS: '0',
  REMINDER_SECOND_HOURS: '0',
};

/** Runs `measure` on a server with `count` applications and ten times as many mails. `seeding` is in seconds. */
export async function withCrowd<T>(
  count: number,
  measure: (server: RunningServer, seeding: number) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> {
  const folder = await dataFolder();
  try {
    const seeding = await seed(folder.path, count);
    await readIndex(folder.path);
    const server = await startServer(folder.path, { ...crowdEnv, ...withAdministrator, ...more });
    try {
      return await measure(server, seeding);
    } finally {
      await server.kill('SIGTERM');
    }
  } finally {
    await folder.remove();
  }
}

/** Of the search, once, as after an update: the server that is measured would read it meanwhile. */
export async function readIndex(folder: string): Promise<void> {
  const db = await openPrepared(loadConfig({ DATA_DIR: folder }), createLog('error'));
  await readNoted(db, Number.POSITIVE_INFINITY);
  await db.close();
}

/** Fills a new folder as above; returns how many seconds that took. */
export async function seed(folder: string, count: number, mailsEach = 10): Promise<number> {
  const begun = performance.now();
  const db = await openPrepared(loadConfig({ DATA_DIR: folder }), createLog('error'));
  const now = Date.now();
  await seedCrowd(db, now, count, mailsEach);
  // else the next start would
  await openMissingCases(db, { since: 0, today: berlinDay(new Date(now)), calendar: nationwide });
  await db.close();
  return (performance.now() - begun) / 1000;
}
