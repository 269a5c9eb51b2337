/** A reload restores unsaved entries, but no bank data: no storage of the browser ever has it. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { desktop, phone } from '#tests/support/browser';
import { atStep, control, fills, next, openAt, openWizard } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setSharedStage();

test('unsaved entries survive a reload, except bank data', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openWizard(page, stage.server.url);
    for (const [index, fill] of fills.entries()) {
      await atStep(page, index + 1);
      await fill(page);
      if (index === 2) await page.getByLabel('Zahlweise').selectOption('annual');
      if (index === 2) await page.getByLabel('Selbstbeteiligung').nth(1).selectOption('500');
      if (index === 4) await control(page, 'Name der Bank').fill('Meine Hausbank');
      if (index === 4) await control(page, 'BIC').fill('COBADEFF');
      const typed = await entries(page);
      expect(typed.length).toBeGreaterThan(4);
      await page.reload();
      await atStep(page, index + 1);
      const kept = await entries(page);
      expect(kept).toEqual(typed.map((entry) => entry.replace(/^(iban|bic|bankName)=.*/, '$1=')));
      if (index === 4) await fill(page);
      await next(page);
    }
    await atStep(page, 6);
    await page.getByText('Fjölnir vom Lindenhof').waitFor();
    await page.getByText('Commerzbank').waitFor();
  });
});

/** Every control of the form with its value. */
function entries(page: Page): Promise<string[]> {
  return page.locator('main section form').evaluate((form) =>
    Array.from((form as HTMLFormElement).elements).flatMap((element) => {
      if (element instanceof HTMLSelectElement) return [`${element.name}=${element.value}`];
      if (!(element instanceof HTMLInputElement)) return [];
      const ticks = element.type === 'radio' || element.type === 'checkbox';
      return [`${element.name}=${ticks ? `${element.value} ${element.checked}` : element.value}`];
    }),
  );
}

test('bank data is never written to a storage of the browser, not even briefly', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.addInitScript(() => {
      const written: string[] = [];
      Reflect.set(window, 'written', written);
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key: string, value: string) {
        written.push(`${key}=${value}`);
        setItem.call(this, key, value);
      };
    });
    await openAt(page, stage.server.url, 5);
    await control(page, 'Kontoinhaber').fill('Carla Winter');
    await control(page, 'IBAN').pressSequentially('DE89 3704 0044 0532 0130 00');
    await control(page, 'BIC').fill('COBADEFF370');
    await control(page, 'Name der Bank').fill('Meine Hausbank');
    await fills[4]?.(page);
    // seven digits each, because the keys contain random ids
    const written = (await page.evaluate(() => Reflect.get(window, 'written'))) as string[];
    expect(written.join()).toContain('mandateConsent');
    expect(written.join().replace(/\s/g, '')).not.toMatch(/DE89|3704004|0532013|COBA|Hausbank|Winter/);
    await next(page);
    await atStep(page, 6);
    const all = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, document.cookie]),
    );
    expect(all.replace(/\s/g, '')).not.toMatch(/3704004|0532013/);
    // a saved step has no draft any more
    expect(all).not.toMatch(/Winter|Hausbank|mandateConsent/);
  });
});
