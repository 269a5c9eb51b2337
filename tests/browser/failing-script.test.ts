/** Pages whose script does not arrive, fails while it renders, or waits for an answer that does not come. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { placeholders } from '#domain/operator/operator';
import { api, href, pages } from '#domain/urls';
import { axeViolations, callbackFormHydrated, desktop, phone } from '#tests/support/browser';
import { atStep, control, fills, next, openAt, toast } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { onPage, setSharedStage } from '#tests/support/stage';
import { overflow } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const at = (path: string) => stage.server.url + path;
const { company, brand } = placeholders;

async function failureShown(page: Page) {
  const heading = page.getByRole('heading', { level: 1, name: 'Das hat leider nicht geklappt' });
  await heading.waitFor();
  expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.title()).toBe(`Das hat leider nicht geklappt | ${brand.name}`);
  expect(await page.getByRole('link', { name: company.phone }).getAttribute('href')).toBe(company.phoneHref);
  expect(await page.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
  // it has its style, and asks for the fonts early: `font-display: optional` gives them 100 ms
  expect(await heading.evaluate((one) => getComputedStyle(one).fontFamily)).toContain('Vollkorn');
  expect(await page.locator('head > link[rel=preload][as=font]').count()).toBe(2);
  expect(await overflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
}

const reload = (page: Page) => page.getByRole('link', { name: 'Neu laden' }).click();

test('an error while a step of the wizard renders shows a page with the ways on, and what is saved stays', async () => {
  const problems = await onPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 2, { sets: 2 });
    await page.route(at(api.tariffs), (route) => route.fulfill({ json: {} }));
    await next(page);
    await failureShown(page);
    await page.unroute(at(api.tariffs));
    await reload(page);
    await atStep(page, 3);
  });
  // the reason is in the console
  expect(problems.join()).toContain('page error');
});

test('an error while a screen of the backoffice renders shows the same page', async () => {
  await onPage(stage, { width: 320, height: 640 }, async ({ page }) => {
    await enter(page, stage.server.url);
    await page.route(at(api.users), (route) => route.fulfill({ json: [null] }));
    await page.goto(at(pages.backofficeUsers));
    await failureShown(page);
    await page.unroute(at(api.users));
    await reload(page);
    await page.getByRole('heading', { level: 2, name: 'Alle Benutzer (1)' }).waitFor();
  });
});

test.each([pages.wizard, pages.login])('%s without its data shows the same page', async (path) => {
  await onPage(stage, desktop, async ({ page }) => {
    await page.route(at(path), async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace(/<script(?![^>]* src=)[^>]*>.*?<\/script>/gs, '') });
    });
    await page.goto(at(path));
    await failureShown(page);
  });
});

test.each([pages.wizard, pages.login, pages.backoffice])(
  '%s says after ten seconds that a part of it is missing, and how to go on',
  async (path) => {
    await onPage(stage, { width: 320, height: 640 }, async ({ page }) => {
      let blocked = true;
      await page.route('**/assets/client-*.js', (route) => (blocked ? route.abort() : route.fallback()));
      await page.goto(at(path));
      const help = page.getByText('Das dauert länger als sonst');
      expect(await help.isVisible()).toBe(false);
      // ten seconds are not waited for: what is animated is held shortly before its end, and then ended
      await page.evaluate(() => {
        for (const one of document.getAnimations()) {
          one.pause();
          one.currentTime = 9_900;
        }
      });
      expect(await help.isVisible()).toBe(false);
      await page.evaluate(() => {
        for (const one of document.getAnimations())
          if (one.effect?.getTiming().iterations === Number.POSITIVE_INFINITY) one.play();
          else one.finish();
      });
      expect(await help.isVisible()).toBe(true);
      const splash = page.locator('[data-splash]');
      await splash.getByRole('link', { name: company.phone }).waitFor();
      await splash.getByRole('link', { name: company.email }).waitFor();
      expect(await overflow(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      blocked = false;
      await reload(page);
      await splash.waitFor({ state: 'detached' });
    });
  },
);

test('without script the splash says why at once, and how to go on', async () => {
  const context = await stage.browser.newContext({ viewport: phone, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(at(pages.wizard));
  const splash = page.locator('[data-splash]');
  expect(await splash.textContent()).toContain('Für den Antrag brauchen wir JavaScript.');
  for (const text of [company.phone, company.email, 'Neu laden'])
    expect(await splash.locator('noscript a', { hasText: text }).isVisible()).toBe(true);
  expect(await splash.getByText('Das dauert länger als sonst').isVisible()).toBe(false);
  await context.close();
});

/** Lets a call wait for ever, and the clock of the page pass 20 seconds. */
async function unanswered(page: Page, path: string, act: () => Promise<void>) {
  const called = Promise.withResolvers<void>();
  await page.route(path, () => called.resolve());
  await page.clock.install();
  await act();
  await called.promise;
  await page.clock.fastForward(19_000);
  return async () => {
    await page.clock.fastForward(1_500);
    await page.unroute(path);
  };
}

test.each([1, 2, 3, 4, 5])('a save of step %i without an answer ends, and its entries stay', async (step) => {
  await onPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, step);
    await fills[step - 1]?.(page);
    const entries = () =>
      page.locator('form[novalidate]').evaluate((form) => [...new FormData(form as HTMLFormElement)].join());
    const entered = await entries();
    const pass = await unanswered(page, '**/api/applications/**', () => next(page));
    await page.getByRole('button', { name: 'Wird gespeichert...' }).waitFor();
    await pass();
    await toast(page, 'Fehler', 'Es ist ein Fehler beim Speichern der Daten aufgetreten.');
    expect(await entries()).toBe(entered);
    await next(page);
    await atStep(page, step + 1);
  });
});

test('a callback request without an answer ends, and its entries stay', async () => {
  await onPage(stage, desktop, async ({ page }) => {
    await page.goto(at(pages.callback));
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    await callbackFormHydrated(page);
    for (const [label, text] of [
      ['Name', 'Jürgen Nowak'],
      ['Telefon', '030 23125 107'],
      ['E-Mail', 'nowak@post.example'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.locator('#callback').getByRole('checkbox').check();
    const send = page.getByRole('button', { name: 'Rückruf anfordern' });
    const pass = await unanswered(page, `**${api.callbackRequests}`, () => send.click());
    await page.getByRole('button', { name: 'Wird gesendet...' }).waitFor();
    await pass();
    await toast(page, 'Fehler');
    expect(await control(page, 'Name').inputValue()).toBe('Jürgen Nowak');
    await send.click();
    await page.getByRole('button', { name: 'Neue Anfrage' }).waitFor();
  });
});

test('a note of staff without an answer ends, stays in its dialog, and asks to look whether it has arrived', async () => {
  await onPage(stage, desktop, async ({ page }) => {
    const id = await openAt(page, stage.server.url, 6, { sets: 5 });
    await page.request.put(at(href(api.complete, { id })), { data: {} });
    await enter(page, stage.server.url);
    await page.goto(at(href(pages.backofficeApplication, { id })));
    await page.getByRole('button', { name: 'Notiz hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Ruft morgen an.');
    const pass = await unanswered(page, `**${href(api.caseNotes, { id })}`, () =>
      dialog.getByRole('button', { name: 'Speichern' }).click(),
    );
    await pass();
    await page
      .getByText('Der Server hat nicht rechtzeitig geantwortet. Bitte prüfen Sie, was davon angekommen ist.')
      .first()
      .waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Ruft morgen an.');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
