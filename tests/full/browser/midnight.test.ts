/** A page that is open at midnight goes on with the new day. */
import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { addDays, berlinDay, berlinMidnight, yearsBefore } from '#domain/dates';
import { latestInsuranceStart, oldestHorse } from '#domain/steps/sets';
import { onCleanPage } from '#tests/browser/page-checks';
import { desktop } from '#tests/support/browser';
import { control, fillHorse, next, openAt } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { clearOfMidnight } from '#tests/support/until';

setDefaultTimeout(60_000);
const stage = setSharedStage();
let [today, tomorrow] = ['', ''];
beforeEach(async () => {
  await clearOfMidnight();
  today = berlinDay(new Date());
  tomorrow = addDays(today, 1);
});

/** Opens a step five minutes before midnight. Returns what lets ten minutes pass. */
async function openLate(page: Page, step: number) {
  await page.clock.install({ time: berlinMidnight(tomorrow) - 5 * 60_000 });
  await openAt(page, stage.server.url, step);
  return () => page.clock.fastForward('10:00');
}

const limits = async (page: Page, label: string) => {
  const field = control(page, label);
  return [await field.getAttribute('min'), await field.getAttribute('max')];
};
const start = (page: Page) => control(page, 'Versicherungsbeginn');

test('the first step has the limits and the proposal of the new day', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const pass = await openLate(page, 1);
    expect(await start(page).inputValue()).toBe(tomorrow);
    await pass();
    expect(await limits(page, 'Versicherungsbeginn')).toEqual([tomorrow, latestInsuranceStart(tomorrow)]);
    expect(await limits(page, 'Geburtsdatum')).toEqual([yearsBefore(tomorrow, oldestHorse), tomorrow]);
    expect(await start(page).inputValue()).toBe(addDays(tomorrow, 1));
  });
});

test('an entry of the day before stays, and is judged by the new day', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const pass = await openLate(page, 1);
    await start(page).fill(today);
    await fillHorse(page);
    await pass();
    expect(await start(page).inputValue()).toBe(today);
    await next(page);
    await page.getByRole('alert').getByText('Versicherungsbeginn').first().waitFor();
    expect(await start(page).getAttribute('aria-invalid')).toBe('true');
  });
});

test('a browser whose clock is years ahead has the day of the server', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.clock.install({ time: new Date('2031-03-01T22:55:00Z') });
    await openAt(page, stage.server.url, 1);
    await page.clock.fastForward('10:00');
    expect(await limits(page, 'Versicherungsbeginn')).toEqual([today, latestInsuranceStart(today)]);
    await page.clock.fastForward('24:00:00');
    expect((await limits(page, 'Versicherungsbeginn'))[0]).toBe(tomorrow);
  });
});
