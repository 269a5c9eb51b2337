/** The browser's Back and Forward inside the wizard. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import { desktop, phone } from '#tests/support/browser';
import {
  atStep,
  back,
  control,
  fillContact,
  fillHorse,
  next,
  openAt,
  openWizard,
  storedStep,
} from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();

test('Back and Forward go through the steps, and Back from the first one leaves the wizard', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    const { url } = stage.server;
    await page.goto(url + pages.imprint);
    const id = await openWizard(page, url);
    const address = page.url();
    await fillHorse(page);
    await next(page);
    await atStep(page, 2);
    await fillContact(page);
    await next(page);
    await atStep(page, 3);
    await page.goBack();
    await atStep(page, 2);
    await storedStep(page, url, id, 2);
    expect(await control(page, 'Vorname').inputValue()).toBe('Johanna');
    await page.goBack();
    await atStep(page, 1);
    await page.goForward();
    await atStep(page, 2);
    expect(page.url()).toBe(address);
    await page.reload();
    await atStep(page, 2);
    await page.goBack();
    await atStep(page, 1);
    await storedStep(page, url, id, 1);
    await page.goBack();
    await page.waitForURL(url + pages.imprint);
  });
});

test('"Zurück" and the browser go the same way', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2, { sets: 2 });
    await next(page);
    await atStep(page, 3);
    await back(page);
    await atStep(page, 2);
    await page.goForward();
    await atStep(page, 3);
    await back(page);
    await atStep(page, 2);
    // nobody came from step 1: it gets an entry of its own
    await back(page);
    await atStep(page, 1);
    await page.goBack();
    await atStep(page, 2);
  });
});

test('Forward checks and saves what was changed after Back', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const id = await openAt(page, stage.server.url, 2, { sets: 2 });
    await next(page);
    await atStep(page, 3);
    await page.goBack();
    await atStep(page, 2);
    await control(page, 'Vorname').fill('');
    await page.goForward();
    await page.getByRole('alert').getByText('Vorname').waitFor();
    await control(page, 'Vorname').fill('Friederike');
    await next(page);
    await atStep(page, 3);
    const stored = await page.request.get(stage.server.url + href(api.set('contact-data'), { id }));
    expect((await stored.json()).firstName).toBe('Friederike');
    await page.goBack();
    await atStep(page, 2);
  });
});
