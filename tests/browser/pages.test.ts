/** Public pages: nothing for axe to find, nothing wider than its screen. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { axeViolations, desktop, openPage, phone } from '../support/browser';
import { setStage } from '../support/stage';

setDefaultTimeout(60_000);
const stage = setStage();

for (const viewport of [desktop, phone]) {
  for (const path of ['/', '/impressum', '/datenschutz', '/login', '/gibt-es-nicht']) {
    test(`axe finds nothing on ${path} at ${viewport.width} px`, async () => {
      const { page, context } = await openPage(stage.browser, viewport);
      await page.goto(stage.server.url + path);
      expect(await axeViolations(page)).toEqual([]);
      if (viewport === phone) {
        await page.locator('header summary').click();
        await page.getByRole('navigation', { name: 'Menü' }).waitFor();
        expect(await axeViolations(page)).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      await context.close();
    });
  }
}
