/** Where visitors come from travels in addresses, from the landing page to the save that creates the application. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { sourceHeader } from '#domain/application';
import { withSource } from '#domain/fields';
import { href, pages } from '#domain/urls';
import { desktop } from '#tests/support/browser';
import { atStep, back, fillContact, fillHorse, next } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setStage();

const application = /\/application\/([0-9a-f-]{36})/;
const at = (path: string, source: string) => stage.server.url + withSource(path, source);

/** Everything that the browser keeps. */
async function kept(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, databases]);
  });
  return stored + JSON.stringify(await page.context().cookies());
}

test('a visitor of a stable with a choice is known by it in the details, whatever they do on the way', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/applications/'))
        sent.push(request.headers()[sourceHeader.toLowerCase()]);
    });
    await page.goto(at(pages.home, 'stall-mueller'));
    await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Tarife' }).click();
    expect(page.url()).toBe(`${at(pages.home, 'stall-mueller')}#tariffs`);
    await page.getByLabel('Selbstbeteiligung').selectOption('500 €');
    const chosen = /\/application\/[0-9a-f-]{36}\?tariff=premium&deductible=500&frequency=monthly&source=/;
    // the link knows the choice once the calculator has its script
    const link = page
      .getByRole('link', { name: /^Jetzt berechnen.*Premium-OP-Schutz/ })
      .and(page.locator('[href*="deductible=500"]'));
    await Promise.all([page.waitForRequest(chosen), link.click()]);
    await atStep(page, 1);
    const id = application.exec(page.url())?.[1] ?? '';
    const address = at(href(pages.application, { id }), 'stall-mueller');
    // the choice is taken once
    expect(page.url()).toBe(address);
    await fillHorse(page);
    await next(page);
    await atStep(page, 2);
    await fillContact(page);
    await next(page);
    await atStep(page, 3);
    await page.reload();
    await atStep(page, 3);
    expect(page.url()).toBe(address);
    await page.goto(at(href(pages.application, { id }), 'newsletter'));
    await atStep(page, 3);
    await back(page);
    await atStep(page, 2);
    await next(page);
    await atStep(page, 3);
    expect([...new Set(sent)]).toEqual(['stall-mueller', 'newsletter']);
    expect(await kept(page)).not.toMatch(/stall-mueller|newsletter/);

    await enter(page, stage.server.url);
    await page.goto(stage.server.url + href(pages.backofficeApplication, { id }));
    await page.getByText('stall-mueller', { exact: true }).waitFor();
    await page.goto(`${stage.server.url}${pages.backofficeApplications}`);
    await page.getByText('Quelle: stall-mueller', { exact: true }).waitFor();
  });
});
