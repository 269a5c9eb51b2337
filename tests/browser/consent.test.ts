/** What only a browser tells of the cookie question: storage, cookies, requests, focus and look. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { consentKeys } from '#domain/analytics/tracking';
import { href, pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { onPage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { setThirdParty } from './analytics/third-party';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(60_000);
const { stage, calls, told, send } = setThirdParty();

const publicPages = [pages.home, pages.privacy, pages.imprint, '/gibt-es-nicht'];
const rejected = { [consentKeys.rejected]: 'true' };
const narrow = { width: 320, height: 640 };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const banner = (page: Page) => page.getByRole('region', { name: 'Cookie-Einstellungen' });
const events = (page: Page) => page.evaluate(() => window.dataLayer?.map(({ event }) => event) ?? null);

/** Everything that the browser stores for this visitor. */
async function kept(page: Page, context: BrowserContext) {
  const [local, session] = await page.evaluate(() => {
    // a script's cookies are written beside it; reading them waits for that
    void document.cookie;
    return [localStorage, sessionStorage].map((storage): Record<string, string> => ({ ...storage }));
  });
  return { local, session, cookies: (await context.cookies()).map(({ name }) => name).sort() };
}

test('before a choice and after a rejection no page loads, stores or sends anything', async () => {
  await onCleanPage(stage, desktop, async ({ page, context }) => {
    for (const local of [{}, rejected]) {
      for (const path of publicPages) {
        await page.goto(stage.server.url + path);
        await page.getByRole('button', { name: 'Cookie-Einstellungen' }).waitFor();
        const isAsked = await banner(page).isVisible();
        expect({ path, isAsked }).toEqual({ path, isAsked: local !== rejected });
        expect({ path, ...(await kept(page, context)) }).toEqual({ path, local, session: {}, cookies: [] });
        expect([await events(page), await page.locator('iframe').count()]).toEqual([null, 0]);
      }
      if (local !== rejected) await press(page, 'Alle ablehnen');
    }
  });
  expect(calls).toEqual([]);
});

test('after consent the script is loaded, revoking it stops that and deletes its cookies', async () => {
  // sends a request back
  send(`fetch(new URL('/collect', document.currentScript.src));`);
  const counted = () => until(() => told('/collect').length > 0);
  await onCleanPage(stage, desktop, async ({ page, context }) => {
    await page.goto(stage.server.url);
    await press(page, 'Alle akzeptieren');
    await counted();
    expect(calls.map(({ path }) => path)).toEqual(['/count.js', '/collect']);
    for (const path of publicPages.slice(1)) {
      calls.length = 0;
      await page.goto(stage.server.url + path);
      await counted();
      expect(await events(page)).toEqual(['page_view', 'virtual_page_view']);
    }
    // as a script set them when it was a part of the page
    const names = ['_ga', '_ga_X1', '_gat', '_gid', 'andere'];
    await page.evaluate((set) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the script did it like this
      for (const name of set) document.cookie = `${name}=1; path=/`;
    }, names);
    expect((await kept(page, context)).cookies).toEqual(names);
    await press(page, 'Cookie-Einstellungen');
    await press(page, 'Einstellungen');
    await page.getByLabel('Analytics-Cookies').uncheck();
    await press(page, 'Speichern');
    expect(await kept(page, context)).toEqual({ local: rejected, session: {}, cookies: ['andere'] });
    calls.length = 0;
    await page.reload();
    await page.getByRole('button', { name: 'Cookie-Einstellungen' }).waitFor();
    expect(await events(page)).toBeNull();
  });
  expect(calls).toEqual([]);
});

/** Size and look of a button. */
const look = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button) => {
    const style = getComputedStyle(button);
    const seen = ['color', 'background-color', 'border', 'font', 'padding', 'box-shadow', 'opacity'];
    const { width, height } = button.getBoundingClientRect();
    return [Math.round(width), Math.round(height), ...seen.map((part) => style.getPropertyValue(part))];
  });

test('the buttons to accept and to reject look the same at any width, and axe finds nothing on either view', async () => {
  await onPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url);
    await banner(page).waitFor();
    const box = await banner(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(desktop.width - 60);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(desktop.height - 60);
    for (const viewport of [desktop, phone, narrow]) {
      await page.setViewportSize(viewport);
      expect(await look(page, 'Alle akzeptieren')).toEqual(await look(page, 'Alle ablehnen'));
      expect(await overflow(page)).toBe(0);
    }
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Einstellungen');
    await page.getByLabel('Analytics-Cookies').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });
});

test('the focus follows from view to view by keyboard, and returns to the footer when the banner closes', async () => {
  const focused = (page: Page, hasText: string) => page.locator('button:focus', { hasText }).waitFor();
  await onCleanPage(stage, desktop, async ({ page }) => {
    for (const path of [pages.home, href(pages.application, { id: crypto.randomUUID() })]) {
      await page.goto(stage.server.url + path);
      // the wizard's button does nothing until it is hydrated
      await page.getByText('Ihre Versicherung wird geladen...').waitFor({ state: 'detached' });
      const open = page.getByRole('button', { name: 'Cookie-Einstellungen' });
      await open.press('Enter');
      await banner(page).getByRole('button', { name: 'Einstellungen', exact: true }).press('Enter');
      await banner(page).getByRole('button', { name: 'Zurück' }).press('Enter');
      await focused(page, 'Alle ablehnen');
      await banner(page).getByRole('button', { name: 'Alle ablehnen' }).press('Enter');
      await banner(page).waitFor({ state: 'hidden' });
      await focused(page, 'Cookie-Einstellungen');
    }
    await page.getByRole('button', { name: 'Cookie-Einstellungen' }).press('Enter');
    await banner(page).getByRole('link', { name: 'Datenschutz' }).click();
    await page.waitForURL(stage.server.url + pages.privacy);
  });
});
