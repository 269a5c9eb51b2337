/** The place that a postal code fills in, in a real browser. More is in `tests/web/ui/hints.test.tsx`. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { api, href } from '#domain/urls';
import { desktop } from '#tests/support/browser';
import { atStep, control, fills, next, openAt } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();

test('the place of a postal code is filled in, stays after a reload and is saved; the server gets the code alone', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const id = await openAt(page, stage.server.url, 4);
    await fills[3]?.(page);
    await control(page, 'Ort').fill('');
    const asked = page.waitForRequest(stage.server.url + href(api.places, { zipCode: '21335' }));
    await control(page, 'PLZ').fill('');
    await control(page, 'PLZ').pressSequentially('21335');
    await until(async () => (await control(page, 'Ort').inputValue()) === 'Lüneburg');
    const headers = await (await asked).allHeaders();
    expect(headers).not.toHaveProperty('cookie');
    // a page that was at another origin before sends an empty one
    expect(headers.referer ?? '').toBe('');
    await page.reload();
    await atStep(page, 4);
    expect(await control(page, 'PLZ').inputValue()).toBe('21335');
    expect(await control(page, 'Ort').inputValue()).toBe('Lüneburg');
    await next(page);
    await atStep(page, 5);
    const stored = await page.request.get(stage.server.url + href(api.set('policyholder-info'), { id }));
    expect(await stored.json()).toMatchObject({ zipCode: '21335', city: 'Lüneburg' });
  });
});
