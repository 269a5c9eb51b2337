/** Low screens, as at 400 % or on a phone held across: what stays in place can be read to its end (WCAG 1.4.10). */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { basename, join } from 'node:path';
import { Glob } from 'bun';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { onCleanPage } from '#tests/browser/page-checks';
import { root } from '#tests/project-files';
import { control, next, openAt } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setStage();
const sizes = [
  { width: 320, height: 256 },
  { width: 568, height: 320 },
  { width: 740, height: 300 },
  // wide enough for the contents beside a legal page, and for lists with a head
  { width: 1300, height: 300 },
];

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const open = (page: Page, path: string) => page.goto(stage.server.url + path);
const openStaff = async (page: Page, path: string) => {
  await enter(page, stage.server.url);
  await open(page, path);
};
/** Submits an application and selects it in the list of cases. */
const select = async (page: Page) => {
  await openAt(page, stage.server.url, 6);
  await press(page, 'Antrag absenden');
  await page.getByRole('dialog').waitFor();
  await openStaff(page, pages.backofficeCases);
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check();
};

/** Where to see what stays in place, by the file that draws it. */
const layers: Record<string, Record<string, (page: Page) => Promise<unknown>>> = {
  cookiebanner: {
    choice: (page) => open(page, pages.home),
    settings: async (page) => {
      await open(page, pages.home);
      await press(page, 'Einstellungen');
    },
    'choice in the wizard': async (page) => {
      await openAt(page, stage.server.url, 1);
      await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie' }).click();
      await page.locator('#cookie-banner').waitFor();
    },
  },
  header: {
    menu: async (page) => {
      await open(page, pages.home);
      await press(page, 'Alle ablehnen');
      await page.locator('header summary').click();
    },
  },
  legalpage: {
    contents: async (page) => {
      await open(page, pages.privacy);
      await press(page, 'Alle ablehnen');
      await page.getByRole('heading', { level: 2 }).nth(3).scrollIntoViewIfNeeded();
    },
  },
  'stand-ins': {
    'before the script': async (page) => {
      await page.route('**/assets/client-*.js', () => {});
      await page.goto(stage.server.url + pages.wizard, { waitUntil: 'commit' });
      await page.locator('[data-splash] [role=status]').waitFor();
    },
  },
  toasts: {
    failure: async (page) => {
      await openAt(page, stage.server.url, 5);
      await control(page, 'IBAN').fill('DE89370400440532013001');
      await next(page);
      await page.getByText('Bitte geben Sie eine gültige IBAN ein.').waitFor();
    },
  },
  dialogs: {
    question: async (page) => {
      await openAt(page, stage.server.url, 5);
      await control(page, 'IBAN').fill('DE');
      await press(page, 'Später fortsetzen');
      await page.getByRole('dialog').waitFor();
    },
    success: async (page) => {
      await openAt(page, stage.server.url, 6);
      await press(page, 'Antrag absenden');
      await page.getByRole('dialog').waitFor();
    },
  },
  sidebar: {
    menu: async (page) => {
      await openStaff(page, pages.backoffice);
      await page.getByText('Anträge gesamt', { exact: true }).waitFor();
      await press(page, 'Menü öffnen');
      await page.getByRole('button', { name: 'Abmelden' }).waitFor();
    },
  },
  pricepanel: {
    'price of a call': async (page) => {
      await openStaff(page, pages.backofficePreparations);
      await page.getByRole('complementary', { name: 'Beitrag' }).getByText('Premium').waitFor();
    },
  },
  selection: { 'selected rows': select },
  table: { 'head of a list': select },
};

test('every file with something that stays in place is looked at', async () => {
  const found: string[] = [];
  for await (const path of new Glob('web/**/*.{ts,tsx}').scan(root)) {
    const text = await Bun.file(join(root, path)).text();
    if (/[\s"'`:](fixed|sticky)[\s"'`]|<dialog/.test(text))
      found.push(basename(path).replace(/\..*/, '').toLowerCase());
  }
  expect(found.toSorted()).toEqual(Object.keys(layers).toSorted());
});

/**
 * Of all that is fixed or sticks: the texts and controls that neither are on the screen nor can be scrolled onto it, and
 * how much of the height the bars take.
 */
function lookAt(page: Page): Promise<{ cut: string[]; bars: number }> {
  return page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
    const shown = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
    const onScreen = ({ top, bottom }: DOMRect) => top > -1 && bottom < innerHeight + 1;
    const kept = [...document.querySelectorAll('body *')].filter((one) => {
      const { position } = getComputedStyle(one);
      // the header leaves with its part of the page, at whose end the question about cookies stands
      const stays = position === 'fixed' || (position === 'sticky' && one.getBoundingClientRect().top > -1);
      return shown(one) && stays;
    });
    /** Scrolls it into view within its layer only. */
    const reach = (one: Element, layer: Element) => {
      for (let box = one.parentElement; box && layer.contains(box); box = box.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
        box.scrollTop += one.getBoundingClientRect().top - box.getBoundingClientRect().top;
      }
      return onScreen(one.getBoundingClientRect());
    };
    const cut = kept.flatMap((layer) =>
      [...layer.querySelectorAll('a, button, input, h2, p, label')]
        .filter((one) => shown(one) && !one.closest('.sr-only') && !reach(one, layer))
        .map((one) => (one.textContent || one.outerHTML).slice(0, 60)),
    );
    const isBar = (one: Element) => one.matches('header, [data-floating]');
    const heights = kept.filter(isBar).map((one) => one.getBoundingClientRect().height);
    return { cut, bars: heights.reduce((sum, height) => sum + height, 0) / innerHeight };
  });
}

for (const [file, places] of Object.entries(layers))
  for (const [place, show] of Object.entries(places))
    test(`${file}, ${place}: all of it can be reached`, async () => {
      const [smallest = { width: 320, height: 256 }] = sizes;
      await onCleanPage(stage, smallest, async ({ page }) => {
        await show(page);
        for (const { width, height } of sizes) {
          await page.setViewportSize({ width, height });
          const { cut, bars } = await lookAt(page);
          expect({ width, cut }).toEqual({ width, cut: [] });
          expect(bars).toBeLessThan(0.5);
        }
      });
    });

test('the settings of the cookie banner begin with their heading, also after its choice was scrolled', async () => {
  await onCleanPage(stage, { width: 320, height: 256 }, async ({ page }) => {
    await open(page, pages.home);
    await press(page, 'Einstellungen');
    const banner = page.locator('#cookie-banner');
    const { y: top = -1 } = (await banner.getByRole('heading').boundingBox()) ?? {};
    const { y: edge = 0 } = (await banner.boundingBox()) ?? {};
    // the padding of the banner
    expect(top - edge).toBeGreaterThan(16);
  });
});

test('a dialog that is higher than the screen begins with its title, and keeps the focus', async () => {
  await onCleanPage(stage, { width: 320, height: 256 }, async ({ page }) => {
    await layers.dialogs?.success?.(page);
    const dialog = page.getByRole('dialog');
    const { y: top = -1 } = (await dialog.getByRole('heading').boundingBox()) ?? {};
    const { y: edge = 0 } = (await dialog.boundingBox()) ?? {};
    expect(top).toBeGreaterThan(edge);
    expect(await dialog.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    const first = dialog.getByRole('link', { name: 'Zurück zur Startseite' });
    expect(await first.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});
