/** Cookie consent: its views, what is stored, and no analytics without it. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { onPage, setStage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);

/** A third-party server with an analytics script that sends a request back. */
const requests: string[] = [];
const thirdParty = Bun.serve({
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url);
    requests.push(pathname);
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
    return new Response(pathname === '/count.js' ? script : 'ok', { headers });
  },
});
const script = `fetch(new URL('/collect', document.currentScript.src));`;
afterAll(() => thirdParty.stop(true));

const stage = setStage({ ANALYTICS_SCRIPT_URL: `http://127.0.0.1:${thirdParty.port}/count.js` });

const publicPages = ['/', '/datenschutz', '/impressum', '/gibt-es-nicht'];
const accepted = { 'cookie-consent-analytics': 'true', 'analytics-consent': 'true' };
const rejected = { 'cookie-consent-rejected': 'true' };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const banner = (page: Page) => page.getByRole('region', { name: 'Cookie-Einstellungen' });
const counted = () => until(() => requests.includes('/collect'));
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
const stored = (page: Page) => page.evaluate((): Record<string, string> => ({ ...localStorage }));

/** Opens the landing page as a visitor with this stored choice. */
async function visitAs(page: Page, choice: Record<string, string>) {
  await page.goto(`${stage.server.url}/impressum`);
  await page.evaluate((flags) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(flags)) localStorage.setItem(key, value);
  }, choice);
  await page.goto(stage.server.url);
}

test('before a choice no public page loads, stores or sends anything', async () => {
  requests.length = 0;
  await onCleanPage(stage, desktop, async ({ page, context }) => {
    for (const path of publicPages) {
      await page.goto(stage.server.url + path);
      await banner(page).waitFor();
      expect(await kept(page, context)).toEqual({ local: {}, session: {}, cookies: [] });
      expect(await events(page)).toBeNull();
    }
  });
  expect(requests).toEqual([]);
});

test('after a rejection nothing is loaded or sent, and the banner does not return', async () => {
  requests.length = 0;
  await onCleanPage(stage, desktop, async ({ page, context }) => {
    await page.goto(stage.server.url);
    await press(page, 'Alle ablehnen');
    await banner(page).waitFor({ state: 'hidden' });
    for (const path of publicPages) {
      await page.goto(stage.server.url + path);
      await page.getByRole('button', { name: 'Cookie-Einstellungen' }).waitFor();
      expect(await banner(page).isVisible()).toBe(false);
      expect(await kept(page, context)).toEqual({ local: rejected, session: {}, cookies: [] });
      expect(await events(page)).toBeNull();
    }
  });
  expect(requests).toEqual([]);
});

test('after consent the script is loaded, and each page sends two events', async () => {
  requests.length = 0;
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url);
    await banner(page).getByText('Mit Ihrer Zustimmung misst Google Analytics').waitFor();
    await press(page, 'Alle akzeptieren');
    await counted();
    expect(requests).toEqual(['/count.js', '/collect']);
    expect(await stored(page)).toEqual(accepted);
    for (const path of publicPages) {
      requests.length = 0;
      await page.goto(stage.server.url + path);
      await counted();
      expect(await banner(page).isVisible()).toBe(false);
      const title = await page.title();
      expect(await page.evaluate(() => window.dataLayer)).toEqual([
        { event: 'page_view', page_path: path, page_title: title },
        { event: 'virtual_page_view', page_path: path },
      ]);
    }
    // accepting again is not another page view
    await press(page, 'Cookie-Einstellungen');
    await press(page, 'Alle akzeptieren');
    expect(await events(page)).toEqual(['page_view', 'virtual_page_view']);
    expect(await page.locator('iframe').count()).toBe(1);
  });
});

test('revoking the consent stops analytics and deletes its flag and its cookies', async () => {
  await onCleanPage(stage, desktop, async ({ page, context }) => {
    await page.goto(stage.server.url);
    await press(page, 'Alle akzeptieren');
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
    expect(await events(page)).toBeNull();
    requests.length = 0;
    await page.reload();
    await page.getByRole('button', { name: 'Cookie-Einstellungen' }).waitFor();
    expect(await events(page)).toBeNull();
  });
  expect(requests).toEqual([]);
});

