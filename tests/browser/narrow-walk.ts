/** A walk through pages at 320 px that reports what is wider than the screen. */
import { expect } from 'bun:test';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { clientFolder } from '#server/build/output';
import { endAnimations } from '#tests/support/browser';
import { onPage } from '#tests/support/stage';
import type { Look } from './visitor-walks';

export const narrow = { width: 320, height: 640 };

/** Runs `act`, and expects that nothing is too wide at any place where it calls `look`. Returns other problems. */
export async function walk(
  stage: Parameters<typeof onPage>[0],
  act: (page: Page, look: Look) => Promise<void>,
) {
  const wide: string[] = [];
  const problems = await onPage(stage, narrow, async ({ page }) => {
    await waitForFonts(page);
    await act(page, async (place) => {
      // a page that has just been opened may not have its styles yet
      await page.waitForLoadState();
      wide.push(...(await sticksOut(page)).map((one) => `${place}: ${one}`));
    });
  });
  expect(wide).toEqual([]);
  return problems;
}

/** With `optional` a font that loads late is not used at all, and the fallback may be wider. */
export async function waitForFonts(page: Page) {
  await page.route('**/assets/styles-*.css', async (route) => {
    const css = await Bun.file(join(clientFolder, basename(route.request().url()))).text();
    const body = css.replaceAll('font-display:optional', 'font-display:block');
    await route.fulfill({ body, contentType: 'text/css' });
  });
}

/** The elements that extend beyond the screen, and by how many pixels the page scrolls sideways. */
export async function sticksOut(page: Page): Promise<string[]> {
  await endAnimations(page);
  return await page.evaluate(async () => {
    await document.fonts.ready;
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
