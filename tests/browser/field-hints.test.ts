/** What is said beneath the fields of a horse and of an account holder, and a step without that. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { axeViolations, desktop, unprovoked } from '#tests/support/browser';
import { atStep, control, fills, next, openAt } from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { onPage, setSharedStage } from '#tests/support/stage';
import { descriptionOf, onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();

test('a life number says which one it is, and is accepted', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 1);
    await fills[0]?.(page);
    const field = control(page, 'Lebensnummer (falls vorhanden)');
    const said = page.locator('[id="feld-chipNumber-said"]');
    for (const [number, kind] of [
      ['276 02 0000 123456', 'Chipnummer'],
      ['276 431 31 01234 04', 'Lebensnummer (UELN)'],
      ['DE 431 31 01234 04', 'Lebensnummer (UELN)'],
      ['DE 31 01234 98', 'alte Lebensnummer'],
    ] as const) {
      await field.fill(number);
      await page.getByText(kind, { exact: true }).waitFor();
      expect(await descriptionOf(field)).toEndWith(`stehen. Sieht aus wie eine ${kind}.`);
    }
    await field.fill('Fjölnir');
    expect(await said.textContent()).toBe('');
    await field.fill('');
    await page.keyboard.type('310123498');
    expect(await said.textContent()).toBe('');
    await page.keyboard.press('Tab');
    await page.getByText('alte Lebensnummer', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await field.fill('27602000012345');
    await page.keyboard.type('6');
    await page.getByText('Chipnummer', { exact: true }).waitFor();
    await next(page);
    await atStep(page, 2);
  });
});

test('a prefilled holder with foreign letters is questioned when the IBAN is entered', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const person = {
      ...johanna,
      'policyholder-info': { ...johanna['policyholder-info'], lastName: 'Παπάς' },
    };
    await openAt(page, stage.server.url, 5, { person });
    expect(await control(page, 'Kontoinhaber').inputValue()).toEndWith('Παπάς');
    await control(page, 'IBAN').focus();
    await page.getByText('Banken kennen nur lateinische Buchstaben.', { exact: true }).waitFor();
  });
});

test('the start of the insurance has a word for those who change the insurer', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 1);
    const advice = 'Kündigen Sie eine alte Versicherung erst, wenn die neue bestätigt ist.';
    await page.getByText(advice, { exact: true }).waitFor();
    expect(await descriptionOf(control(page, 'Versicherungsbeginn'))).toEndWith(advice);
  });
});

test('without the script of the hints the step is as it was', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 4);
    await page.route('**/assets/*.js', (route) => route.abort());
    const missing = page.waitForRequest('**/assets/*.js');
    await control(page, 'PLZ').fill('21335');
    await missing;
    await page.unroute('**/assets/*.js');
    await fills[3]?.(page);
    await next(page);
    await atStep(page, 5);
  });
  expect(unprovoked(problems, /Failed to load resource/)).toEqual([]);
});
