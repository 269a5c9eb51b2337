/** A walk through pages at 320 px that reports what is wider than the screen. */
import { expect } from 'bun:test';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { api, href } from '#domain/urls';
import { clientFolder } from '#server/build/output';
import { linkIn } from '#tests/support/mail-links';
import { bearer, call, tokenOf } from '#tests/support/staff';
import { onPage, type Stage } from '#tests/support/stage';
import { storeApplication } from './backoffice/stored-application';

const narrow = { width: 320, height: 640 };

/** Records which elements are wider than the screen at this place. */
export type Look = (place: string) => Promise<void>;

/** Runs `act`, and expects that nothing is too wide at any place where it calls `look`. Returns other problems. */
export async function walk(stage: Stage, act: (page: Page, look: Look) => Promise<void>) {
  const wide: string[] = [];
  const problems = await onPage(stage, narrow, async ({ page }) => {
    // with `optional` a font that loads late is not used at all, and the fallback may be wider
    await page.route('**/assets/styles-*.css', async (route) => {
      const css = await Bun.file(join(clientFolder, basename(route.request().url()))).text();
      const body = css.replaceAll('font-display:optional', 'font-display:block');
      await route.fulfill({ body, contentType: 'text/css' });
    });
    await act(page, async (place) => {
      // a page that has just been opened may not have its styles yet
      await page.waitForLoadState();
      wide.push(...(await sticksOut(page)).map((one) => `${place}: ${one}`));
    });
  });
  expect(wide).toEqual([]);
  return problems;
}

/** The elements that extend beyond the screen, and by how many pixels the page scrolls sideways. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled([document.fonts.ready, ...ending.map((one) => one.finished)]);
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.body;
    const found = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('svg'))
      // texts for screen readers are one pixel wide, and fields and wide tables scroll their content
      .filter((one) => one.clientWidth > 1 && !one.closest('.sr-only, input, .overflow-x-auto'))
      .filter((one) => {
        const { right, left } = one.getBoundingClientRect();
        const cut = getComputedStyle(one).textOverflow === 'ellipsis';
        return right > innerWidth + 0.5 || left < -0.5 || (one.scrollWidth > one.clientWidth && !cut);
      })
      .filter((one, _, all) => !all.some((other) => other !== one && one.contains(other)))
      .map((one) => `${one.scrollWidth - one.clientWidth} ${one.outerHTML.slice(0, 200)}`);
    return scrollWidth > clientWidth ? [`scrolls by ${scrollWidth - clientWidth} px`, ...found] : found;
  });
}

/** The path of the page that stops reminders, from one that staff send. */
export async function stopPath({ server: { url }, mails }: Stage): Promise<string> {
  const id = await storeApplication(url, { horseName: 'Nero', sets: 2 });
  const headers = bearer(await tokenOf(url));
  await call(url, 'POST', href(api.resendReminder, { id }), { type: 'first' }, headers);
  const mail = await mails.find((one) => linkIn(one, 'erinnerungen') !== '');
  return `${linkIn(mail, 'erinnerungen')}/abbestellen`;
}
