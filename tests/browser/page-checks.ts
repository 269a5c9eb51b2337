import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import type { Viewport } from '#tests/support/browser';
import { onPage, type Stage } from '#tests/support/stage';

/** Runs `act` on a fresh page and expects no script error, failed request, failed hydration or CSP violation there. */
export async function onCleanPage(...given: Parameters<typeof onPage>): Promise<void> {
  expect(await onPage(...given)).toEqual([]);
}

/** Runs `act` on a page of a browser whose scripts are turned off. */
export async function withoutScript(
  { browser }: Pick<Stage, 'browser'>,
  viewport: Viewport,
  act: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ viewport, javaScriptEnabled: false });
  try {
    await act(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Waits for the style sheet of a page whose load event never comes. Its texts are visible before. */
export const styled = (page: Page) =>
  page.locator('link[rel=stylesheet]').evaluate(async (link: HTMLLinkElement) => {
    if (!link.sheet) await new Promise((loaded) => link.addEventListener('load', loaded));
  });

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

export const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title }).waitFor();
export const press = (page: Page, button: string) =>
  page.getByRole('button', { name: button, exact: true }).click();
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** The name of the file that this link loads. */
export async function loaded(page: Page, link: string) {
  const loading = page.waitForEvent('download');
  await page.getByRole('link', { name: link }).click();
  return (await loading).suggestedFilename();
}
