/** One browser, one server and one mail server for the browser tests of a file. */
import { afterAll, beforeAll } from 'bun:test';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, type Watched } from './browser';
import { dataFolder, type RunningServer, startServer } from './server';
import { type MailServer, startMailServer } from './smtp';
import { copyStaffedDatabase } from './template';

export const staffAddress = 'antraege@sattelfest.example';

export type Stage = { browser: Browser; server: RunningServer; mails: MailServer };

/** Starts all three for a file; the returned object is filled before the first test. */
export function setStage(env: Record<string, string> = {}): Stage {
  const stage = {} as Stage;
  let remove = async () => {};
  beforeAll(async () => {
    const folder = await dataFolder();
    remove = folder.remove;
    await copyStaffedDatabase(join(folder.path, 'app.db'));
    stage.mails = await startMailServer();
    const mail = { SMTP_URL: stage.mails.url, MAIL_INTERNAL_TO: staffAddress };
    stage.server = await startServer(folder.path, { RATE_LIMIT: 'off', ...mail, ...env });
    stage.browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.kill('SIGTERM');
    await stage.mails?.stop();
    await remove();
  }, 30_000);
  return stage;
}

/** Runs `act` on a new page and returns the problems of the page. */
export async function onPage(
  { browser }: Stage,
  viewport: { width: number; height: number },
  act: (watched: Watched) => Promise<void>,
): Promise<string[]> {
  const watched = await openPage(browser, viewport);
  try {
    await act(watched);
  } finally {
    await watched.context.close();
  }
  return watched.problems;
}
