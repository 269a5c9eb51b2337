/** Where visitors come from travels in addresses, from the landing page to the save that creates the application. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { withSource } from '#domain/fields';
import { api, href, pages } from '#domain/urls';
import { desktop, phone } from '#tests/support/browser';
import { atStep, back, fillContact, fillHorse, next } from '#tests/support/journey';
import { bearer, call, enter, tokenOf } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setStage();
let headers: Record<string, string>;
beforeAll(async () => {
  headers = bearer(await tokenOf(stage.server.url));
});

const application = /\/application\/([0-9a-f-]{36})/;
const idIn = (page: Page) => application.exec(page.url())?.[1] ?? '';
const sourceIn = (page: Page) => new URL(page.url()).searchParams.get('source');
const at = (path: string, source: string) => stage.server.url + withSource(path, source);

async function storedSource(id: string) {
  const details = await call(stage.server.url, 'GET', href(api.details, { id }), undefined, headers);
  return ((await details.json()) as { source: string }).source;
}

/** Everything that the browser keeps. */
async function kept(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, databases]);
  });
  return stored + JSON.stringify(await page.context().cookies());
}

test('a visitor of a stable is known by it in the details, whatever they do on the way', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/applications/'))
        sent.push(request.headers()['x-source']);
    });
    await page.goto(at(pages.home, 'stall-mueller'));
    await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Tarife' }).click();
    expect(page.url()).toBe(`${at(pages.home, 'stall-mueller')}#tariffs`);
    await page.getByRole('link', { name: 'Jetzt Tarif berechnen' }).click();
    await page.waitForURL(application);
    await atStep(page, 1);
    const id = idIn(page);
    await fillHorse(page);
    await next(page);
    await atStep(page, 2);
    expect(await storedSource(id)).toBe('stall-mueller');
    await fillContact(page);
    await next(page);
    await atStep(page, 3);
    await page.reload();
    await atStep(page, 3);
    expect(page.url()).toBe(at(href(pages.application, { id }), 'stall-mueller'));
    await back(page);
    await atStep(page, 2);
    await page.goBack();
    await page.goForward();
    expect(page.url()).toBe(at(href(pages.application, { id }), 'stall-mueller'));
    // saved again after the reload, and then from another address
    await next(page);
    await atStep(page, 3);
    await page.goto(at(href(pages.application, { id }), 'newsletter'));
    await atStep(page, 3);
    await back(page);
    await atStep(page, 2);
    await next(page);
    await atStep(page, 3);
    expect(await storedSource(id)).toBe('stall-mueller');
    expect([...new Set(sent)]).toEqual(['stall-mueller', 'newsletter']);
    expect(await kept(page)).not.toMatch(/stall-mueller|newsletter/);

    await enter(page, stage.server.url);
    await page.goto(stage.server.url + href(pages.backofficeApplication, { id }));
    await page.getByText('stall-mueller', { exact: true }).waitFor();
    await page.goto(`${stage.server.url}${pages.backofficeApplications}`);
    await page.getByText('Quelle: stall-mueller', { exact: true }).waitFor();
  });
});

test('a choice of the calculator and a source go along together, and the choice is taken once', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(at(pages.home, 'Messe München'));
    await page.getByLabel('Selbstbeteiligung').selectOption('500 €');
    const premium = page.getByRole('region', { name: 'Premium-OP-Schutz' });
    const chosen = 'deductible=500&frequency=monthly&source=Messe+M%C3%BCnchen';
    await premium.locator(`a[href="${pages.offer}?tariff=premium&${chosen}"]`).waitFor();
    await premium.getByRole('link', { name: 'Jetzt berechnen' }).click();
    await page.waitForURL(application);
    await atStep(page, 1);
    const id = idIn(page);
    expect(page.url()).toBe(at(href(pages.application, { id }), 'Messe München'));
    await fillHorse(page);
    await next(page);
    await atStep(page, 2);
    expect(await storedSource(id)).toBe('Messe München');
  });
});

test.each([
  '120210987654321098765',
  '1e3',
  'true',
  '{"a":1}',
  '"><script>alert(1)</script>',
  '50 % & mehr #1?',
  'Stall Müller 🐴',
  'x'.repeat(100),
])('the wizard keeps the source %p as it is', async (source) => {
  await onCleanPage(stage, phone, async ({ page }) => {
    for (const path of [pages.wizard, pages.calculator]) {
      await page.goto(at(path, source));
      await page.waitForURL(application);
      await atStep(page, 1);
      await page.reload();
      await atStep(page, 1);
      expect(sourceIn(page)).toBe(source);
      await fillHorse(page);
      await next(page);
      await atStep(page, 2);
      expect(sourceIn(page)).toBe(source);
      expect(await storedSource(idIn(page))).toBe(source);
    }
  });
});

test('a source that is much too long is cut, and the save works', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    const id = crypto.randomUUID();
    await page.goto(at(href(pages.application, { id }), 'ü'.repeat(1000)));
    await atStep(page, 1);
    await fillHorse(page);
    await next(page);
    await atStep(page, 2);
    expect(await storedSource(id)).toBe('ü'.repeat(100));
  });
});

test('without a source, and without JavaScript', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(stage.server.url + pages.calculator);
    await atStep(page, 1);
    await fillHorse(page);
    await next(page);
    await atStep(page, 2);
    expect(new URL(page.url()).search).toBe('');
    expect(await storedSource(idIn(page))).toBe('website');
  });
  const context = await stage.browser.newContext({ viewport: phone, javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(at(pages.home, 'stall-mueller'));
    await page.locator('header summary').click();
    const menu = page.getByRole('navigation', { name: 'Menü' });
    await menu.getByRole('link', { name: 'Jetzt berechnen' }).click();
    await page.waitForURL(application);
    expect(sourceIn(page)).toBe('stall-mueller');
    await page.goto(at(pages.home, 'stall-mueller'));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Unterlagen' }).click();
    await page.locator('header summary').click();
    await menu.getByRole('link', { name: 'Jetzt berechnen' }).click();
    await page.waitForURL(application);
    expect(sourceIn(page)).toBe('stall-mueller');
    expect(await context.cookies()).toEqual([]);
  } finally {
    await context.close();
  }
});
