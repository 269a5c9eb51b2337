import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { onPage } from '#tests/support/stage';

/** Runs `act` on a fresh page and expects no script error, failed request, failed hydration or CSP violation there. */
export async function onCleanPage(...given: Parameters<typeof onPage>): Promise<void> {
  expect(await onPage(...given)).toEqual([]);
}

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What screen readers read out after the name of an element. */
export const descriptionOf = (element: Locator) =>
  element.evaluate((one) =>
    (one.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );
