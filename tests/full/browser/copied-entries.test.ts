/** Entries as they are copied from contact lists and banking apps, and an address with umlauts, in a real browser. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { onCleanPage } from '#tests/browser/page-checks';
import { desktop, phone } from '#tests/support/browser';
import { atStep, control, fills, next, openAt } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const shown = 'erika@müller-pferde.de';

test('an address with umlauts is shown as it was typed, and an IBAN may have marks and blanks', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    await fills[1]?.(page, '');
    // Chromium turns the domain into Punycode while it is typed, not when it is filled in by the test
    await control(page, 'E-Mail').pressSequentially(shown);
    expect(await control(page, 'E-Mail').inputValue()).toContain('xn--');
    await next(page);
    for (const step of [3, 4, 5]) {
      await atStep(page, step);
      if (step === 4) expect(await control(page, 'E-Mail').inputValue()).not.toBe('');
      await fills[step - 1]?.(page);
      if (step === 5) {
        await control(page, 'IBAN').fill('\u202aDE89\u00a03704\u200b0044\u202f0532\u00ad0130\u206000\u202c');
        await control(page, 'IBAN').blur();
        expect(await control(page, 'IBAN').inputValue()).toBe('DE89 3704 0044 0532 0130 00');
      }
      await next(page);
    }
    await atStep(page, 6);
    const overview = await page.getByRole('main').textContent();
    expect(overview).toContain(shown);
    expect(overview).not.toContain('xn--');
  });
});

test('an address between marks is accepted in the wizard and in the withdrawal', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    await fills[1]?.(page, '\u202aerika@example.org\u202c\u200b');
    await next(page);
    await atStep(page, 3);
    await page.goto(`${stage.server.url}/vertrag-widerrufen`);
    await page.getByLabel('Name', { exact: true }).fill('Eri\u00adka\u200e Muster');
    await page.getByLabel('E-Mail für die Eingangsbestätigung').pressSequentially(shown);
    await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' }).waitFor();
    for (const part of ['Erika Muster', shown]) await page.getByText(part, { exact: true }).waitFor();
  });
});
