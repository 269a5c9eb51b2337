/** The link of an application in another browser shows everything but the bank data (docs/decisions/002). */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { desktop, phone } from '#tests/support/browser';
import { atStep, back, control, next, openAt } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setSharedStage();
const notice = 'Bitte geben Sie Ihre Bankverbindung erneut ein';

/** Opens the application of `owner` in another browser. */
function elsewhere(owner: Page, act: (page: Page) => Promise<void>): Promise<void> {
  return onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(owner.url());
    await act(page);
  });
}

async function expectNoBankData(page: Page) {
  await page.getByText(notice).waitFor();
  expect(await control(page, 'IBAN').inputValue()).toBe('');
  expect(await control(page, 'BIC').inputValue()).toBe('');
  expect((await page.content()).replace(/\s/g, '')).not.toMatch(/3704004|COBADE/);
}

test.each([
  [1, 'Name des Pferdes', 'Fjölnir vom Lindenhof'],
  [2, 'Nachname', 'Sommer'],
  [3, 'Zahlweise', 'monthly'],
  [4, 'Straße', 'Lindenallee'],
])('step %i shows the stored data in another browser', async (step, label, value) => {
  await onCleanPage(stage, phone, async ({ page: owner }) => {
    await openAt(owner, stage.server.url, step, { sets: 5 });
    await elsewhere(owner, async (page) => {
      await atStep(page, step);
      expect(await control(page, label).inputValue()).toBe(value);
    });
  });
});

test('step 5 shows empty bank fields and a notice in another browser', async () => {
  await onCleanPage(stage, phone, async ({ page: owner }) => {
    await openAt(owner, stage.server.url, 4, { sets: 5 });
    await elsewhere(owner, async (page) => {
      await atStep(page, 4);
      await next(page);
      await atStep(page, 5);
      await expectNoBankData(page);
      await page.reload();
      await atStep(page, 5);
      await expectNoBankData(page);
    });
  });
});

test('an overview opens at step 5 in another browser, until the bank data is entered again', async () => {
  await onCleanPage(stage, phone, async ({ page: owner }) => {
    await openAt(owner, stage.server.url, 6);
    await elsewhere(owner, async (page) => {
      await atStep(page, 5);
      await expectNoBankData(page);
      await next(page);
      await page.getByText('Bitte geben Sie eine gültige IBAN ein').waitFor();
      await control(page, 'IBAN').fill('AT61 1904 3002 3457 3201');
      await control(page, 'BIC').fill('BKAUATWWXXX');
      await control(page, 'Name der Bank').fill('Bank Austria');
      await next(page);
      await atStep(page, 6);
      await page.getByText('AT61…3201').waitFor();
      await page.getByText('Frau Johanna Sommer').first().waitFor();
      // the browser that entered the bank data may read it
      await back(page);
      await atStep(page, 5);
      expect(await control(page, 'IBAN').inputValue()).toBe('AT61 1904 3002 3457 3201');
      expect(await page.getByText(notice).count()).toBe(0);
    });

    await owner.reload();
    await atStep(owner, 5);
    await owner.getByText(notice).waitFor();
    expect((await owner.content()).replace(/\s/g, '')).not.toContain('1904300');
  });
});
