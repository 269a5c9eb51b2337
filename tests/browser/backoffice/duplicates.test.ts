/** A person who applied twice: staff go from one application to the other and back. */

import { expect, setDefaultTimeout, test } from 'bun:test';
import { href, pages } from '#domain/urls';
import { axeViolations, desktop } from '#tests/support/browser';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { onCleanPage, overflow } from '../page-checks';
import { storeApplication } from './stored-application';

setDefaultTimeout(90_000);
const stage = setStage();

test('the notice leads to the other application, also on a phone', async () => {
  const { url } = stage.server;
  const whole = await storeApplication(url, { horseName: 'Fjölnir', sets: 5, complete: true });
  const begun = await storeApplication(url, { horseName: 'Fjoelnir', sets: 2 });
  await onCleanPage(stage, desktop, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + href(pages.backofficeApplication, { id: whole }));
    const note = page.getByRole('note').filter({ hasText: 'Mögliche Dublette' });
    await note.getByText('gleiche E-Mail-Adresse und gleicher Pferdename; gleiche Lebensnummer').waitFor();
    expect(await note.textContent()).toContain('In Bearbeitung');
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await until(async () => (await overflow(page)) === 0);
    }
    expect(await axeViolations(page)).toEqual([]);
    await note.getByRole('link', { name: `Antrag ${begun.slice(0, 8)}...` }).click();
    await page.waitForURL(url + href(pages.backofficeApplication, { id: begun }));
    await note.getByText(/^Fjölnir, vom .*, Neu$/).waitFor();
    await note.getByRole('link', { name: `Antrag ${whole.slice(0, 8)}...` }).click();
    await page.waitForURL(url + href(pages.backofficeApplication, { id: whole }));
    await note.getByText('In Bearbeitung').waitFor();
  });
});
