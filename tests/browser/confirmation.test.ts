/** An application for somebody else in a real browser: from step 6 to the policyholder's answer and what staff see. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { invalidLinkTitle } from '#domain/access-links';
import { confirmationButtons } from '#domain/cases/confirmation';
import { href, pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { openAt } from '#tests/support/journey';
import { linkIn } from '#tests/support/mail-links';
import { type Applicant, kim } from '#tests/support/people';
import { enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(90_000);
const stage = setStage();
const narrow = { width: 320, height: 640 };
const { confirm, refuse } = confirmationButtons;
const again = 'Bestätigung erneut senden';

/** Kim applies for a policyholder with this address; returns the application and the link in the mail to that one. */
async function applied(page: Page, policyholder: string, change: Partial<Applicant> = {}) {
  const info = { ...kim['policyholder-info'], email: policyholder };
  const id = await openAt(page, stage.server.url, 6, {
    person: { ...kim, ...change, 'policyholder-info': info },
  });
  const sentence = `Unterlagen und Bestätigung gehen an ${kim['contact-data'].email} und ${policyholder}.`;
  await page.getByText(sentence).waitFor();
  // ticking the box keeps it
  await page.getByRole('checkbox', { name: /Ich verzichte auf Beratung/ }).check();
  await page.getByText(sentence).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Antrag absenden' }).click();
  await page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' }).waitFor();
  const to = (address: string, subject: string) =>
    stage.mails.find((mail) => mail.to.join() === address && (mail.email.subject ?? '').startsWith(subject));
  const mail = await to(policyholder, 'Bitte bestätigen Sie den Antrag');
  await stage.mails.find(
    ({ email }) => email.text?.includes(id) === true && email.subject?.startsWith('Ihr Antrag') === true,
  );
  expect(mail.email.attachments).toHaveLength(7);
  return { id, link: stage.server.url + linkIn(mail, 'bestaetigen') };
}

const openDetails = async (page: Page, id: string) => {
  await page.goto(stage.server.url + href(pages.backofficeApplication, { id }));
  await page.getByRole('heading', { name: 'Vorgang' }).waitFor();
  return page.getByRole('region', { name: 'Vorgang' });
};

test('a policyholder confirms with the keyboard and without JavaScript, and the flag is gone', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { id, link } = await applied(page, 'ja@stal.example');
    await enter(page, stage.server.url);
    const region = await openDetails(page, id);
    await region.getByText('Bestätigung offen').waitFor();
    await region.getByRole('button', { name: again }).click();
    await page.getByText('Die E-Mail an den Versicherungsnehmer geht gleich hinaus.').waitFor();

    const context = await stage.browser.newContext({ viewport: narrow, javaScriptEnabled: false });
    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole('heading', { level: 1, name: 'Antrag bestätigen' }).waitFor();
    expect(await other.getByText('BE68…7034').count()).toBe(1);
    const button = other.getByRole('button', { name: confirm });
    await button.focus();
    await other.keyboard.press('Tab');
    expect(await other.evaluate(() => document.activeElement?.textContent)).toBe(refuse);
    await other.keyboard.press('Shift+Tab');
    await other.keyboard.press('Enter');
    await other.getByText(/^Sie haben den Antrag bestätigt/).waitFor();
    expect(new URL(other.url()).pathname).toBe(new URL(link).pathname);
    expect(await button.count()).toBe(0);
    await context.close();

    await page.reload();
    await page.getByRole('region', { name: 'Verlauf' }).getByText('Bestätigt', { exact: true }).waitFor();
    expect(await page.getByText('Bestätigung offen').count()).toBe(0);
  });
});

test('a refusal is due today and blocks the step', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { id, link } = await applied(page, 'nein@stal.example');
    await page.goto(link);
    await page.getByRole('button', { name: refuse }).click();
    await page.getByText(/^Sie haben das nicht beantragt/).waitFor();
    await enter(page, stage.server.url);
    await page.goto(`${stage.server.url}${pages.backofficeCases}?view=due`);
    await page.getByText('Nicht beantragt').first().waitFor();
    const region = await openDetails(page, id);
    await region.getByText('Heute fällig').waitFor();
    await region.getByLabel('Stand').selectOption('transmitted');
    await region.getByText(/^Nicht beantragt: Bitte klären Sie zuerst/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});

test('axe finds no violations on question, answer and invalid link at any width', async () => {
  const horse = {
    ...kim['horse-data'],
    horseName: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenträger',
  };
  const problems = await onPage(stage, desktop, async ({ page }) => {
    const check = async () => {
      for (const viewport of [desktop, phone, narrow]) {
        await page.setViewportSize(viewport);
        expect(await axeViolations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      }
    };
    const { id, link } = await applied(page, `${'lang'.repeat(12)}@stal.example`, { 'horse-data': horse });
    await enter(page, stage.server.url);
    await (await openDetails(page, id)).getByRole('button', { name: again }).waitFor();
    await check();
    await page.goto(link);
    await check();
    await page.getByRole('button', { name: refuse }).click();
    await page.getByText(/^Sie haben das nicht beantragt/).waitFor();
    await check();
    await page.goto(`${stage.server.url}/bestaetigen/vorschau`);
    await page.getByRole('heading', { level: 1, name: invalidLinkTitle }).waitFor();
    await check();
  });
  // the browser reports the page that does not exist
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});
