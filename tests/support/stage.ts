/** A server and a mail server for the tests of a file or a process, and a browser for those that use Chromium. */
import { afterAll, beforeAll } from 'bun:test';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { sharedBrowser, type Viewport, type Watched } from './browser';
import { lendPage, takeBack } from './lent-pages';
import { killAtEnd, lastingFolder } from './lifeline';
import { dataFolder, type RunningServer, startServer } from './server';
import { type MailServer, startMailServer } from './smtp';
import { copyStaffedDatabase } from './template';

export const staffAddress = 'antraege@sattelfest.example';

export type Site = { server: RunningServer; mails: MailServer };
export type Stage = Site & { browser: Browser };

/** Starts both servers for a file; the returned object is filled before the first test. */
export function setSite(env: Record<string, string> = {}): Site {
  const site = {} as Site;
  let remove = async () => {};
  beforeAll(async () => {
    const folder = await dataFolder();
    remove = folder.remove;
    await open(site, folder.path, env);
  }, 60_000);
  afterAll(async () => {
    await site.server?.kill('SIGTERM');
    await site.mails?.stop();
    await remove();
  }, 30_000);
  return site;
}

async function open(site: Site, folder: string, env: Record<string, string>): Promise<void> {
  await copyStaffedDatabase(join(folder, 'app.db'));
  site.mails = await startMailServer();
  const mail = { SMTP_URL: site.mails.url, MAIL_INTERNAL_TO: staffAddress };
  // nobody answers there, whatever the name server of the machine says
  const quiet = { RATE_LIMIT: 'off', DNS_SERVERS: '127.0.0.1:9' };
  site.server = await startServer(folder, { ...quiet, ...mail, ...env });
}

/** Starts both servers, and the browser that all files of this process share. */
export function setStage(env: Record<string, string> = {}): Stage {
  const stage = setSite(env) as Stage;
  beforeAll(async () => {
    stage.browser = await sharedBrowser();
  }, 60_000);
  return stage;
}

type SharedStage = Omit<Stage, 'mails'>;
let shared: Promise<Stage> | undefined;

/**
 * One server for all files of this process, which ends with the process: for tests that need no settings, mails, lists
 * or members of staff of their own. A page also keeps what it has loaded from this server.
 */
export function setSharedStage(): SharedStage {
  const stage = {} as SharedStage;
  beforeAll(async () => {
    shared ??= openShared();
    Object.assign(stage, await shared);
  }, 60_000);
  return stage;
}

async function openShared(): Promise<Stage> {
  const stage = { browser: await sharedBrowser() } as Stage;
  await open(stage, join(lastingFolder(), 'shared'), {});
  killAtEnd(stage.server.pid);
  return stage;
}

/** Runs `act` on a page as in a new browser profile and returns the problems of the page. */
export async function onPage(
  { browser, server }: SharedStage,
  viewport: Viewport,
  act: (watched: Watched) => Promise<void>,
): Promise<string[]> {
  const lent = await lendPage(browser, viewport);
  try {
    await act(lent);
  } catch (error) {
    await lent.context.close();
    throw error;
  }
  await takeBack(lent, server.url);
  return lent.problems;
}
