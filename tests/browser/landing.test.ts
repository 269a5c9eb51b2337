import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { desktop, openPage, phone } from '#tests/support/browser';
import { setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('the wizard sends events only after consent', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(`${stage.server.url}/calculator`);
    await page.getByRole('button', { name: 'Weiter' }).click();
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
    await press(page, 'Cookie-Einstellungen');
    await press(page, 'Alle akzeptieren');
    await page.getByRole('button', { name: 'Weiter' }).click();
    const events = await page.evaluate(() => JSON.stringify(window.dataLayer));
    expect(events).toContain('"form_error"');
    expect(events).toContain('"horse_data"');
  });
});

test('without JavaScript the callback form works and keeps the entries when it is refused', async () => {
  const context = await stage.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${stage.server.url}/?source=messe`);
  await page.getByText('Sind Vorerkrankungen mitversichert?').click();
  await page.getByText('Bekannte Vorerkrankungen, auch chronische, sowie').waitFor();
  await page.getByText('Ab wann ist mein Pferd versichert?').click();
  expect(await page.locator('details[name=faq][open]').count()).toBe(1);
  await page.getByLabel('Name', { exact: true }).fill('Lena Übelacker');
  await page.getByRole('button', { name: 'Rückruf anfordern' }).click();
  await page.getByText('Bitte geben Sie Ihre Telefonnummer ein').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Lena Übelacker');
  await page.getByLabel('Telefon').fill('030 23125 106');
  await page.getByLabel('E-Mail').fill('lena@post.example');
  await page.getByRole('checkbox', { name: /Ich stimme zu/ }).check();
  await page.getByRole('button', { name: 'Rückruf anfordern' }).click();
  await page.getByText('Vielen Dank, wir rufen Sie an').waitFor();
  await page.getByRole('button', { name: 'Neue Anfrage' }).click();
  await page.getByRole('button', { name: 'Rückruf anfordern' }).waitFor();
  await context.close();
});

test('without JavaScript the calculator shows the prices of a choice and passes it to the wizard', async () => {
  const context = await stage.browser.newContext({ viewport: phone, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${stage.server.url}/?source=messe`);
  await page.getByLabel('Selbstbeteiligung').selectOption('500 €');
  await page.getByLabel('Zahlweise').selectOption('Jährlich');
  await page.getByRole('button', { name: 'Beiträge berechnen' }).click();
  await page.waitForURL(/\?source=messe&deductible=500&frequency=annual&birthYear=#tariffs$/);
  expect(await page.getByLabel('Zahlweise').inputValue()).toBe('annual');
  const premium = page.getByRole('region', { name: 'Premium-OP-Schutz' });
  await premium.getByText('58,07 €', { exact: true }).waitFor();
  await premium.getByRole('link', { name: 'Jetzt berechnen' }).click();
  await page.waitForURL(
    /\/application\/[0-9a-f-]{36}\?tariff=premium&deductible=500&frequency=annual&source=messe$/,
  );
  await context.close();
});

test.each(['before', 'after'])(
  'the calculator whose code is found missing %s a choice gets its prices from the server',
  async (when) => {
    const { page, context } = await openPage(stage.browser, desktop);
    const chosen = Promise.withResolvers<void>();
    if (when === 'before') chosen.resolve();
    await page.route('**/assets/chunk-*', async (route) => {
      await chosen.promise;
      await route.fulfill({ status: 404 });
    });
    const missing = page.waitForResponse(/chunk-/);
    await page.goto(`${stage.server.url}/?source=messe`);
    await page.getByLabel('Zahlweise').scrollIntoViewIfNeeded();
    if (when === 'before') await missing;
    await page.getByLabel('Zahlweise').selectOption('Jährlich');
    chosen.resolve();
    await page.waitForURL(/\?source=messe&deductible=0&frequency=annual&birthYear=#tariffs$/);
    expect(await page.getByLabel('Zahlweise').inputValue()).toBe('annual');
    await context.close();
  },
);

test('without JavaScript every page can be read, and the buttons lead to the wizard', async () => {
  const context = await stage.browser.newContext({ viewport: phone, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(stage.server.url);
  expect(await page.getByRole('region', { name: 'Cookie-Einstellungen' }).count()).toBe(0);
  await page.locator('header summary').click();
  await page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: 'Jetzt berechnen' }).click();
  await page.waitForURL(/\/application\/[0-9a-f-]{36}$/);
  for (const name of ['Impressum', 'Datenschutz']) {
    await page.goto(stage.server.url);
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText('Stand: Mai 2025').waitFor();
  }
  await context.close();
});

test('the landing page loads at most 3 KB of script and 120 KB in all, and supports ETag and HEAD', async () => {
  const { page, context } = await openPage(stage.browser, desktop);
  const sizes: { type: string; size: Promise<number>; url: string }[] = [];
  page.on('requestfinished', (request) => {
    const size = request.sizes().then((one) => one.responseBodySize);
    sizes.push({ type: request.resourceType(), size, url: request.url() });
  });
  await page.goto(stage.server.url);
  await page.getByRole('button', { name: 'Alle ablehnen' }).waitFor();
  const total = async (kind: (type: string) => boolean) => {
    const wanted = await Promise.all(sizes.filter(({ type }) => kind(type)).map(({ size }) => size));
    return wanted.reduce((sum, size) => sum + size, 0);
  };
  const [script, all] = [await total((type) => type === 'script'), await total(() => true)];
  console.log(`landing page: ${script} bytes of script, ${all} bytes in all`);
  expect(script).toBeLessThanOrEqual(3 * 1024);
  expect(all).toBeLessThanOrEqual(120 * 1024);
  expect(sizes.every(({ url }) => url.startsWith(stage.server.url))).toBe(true);
  await context.close();

  const headers = { 'accept-encoding': 'br' };
  const first = await fetch(stage.server.url, { headers });
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('content-encoding')).toBe('br');
  const again = await fetch(stage.server.url, { headers: { ...headers, 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expect((await fetch(stage.server.url, { method: 'HEAD' })).status).toBe(200);
});
