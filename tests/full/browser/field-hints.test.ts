/** What is said beneath the fields of a horse and of an account holder, and a step without that. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { descriptionOf, onCleanPage } from '#tests/browser/page-checks';
import { desktop, unprovoked } from '#tests/support/browser';
import { atStep, control, fills, next, openAt } from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setSharedStage();

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
