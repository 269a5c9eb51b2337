/** Bank data typed in a real browser. All other rules of the step are in `tests/web/wizard/bank-lookup.test.tsx`. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { desktop, unprovoked } from '#tests/support/browser';
import { control, openAt } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setSharedStage();
const cologne = 'DE89 3704 0044 0532 0130 00';

async function typeIban(page: Page, iban: string) {
  await control(page, 'IBAN').fill(iban);
  await control(page, 'IBAN').blur();
}

/** Waits until a field shows this value. */
async function shows(page: Page, label: string, value: string | RegExp) {
  const pattern = typeof value === 'string' ? `^${RegExp.escape(value)}$` : value.source;
  const field = await control(page, label).elementHandle();
  await page.waitForFunction(([input, text]) => new RegExp(text).test(input.value), [
    field as unknown as HTMLInputElement,
    pattern,
  ] as const);
}

/** Opens step 5 and runs `act` there. No problems may occur on the page, except provoked ones. */
async function atMandate(act: (page: Page) => Promise<void>, provoked?: RegExp) {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 5);
    await act(page);
  });
  expect(provoked ? unprovoked(problems, provoked) : problems).toEqual([]);
}

test('an IBAN in any spelling is grouped when its field is left, and its bank is filled in', async () => {
  await atMandate(async (page) => {
    const ways = [
      'DE89370400440532013000',
      'de89 3704 0044 0532 0130 00',
      'DE89\u00a03704\u202f0044 0532\u00a00130 00',
      '  De893704 00440 532013000 ',
    ];
    for (const typed of ways) {
      await control(page, 'BIC').fill('');
      await control(page, 'Name der Bank').fill('');
      await typeIban(page, '');
      await typeIban(page, typed);
      expect(await control(page, 'IBAN').inputValue()).toBe(cologne);
      await shows(page, 'BIC', 'COBADEFFXXX');
      await shows(page, 'Name der Bank', /Commerzbank/);
    }
  });
});
