/** An application that cannot be looked up, in a real browser. All other failures of calls are in `tests/web/wizard`. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { scratch } from '#tests/db/support/processes';
import { desktop, unprovoked } from '#tests/support/browser';
import { atStep, fillHorse, next, openWizard, toast } from '#tests/support/journey';
import { dataFolder, startServer } from '#tests/support/server';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setSharedStage();
const here = scratch();
afterAll(() => here.remove());

/** Runs `act` on a page where only provoked failures of requests may be reported. */
async function onFailingPage(act: (page: Page) => Promise<void>) {
  const problems = await onPage(stage, desktop, ({ page }) => act(page));
  expect(unprovoked(problems, /status of 50[03]/)).toEqual([]);
}

const startFailed = 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.';

test('when a new application cannot be looked up, the wizard says so and starts at step 1', async () => {
  await onFailingPage(async (page) => {
    await page.route(/\/api\/applications\/[\w-]{36}$/, (route) =>
      route.fulfill({ status: 500, json: { message: 'kaputt' } }),
    );
    await openWizard(page, stage.server.url);
    await toast(page, 'Fehler', startFailed);
    await fillHorse(page);
    await next(page);
    await atStep(page, 2);
  });
});

test('when the database is unreachable, the page of an application says so and starts at step 1', async () => {
  const database = await here.startSqld();
  const folder = await dataFolder();
  const secrets = { JWT_SECRET: 's'.repeat(32), DATA_KEY: Buffer.alloc(32, 7).toString('base64') };
  const server = await startServer(folder.path, { DATABASE_URL: database.url, ...secrets });
  try {
    database.child.kill('SIGKILL');
    await database.child.exited;
    await onFailingPage(async (page) => {
      await page.goto(server.url + href(pages.application, { id: crypto.randomUUID() }));
      await atStep(page, 1);
      await toast(page, 'Fehler', startFailed);
    });
  } finally {
    await server.kill('SIGKILL');
    await folder.remove();
  }
});
