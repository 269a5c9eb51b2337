/** An administrator changes a price, and a visitor sees it. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { pages } from '#domain/urls';
import { axeViolations, desktop } from '#tests/support/browser';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { clearOfMidnight, until } from '#tests/support/until';
import { onCleanPage, overflow } from '../page-checks';

setDefaultTimeout(90_000);
const stage = setStage();
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format();

test('a price for today is drafted, compared, confirmed, and shown without a restart', async () => {
  await clearOfMidnight();
  const { url } = stage.server;
  const lowest = async () => (await (await fetch(url)).text()).match(/Schon ab ([\d,]+)/)?.[1];
  expect(await lowest()).toBe('22,68');
  await onCleanPage(stage, desktop, async ({ page }) => {
    const focused = (title: string) =>
      page.waitForFunction((text) => document.activeElement?.textContent === text, title);
    await enter(page, url);
    await page.goto(url + pages.backoffice);
    await page.getByRole('link', { name: /^Tarife/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Tarife' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Entwurf anlegen' }).press('Enter');
    // what had the focus is gone
    await focused('Entwurf bearbeiten');
    const price = page.getByLabel('Basis-OP-Schutz, 1.000 € SB');
    await price.focus();
    await price.press('Control+a');
    await page.keyboard.type('29,99');
    await page.getByText('bisher 22,68 €, +32,2 %').waitFor();
    await page.getByLabel('Gültig ab').fill(today());
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await focused('Vorschau der Tarife');
    await page.getByRole('row', { name: '1.000 € 22,68 € 29,99 € +32,2 %' }).waitFor();
    expect([await axeViolations(page), await overflow(page)]).toEqual([[], 0]);
    await page.getByRole('button', { name: 'Freigeben' }).press('Enter');
    await page.getByText('Basis-OP-Schutz, 1.000 €: 22,68 € → 29,99 € (+32,2 %)').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Bestätigen und freigeben' }).press('Enter');
    await page.getByText('Sie gelten ab jetzt.').waitFor();
    await focused('Vorschau der Tarife');
    await until(async () => (await lowest()) === '29,99');
    await page.getByRole('link', { name: 'Zurück zu den Tarifen' }).click();
    await focused('Tarife');
    const states = page.getByRole('table', { name: 'Tarife' }).getByText(/^(Gültig|Vergangen)$/);
    await until(async () => (await states.allTextContents()).join() === 'Gültig,Vergangen');
    // the visitor's calculator
    await page.goto(`${url}/?deductible=1000`);
    await page.getByText('29,99 €').first().waitFor();
  });
});
