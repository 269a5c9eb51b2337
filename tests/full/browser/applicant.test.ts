/** What applicants do without calling anyone: go on by a link, delete a draft, add a horse, see and erase their data. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { linkSentTitle } from '#domain/access-links';
import { api, href, pages } from '#domain/urls';
import { descriptionOf, onCleanPage, overflow } from '#tests/browser/page-checks';
import { axeViolations, phone, unprovoked } from '#tests/support/browser';
import { atStep, control, fillHorse, next, openAt } from '#tests/support/journey';
import { linkIn } from '#tests/support/mail-links';
import { johanna } from '#tests/support/people';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setStage();
const narrow = { width: 320, height: 640 };

/** A person whose mails no other test gets. */
const personAt = (email: string) => ({
  ...johanna,
  'contact-data': { ...johanna['contact-data'], email },
  'policyholder-info': { ...johanna['policyholder-info'], email },
});

/** The link below `/place/` in the next mail to this address that has one. */
async function mailed(address: string, place: string): Promise<string> {
  const mail = await stage.mails.find((one) => one.to.includes(address) && linkIn(one, place) !== '');
  return stage.server.url + linkIn(mail, place);
}

async function ask(page: Page, button: string) {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('heading', { level: 1, name: linkSentTitle }).waitFor();
}

async function checkLook(page: Page) {
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
}

test('a draft is deleted after a confirmation', async () => {
  const problems = await onPage(stage, phone, async ({ page }) => {
    const id = await openAt(page, stage.server.url, 4);
    await page.getByRole('button', { name: 'Entwurf löschen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Entwurf löschen?' });
    await dialog.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await descriptionOf(dialog)).toBe('Alle Angaben und E-Mails dazu werden endgültig gelöscht.');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Entwurf löschen' }).click();
    await dialog.getByRole('button', { name: 'Ja, löschen' }).click();
    await page.waitForURL(stage.server.url + pages.home);
    expect((await page.request.get(stage.server.url + href(api.application, { id }))).status()).toBe(404);
  });
  expect(unprovoked(problems, /status of 404/)).toEqual([]);
});

test('the status link is sent again, and a second horse needs neither contact nor address', async () => {
  const person = personAt('zweites@pferd.example');
  const { email } = person['contact-data'];
  await onCleanPage(stage, phone, async ({ page }) => {
    const first = await openAt(page, stage.server.url, 6, { person });
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Weiteres Pferd versichern' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/application/') && !url.pathname.endsWith(first));
    await atStep(page, 1);
    await fillHorse(page);
    await next(page);
    await atStep(page, 2);
    expect(await control(page, 'E-Mail').inputValue()).toBe(email);
    for (const box of await page.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(false);
    await page.goto(stage.server.url + href(pages.application, { id: first }));
    await ask(page, 'Statuslink anfordern');
  });
  const link = await mailed(email, 'status');
  // the page works without JavaScript, the button on it as well
  const context = await stage.browser.newContext({ viewport: narrow, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button', { name: 'Weiteres Pferd versichern' }).click();
  await page.waitForURL(/\/application\/[0-9a-f-]{36}$/);
  await context.close();
});

test('what is stored is seen, saved and erased at 320 px', async () => {
  const person = personAt('daten@post.example');
  const { email } = person['contact-data'];
  await onCleanPage(stage, narrow, async ({ page }) => {
    await openAt(page, stage.server.url, 5, { person });
    await page.goto(stage.server.url);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Meine Daten' }).click();
    await page.getByLabel('E-Mail').fill(email);
    await checkLook(page);
    await page.getByRole('button', { name: 'Link anfordern' }).click();
    await page.getByText('Ihr Link ist unterwegs').waitFor();
    await checkLook(page);
    const link = await mailed(email, 'meine-daten');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Angefangener Antrag' }).waitFor();
    await checkLook(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Als JSON herunterladen' }).click(),
    ]);
    const saved = await Bun.file(await download.path()).json();
    expect(saved).toMatchObject({ address: email, applications: [{ contactData: { email } }] });
    await page.getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('gelöscht').first().waitFor();
    await checkLook(page);
    expect((await page.request.get(link)).status()).toBe(404);
  });
});
