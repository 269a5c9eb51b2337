/** Pages that the browser translates, and into which a password manager puts its own elements, while they are used. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { callbackFormHydrated, desktop, phone } from '#tests/support/browser';
import { atStep, back, control, fills, next, openAt, toast } from '#tests/support/journey';
import { begin, decorate, staleTexts, translate } from '#tests/support/page-changers';
import { enter } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { fillOffice } from './office';

setDefaultTimeout(120_000);
const stage = setStage();
const at = (path: string) => stage.server.url + path;

const both = async (page: Page) => {
  await begin(page, 'decorateNow');
  await begin(page, 'translateNow');
};

/** Runs `act` on a page with both tools; `moved` as in `translate`. Nothing may throw, and no page may fail. */
async function onChangedPage(moved: boolean, viewport: typeof desktop, act: (page: Page) => Promise<void>) {
  const problems = await onPage(stage, viewport, async ({ page }) => {
    await page.addInitScript(translate, moved);
    await page.addInitScript(decorate);
    await act(page);
    expect(await page.locator('font').count()).toBeGreaterThan(10);
    expect(await staleTexts(page)).toEqual([]);
  });
  expect(problems.filter((problem) => !/status of (409|422|500)/.test(problem))).toEqual([]);
}

const stand = (page: Page) => page.locator('#stand').textContent();

test.each([true, false])(
  'the wizard is walked whole on a translated page (text moved: %p)',
  async (moved) => {
    await onChangedPage(moved, phone, async (page) => {
      const id = await openAt(page, stage.server.url, 1);
      await both(page);
      for (const [index, fill] of fills.entries()) {
        // refused, corrected, and once the server fails
        await next(page);
        await page.getByRole('alert').getByRole('link').first().waitFor();
        await fill(page);
        await page.route('**/api/applications/**', (route) => route.fulfill({ status: 500, body: '{}' }));
        await next(page);
        await toast(page, 'Fehler');
        await page.unroute('**/api/applications/**');
        await next(page);
        await atStep(page, index + 2);
        expect(await stand(page)).toBe(`Schritt ${index + 2} von 6`);
      }
      await back(page);
      await atStep(page, 5);
      await back(page);
      await atStep(page, 4);
      await back(page);
      await atStep(page, 3);
      const price = page.getByRole('article').first().locator('label').first();
      const monthly = await price.textContent();
      await control(page, 'Zahlweise').selectOption('annual');
      await page.getByText('entspricht').first().waitFor();
      expect(await price.textContent()).not.toBe(monthly);
      await control(page, 'Zahlweise').selectOption('monthly');
      await page.getByText('entspricht').waitFor({ state: 'detached' });
      expect(await price.textContent()).toBe(monthly);
      for (const step of [4, 5, 6]) {
        await next(page);
        await atStep(page, step);
      }
      await page.getByRole('button', { name: 'Entwurf löschen' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click();
      await page.getByRole('button', { name: 'Antrag absenden' }).click();
      await page.getByRole('dialog').getByText(id).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Ihr Antrag wurde bereits eingereicht' }).waitFor();
    });
  },
);

test('a wizard that is translated before its script runs works', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await page.addInitScript(translate, false);
    await page.addInitScript(() =>
      addEventListener('readystatechange', () => Reflect.get(window, 'translateNow')?.(), {
        capture: true,
        once: true,
      }),
    );
    await openAt(page, stage.server.url, 2);
    expect(await page.locator('form font').count()).toBeGreaterThan(5);
    await fills[1]?.(page);
    await next(page);
    await atStep(page, 3);
    expect(await page.getByRole('contentinfo').getByText('Vertrag widerrufen').isVisible()).toBe(true);
  });
  expect(problems).toEqual([]);
});

test('the islands are used on a translated page', async () => {
  await onChangedPage(false, desktop, async (page) => {
    await page.goto(at(pages.callback));
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    await callbackFormHydrated(page);
    await both(page);
    await page.getByLabel('Zahlweise').selectOption('annual');
    await page.getByText('im Monat, jährlich zu zahlen').first().waitFor();
    await page.getByLabel('Geburtsjahr').selectOption({ index: 20 });
    await page.getByText('Mit Alterszuschlag').first().waitFor();
    const send = page.getByRole('button', { name: 'Rückruf anfordern' });
    await send.click();
    await page.getByText('Bitte geben Sie Ihren Namen ein').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Jürgen Nowak');
    await page.getByLabel('Telefon').fill('030 23125 107');
    await page.getByLabel('E-Mail').fill('nowak@post.example');
    await page.locator('#callback').getByRole('checkbox').check();
    await send.click();
    await page.getByRole('button', { name: 'Neue Anfrage' }).click();
    await send.waitFor();
  });
});

test('lists, dialogs and tabs of the backoffice are used on a translated page', async () => {
  await onChangedPage(false, desktop, async (page) => {
    await fillOffice(page, stage);
    stage.mails.accept();
    await enter(page, stage.server.url);
    await page.goto(at(pages.backoffice));
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await both(page);
    const nav = page.getByRole('navigation', { name: 'Backoffice' });
    for (const link of await nav.getByRole('link').all()) {
      const isHere = (await link.getAttribute('aria-current')) === 'page';
      if (!isHere) await page.locator('h1').evaluate((one) => one.setAttribute('data-left', ''));
      await link.click();
      await page.locator('h1:not([data-left])').waitFor();
      await exercise(page);
    }
    await nav.getByRole('link', { name: /Vorgänge/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Vorgänge' }).waitFor();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('tab').first().waitFor();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await exercise(page);
    }
    await page.getByRole('button', { name: 'Notiz hinzufügen' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Ruft morgen an.');
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Ruft morgen an.').waitFor();
  });
});

/** Uses what changes a screen: sorts, refreshes, selects, filters and searches, and opens and cancels each dialog. */
async function exercise(page: Page) {
  const main = page.getByRole('main');
  const each = async (found: ReturnType<Page['locator']>, act: (one: typeof found) => Promise<void>) => {
    for (let at = 0; at < Math.min(await found.count(), 5); at += 1)
      if (await found.nth(at).isVisible()) await act(found.nth(at));
  };
  const settled = () =>
    page.waitForFunction(() => !document.querySelector('[aria-busy=true], .animate-spin'));
  await each(main.locator('th button'), async (one) => {
    await one.click();
    await one.click();
  });
  await each(main.getByRole('button', { name: /Aktualisieren/ }), (one) => one.click());
  await settled();
  await each(main.getByRole('checkbox'), (one) => one.click());
  await dialogs(page);
  await each(main.getByRole('button', { name: 'Auswahl aufheben' }), (one) => one.click());
  await each(main.getByRole('combobox'), async (one) => {
    const value = await one.inputValue();
    await one.selectOption({ index: 1 });
    await settled();
    await one.selectOption(value);
  });
  await each(main.getByRole('searchbox'), async (one) => {
    await one.fill('Wieland');
    await settled();
    await one.fill('');
  });
  await settled();
}

/** Opens each dialog of the screen once, and leaves it. */
async function dialogs(page: Page) {
  // not "Mir zuweisen", which opens none and goes away when it is clicked
  const names = /löschen|hinzufügen|Zuweisen|setzen|ändern|Anruf|Nachricht|beenden|abschließen/;
  const openers = page.getByRole('main').getByRole('button', { name: names });
  for (let at = 0; at < Math.min(await openers.count(), 12); at += 1) {
    const opener = openers.nth(at);
    if (!(await opener.isVisible()) || !(await opener.isEnabled())) continue;
    await opener.click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}
