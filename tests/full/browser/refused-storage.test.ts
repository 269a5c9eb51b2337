/** Browsers that keep nothing of a page: a visitor needs no storage, and the sign-in says that it does. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { setScratch } from '#tests/db/support/processes';
import { callbackFormHydrated, desktop, openPage, wholeBrowser } from '#tests/support/browser';
import { atStep, fills, next, openWizard } from '#tests/support/journey';
import { administrator } from '#tests/support/staff';
import { setSharedStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setSharedStage();
const here = setScratch();

type Profile = { context: BrowserContext; close(): Promise<void> };

/** Chromium's own setting that blocks cookies and all other data of sites. */
async function blockedByChromium(): Promise<Profile> {
  const profile = here.folder();
  await mkdir(join(profile, 'Default'), { recursive: true });
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, { ...wholeBrowser(), locale: 'de-DE' });
  return { context, close: () => context.close() };
}

/** A browser whose storage behaves as `refuse` makes it. */
async function refusing(refuse: () => void): Promise<Profile> {
  const { context } = await openPage(stage.browser, desktop);
  await context.addInitScript(refuse);
  return { context, close: () => context.close() };
}

const browsers: [string, () => Promise<Profile>][] = [
  ['blocked in Chromium', blockedByChromium],
  [
    'an error at each access, cookies too',
    () =>
      refusing(() => {
        const get = () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        };
        for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { get });
        Object.defineProperty(document, 'cookie', { get, set: get });
      }),
  ],
  [
    'null',
    () =>
      refusing(() => {
        for (const area of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, area, { get: () => null });
      }),
  ],
];

test.each(browsers)('with a storage that is %s, everything of a visitor works', async (_, open) => {
  const { context, close } = await open();
  const page = context.pages()[0] ?? (await context.newPage());
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  await callBack(page);
  // the browser does refuse it, and the test would notice an access without a guard
  await page
    .evaluate(() => localStorage.length)
    .then(
      () => problems.push('not refused'),
      () => undefined,
    );
  await openWizard(page, stage.server.url);
  for (const [index, fill] of fills.entries()) {
    await fill(page);
    await next(page);
    await atStep(page, index + 2);
  }
  await page.getByRole('button', { name: 'Antrag absenden' }).click();
  await page.getByRole('heading', { name: 'Antrag erfolgreich eingereicht' }).waitFor();
  await signInRefused(page);
  expect(problems).toEqual([]);
  await close();
});

async function callBack(page: Page) {
  await page.goto(stage.server.url + pages.callback);
  await page.getByRole('button', { name: 'Alle ablehnen' }).click();
  await page.getByRole('button', { name: 'Alle ablehnen' }).waitFor({ state: 'hidden' });
  await callbackFormHydrated(page);
  const form = page.locator('#callback');
  await form.getByLabel('Name').fill('Jürgen Nowak');
  await form.getByLabel('Telefon').fill('030 23125 107');
  await form.getByLabel('E-Mail').fill('nowak@post.example');
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Rückruf anfordern' }).click();
  await page.getByText('Rückrufanfrage erfolgreich', { exact: true }).waitFor();
  await page.getByLabel('Zahlweise').selectOption('annual');
  await page.getByText('im Monat, jährlich zu zahlen').first().waitFor();
}

async function signInRefused(page: Page) {
  const sentence =
    'Ihr Browser speichert für diese Seite keine Websitedaten. Ohne sie können Sie sich nicht anmelden.';
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await page.goto(stage.server.url + pages.login);
  // before anything is typed
  await page.getByText(sentence, { exact: true }).waitFor();
  await page.getByLabel('Benutzername').fill(administrator.username);
  await page.getByLabel('Passwort').fill(administrator.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText(sentence, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  // no session is begun that nobody could use
  expect(sent).not.toContain('POST');
}
