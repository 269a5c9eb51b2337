/** No storage of the browser ever has bank data. What a reload restores: tests/web/wizard/stored.test.tsx. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { desktop } from '#tests/support/browser';
import { atStep, control, fills, next, openAt } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setSharedStage();

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
