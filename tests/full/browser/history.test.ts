/** The browser's Back and Forward inside the wizard. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { onCleanPage } from '#tests/browser/page-checks';
import { desktop } from '#tests/support/browser';
import { atStep, next, openAt, storedStep } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setSharedStage();

test('Back pressed three times at once goes back three steps', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { url } = stage.server;
    const id = await openAt(page, url, 1, { sets: 5 });
    for (const step of [2, 3, 4]) {
      await next(page);
      await atStep(page, step);
    }
    const gate = Promise.withResolvers<void>();
    await page.route(url + href(api.step, { id }), async (route) => {
      await gate.promise;
      await route.continue();
    });
    for (let presses = 0; presses < 3; presses += 1) await page.goBack();
    gate.resolve();
    await atStep(page, 1);
    await storedStep(page, url, id, 1);
    await page.goForward();
    await atStep(page, 2);
  });
});

test('Forward right after Back goes forward one step, and saves no other', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { url } = stage.server;
    const id = await openAt(page, url, 1, { sets: 5 });
    for (const step of [2, 3]) {
      await next(page);
      await atStep(page, step);
    }
    const saved = page.waitForResponse((response) => response.request().method() === 'POST');
    const gate = Promise.withResolvers<void>();
    await page.route(url + href(api.step, { id }), async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goBack();
    await page.goForward();
    gate.resolve();
    expect((await saved).url()).toBe(url + href(api.set('contact-data'), { id }));
    await storedStep(page, url, id, 3);
    await atStep(page, 3);
  });
});

test('Back from a step that the overview opened returns to the overview', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 6);
    await page.getByRole('button', { name: 'Pferdedaten ändern' }).click();
    await atStep(page, 1);
    await page.goBack();
    await atStep(page, 6);
  });
});

test('after submitting, Back passes over the steps', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { url } = stage.server;
    await page.goto(url + pages.imprint);
    await openAt(page, url, 5, { sets: 5 });
    await next(page);
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.waitForURL(url + pages.imprint);
  });
});

test('after a draft is deleted, Back passes over its steps', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { url } = stage.server;
    await page.goto(url + pages.imprint);
    await openAt(page, url, 1, { sets: 5 });
    for (const step of [2, 3, 4]) {
      await next(page);
      await atStep(page, step);
    }
    await page.getByRole('button', { name: 'Entwurf löschen' }).click();
    await page.getByRole('button', { name: 'Ja, löschen' }).click();
    await page.waitForURL(`${url}/`);
    await page.goBack();
    await atStep(page, 1);
    await page.goBack();
    await page.waitForFunction(() => history.state.step === 1);
    await page.goBack();
    await page.waitForURL(url + pages.imprint);
  });
});