test.each([
  ['undecided', {}, 'Alle akzeptieren', accepted],
  ['undecided', {}, 'Alle ablehnen', rejected],
  ['accepted', accepted, 'Alle ablehnen', rejected],
  ['rejected', rejected, 'Alle akzeptieren', accepted],
] as const)('a visitor who is %s (%j) and clicks "%s" has stored %j', async (_, before, button, after) => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await visitAs(page, before);
    if (Object.keys(before).length > 0) await press(page, 'Cookie-Einstellungen');
    await press(page, button);
    await banner(page).waitFor({ state: 'hidden' });
    expect(await stored(page)).toEqual(after);
  });
});

test.each([
  ['undecided', {}, false],
  ['accepted', accepted, true],
  ['rejected', rejected, false],
] as const)(
  'the settings of a visitor who is %s show the choice and save a new one',
  async (_, before, on) => {
    await onCleanPage(stage, phone, async ({ page }) => {
      await visitAs(page, before);
      if (Object.keys(before).length > 0) await press(page, 'Cookie-Einstellungen');
      await press(page, 'Einstellungen');
      const necessary = page.getByLabel('Notwendige Cookies');
      expect([await necessary.isChecked(), await necessary.isDisabled()]).toEqual([true, true]);
      const analytics = page.getByLabel('Analytics-Cookies');
      expect(await analytics.isChecked()).toBe(on);

      // Zurück stores nothing and discards the toggled setting
      await analytics.setChecked(!on);
      await press(page, 'Zurück');
      await page.getByRole('button', { name: 'Alle ablehnen' }).waitFor();
      expect(await stored(page)).toEqual(before);
      await press(page, 'Einstellungen');
      expect(await analytics.isChecked()).toBe(on);

      await analytics.setChecked(!on);
      await press(page, 'Speichern');
      await banner(page).waitFor({ state: 'hidden' });
      expect(await stored(page)).toEqual(on ? rejected : accepted);
    });
  },
);

test.each([desktop, phone, { width: 320, height: 640 }])(
  'the buttons to accept and to reject look the same at $width px',
  async (viewport) => {
    await onCleanPage(stage, viewport, async ({ page }) => {
      await page.goto(stage.server.url);
      await banner(page).waitFor();
      const [accept, reject] = await Promise.all(
        ['Alle akzeptieren', 'Alle ablehnen'].map((name) =>
          page.getByRole('button', { name, exact: true }).evaluate((button) => {
            const { width, height } = button.getBoundingClientRect();
            const style = getComputedStyle(button);
            const seen = ['color', 'background-color', 'border', 'font', 'padding', 'box-shadow', 'opacity'];
            return { width, height, look: seen.map((name) => style.getPropertyValue(name)) };
          }),
        ),
      );
      expect(accept?.look).toEqual(reject?.look ?? []);
      expect(accept?.width).toBeCloseTo(reject?.width ?? 0, 0);
      expect(accept?.height).toBeCloseTo(reject?.height ?? 0, 0);
      if (viewport === desktop) {
        const box = await banner(page).boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(viewport.width - 60);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(viewport.height - 60);
      }
    });
  },
);

test.each(publicPages)('the footer of %s opens the banner again, also by keyboard', async (path) => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url + path);
    await press(page, 'Alle ablehnen');
    await page.getByRole('button', { name: 'Cookie-Einstellungen' }).press('Enter');
    await banner(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('#cookie-banner') !== null)).toBe(true);
    await banner(page).getByRole('link', { name: 'Datenschutz' }).click();
    await page.waitForURL(`${stage.server.url}/datenschutz`);
  });
});

test('the focus follows from view to view, and returns to the footer when the banner closes', async () => {
  const focused = (page: Page, hasText: string) => page.locator('button:focus', { hasText }).waitFor();
  await onCleanPage(stage, desktop, async ({ page }) => {
    for (const path of ['/', href(pages.application, { id: crypto.randomUUID() })]) {
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
  });
});

for (const viewport of [desktop, phone, { width: 320, height: 640 }]) {
  test(`axe finds no violations on either view of the banner at ${viewport.width} px`, async () => {
    await onPage(stage, viewport, async ({ page }) => {
      await page.goto(stage.server.url);
      await banner(page).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await press(page, 'Einstellungen');
      await page.getByLabel('Analytics-Cookies').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });
  });
}
