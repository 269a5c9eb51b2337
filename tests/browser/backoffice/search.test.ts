/** Who calls? With the receiver in one hand: the keyboard alone, from any screen to the form for the caller. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { pages } from '#domain/urls';
import { axeViolations, desktop } from '#tests/support/browser';
import { call, enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';
import { focusOf, tabTo } from '../tabbing';

setDefaultTimeout(90_000);
const stage = setStage();

const paula = { name: 'Paula Przybylski', phone: '0341 9627 100', email: 'paula@stall.example' };

test('a caller is found with the keyboard alone, and what is known of them stands in the form', async () => {
  const { url } = stage.server;
  await call(url, 'POST', '/api/callback-requests', { ...paula, dataProcessingConsent: true });
  await call(url, 'POST', '/api/withdrawals', { name: paula.name, email: paula.email });
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backofficeUsers);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    expect(await focusOf(page)).toMatchObject({ type: 'search', seen: true });
    await page.keyboard.type('0341/96');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: paula.name }).waitFor();
    expect(await page.title()).toStartWith('Suche | ');
    expect(new URL(page.url()).pathname).toBe(pages.backofficeSearch);
    expect(await axeViolations(page)).toEqual([]);
    await tabTo(page, ({ text }) => text === 'Antrag vorbereiten');
    await page.keyboard.press('Enter');
    await page.getByLabel('Nachname', { exact: true }).waitFor();
    for (const [label, value] of [
      ['Vorname', 'Paula'],
      ['Nachname', 'Przybylski'],
      ['E-Mail', paula.email],
    ] as const)
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
    expect(page.url()).not.toContain('Przybylski');
    await page.goBack();
    await page.getByRole('heading', { name: paula.name }).waitFor();
    await tabTo(page, ({ text }) => text === 'Angebot senden');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').getByLabel('E-Mail', { exact: true }).inputValue()).toBe(
      paula.email,
    );
    await page.keyboard.press('Escape');
    // a narrow window has it in the menu
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press('/');
    expect(await focusOf(page)).toMatchObject({ type: 'search', seen: true });
    await page.keyboard.type('Przy');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: paula.name }).waitFor();
    expect(await focusOf(page)).toMatchObject({ text: 'Suche' });
    await page.setViewportSize(desktop);
    await page.goto(url + pages.backofficeAccount);
    await page.getByLabel('Die Taste / springt ins Suchfeld').uncheck();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    expect(await focusOf(page)).not.toMatchObject({ type: 'search' });
  });
});
