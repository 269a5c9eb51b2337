/**
 * Phones of readers who have set twice the usual type: no page scrolls sideways, the header stays in its bar, and titles
 * break between words.
 */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { indexed } from '#server/features/pages/crawlers';
import { storeApplication } from '#tests/browser/backoffice/stored-application';
import { openAt } from '#tests/support/journey';
import { linkIn } from '#tests/support/mail-links';
import { administrator, bearer, call, tokenOf } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setStage();

const publicScreens = [...indexed, pages.withdrawal, pages.ownData, pages.offer, pages.login];
const staffScreens = [
  pages.backoffice,
  pages.backofficeCases,
  pages.backofficeCallbacks,
  pages.backofficePreparations,
  pages.backofficeOffers,
  pages.backofficeAuditLog,
  pages.backofficeLaunch,
  pages.backofficeRetention,
  pages.backofficeUsers,
  pages.backofficeEmailLogs,
  pages.backofficeSecondFactor,
  pages.backofficePassword,
];

/**
 * By how many pixels the page scrolls sideways, by how many the logo is higher than the header, and how many words of
 * the title are broken.
 */
function tooLarge(page: Page) {
  return page.evaluate(async () => {
    document.documentElement.style.fontSize = '200%';
    await document.fonts.ready;
    const height = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
    const { scrollWidth, clientWidth } = document.documentElement;
    const header = 'header:has(summary)';
    const title = document.querySelector('h1')?.firstChild;
    const words = [...(title?.textContent ?? '').matchAll(/[^\s-]+/g)];
    const broken = words.filter(({ index, 0: word }) => {
      const range = document.createRange();
      if (title) range.setStart(title, index);
      if (title) range.setEnd(title, index + word.length);
      return range.getClientRects().length > 1;
    });
    return [scrollWidth - clientWidth, Math.max(0, height(`${header} a`) - height(header)), broken.length];
  });
}

/** Asks about a completed application; the path in the mail. */
async function statusLink(horseName: string): Promise<string> {
  const { url } = stage.server;
  const id = await storeApplication(url, { horseName, sets: 5, complete: true });
  const message = { id: crypto.randomUUID(), subject: '{pferd}', body: '{anrede},\n\nwie alt?' };
  const change = { version: 1, status: 'inquiry', message };
  await call(url, 'PATCH', href(api.case, { id }), change, bearer(await tokenOf(url)));
  return linkIn(await stage.mails.find(({ email }) => email.subject === horseName), 'status');
}

test.each([320, 390])('nothing is too wide at %d px', async (width) => {
  const { url } = stage.server;
  const found: Record<string, number[]> = {};
  await onPage(stage, { width, height: 800 }, async ({ page }) => {
    const look = async (place: string) => {
      found[place] = await tooLarge(page);
    };
    for (const path of publicScreens) {
      await page.goto(url + path);
      await look(path);
    }
    await page.goto(url + pages.withdrawalOf(crypto.randomUUID()));
    await page.getByLabel('Name', { exact: true }).fill('Johanna Sommer');
    await page.getByLabel('E-Mail').fill(`johanna.sommer-winter-${width}@donaudampfschifffahrt.example`);
    await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
    await page.getByRole('heading', { name: 'Ihr Widerruf ist eingegangen' }).waitFor();
    await look('withdrawal received');
    await page.goto(url + (await statusLink(`Donaudampfschifffahrtskapitän ${width}`)));
    await look('question');
    for (const step of [1, 2, 3, 4, 5, 6]) {
      await openAt(page, url, step);
      await look(`step ${step}`);
    }
    await page.goto(url + pages.login);
    await page.getByLabel('Benutzername').fill(administrator.username);
    await page.getByLabel('Passwort', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('Anträge gesamt', { exact: true }).waitFor();
    for (const path of staffScreens) {
      await page.goto(url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(path);
    }
  });
  expect(Object.entries(found).filter(([, sizes]) => sizes.some((size) => size > 0))).toEqual([]);
});
