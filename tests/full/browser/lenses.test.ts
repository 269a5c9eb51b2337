/** Ways through the whole site, each once, with more than one question at a place. Visitors at 320 px: narrow.test.ts. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { lookAtForms } from '#tests/browser/form-states';
import { narrow, sticksOut, waitForFonts } from '#tests/browser/narrow-walk';
import { onCleanPage } from '#tests/browser/page-checks';
import { type Look, lookAtPages, lookAtWizard } from '#tests/browser/visitor-walks';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { control, openAt } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { onPage, type Stage, setStage } from '#tests/support/stage';
import { outOfReach, sideways, tooLarge, unseen } from './lenses';
import { lookAtOffice } from './office';

setDefaultTimeout(120_000);
const stage = setStage();

/** What is wrong at a place, one line each. */
const lenses = {
  wide: sticksOut,
  sideways,
  axe: axeViolations,
  large: tooLarge,
  forced: unseen,
  low: outOfReach,
};
type Lens = keyof typeof lenses;
const sentences: Record<Lens, string> = {
  wide: 'nothing is wider than the screen (WCAG 1.4.10)',
  sideways: 'no page scrolls sideways',
  axe: 'axe finds no violations',
  large: 'nothing is too large with twice the usual type (WCAG 1.4.4)',
  forced: 'everything is seen in forced colours (EN 301 549, 11.7)',
  low: 'all that stays in place can be reached on a low screen (WCAG 1.4.10)',
};
type Walk = (page: Page, look: Look, stage: Stage) => Promise<void>;
const everywhere = /./;

const ways: [name: string, viewport: typeof desktop, walk: Walk, looks: Partial<Record<Lens, RegExp>>][] = [
  [
    'pages',
    narrow,
    lookAtPages,
    {
      axe: everywhere,
      large: everywhere,
      forced: /^(cookie .*|menu|\/)$/,
      low: /^(cookie .*|menu|contents)$/,
    },
  ],
  ['pages', desktop, lookAtPages, { sideways: everywhere, axe: everywhere, forced: /^(cookie .*|\/)$/ }],
  [
    'forms',
    narrow,
    lookAtForms,
    {
      wide: everywhere,
      axe: everywhere,
      large: /^(withdrawal|withdrawal received|offer|question)$/,
      forced: /^callback refused$/,
    },
  ],
  ['forms', desktop, lookAtForms, { sideways: everywhere, axe: everywhere }],
  [
    'wizard',
    narrow,
    lookAtWizard,
    { axe: /risen/, large: /^step .$|^overview$/, forced: /^step .$|^overview$/ },
  ],
  ['wizard', desktop, lookAtWizard, { forced: /^step .$|^overview$|success/ }],
  [
    'office',
    narrow,
    lookAtOffice,
    {
      wide: everywhere,
      axe: everywhere,
      large:
        /^(dashboard|cases|callbacks|call, refused|offers|audit log|launch check|retention|users|mail log|second factor|password)$/,
      forced: /^menu$/,
      low: /^(menu|call, refused)$/,
    },
  ],
  ['lists of staff', desktop, lookAtLists, { axe: everywhere, forced: everywhere }],
];

describe.each(ways)('%s', (_, viewport, walk, looks) => {
  const used = Object.keys(looks) as Lens[];
  const found: Record<Lens, string[]> = { wide: [], sideways: [], axe: [], large: [], forced: [], low: [] };
  let problems: string[] = [];
  beforeAll(async () => {
    problems = await onPage(stage, viewport, async ({ page }) => {
      await waitForFonts(page);
      const look: Look = async (place) => {
        // a page that has just been opened may not have its styles yet
        await page.waitForLoadState();
        for (const lens of used)
          if (looks[lens]?.test(place))
            found[lens].push(...(await lenses[lens](page)).map((one) => `${place}: ${one}`));
      };
      await walk(page, look, stage);
    });
  }, 180_000);

  test.each(used.map((lens) => [sentences[lens], lens] as const))(
    `at ${viewport.width} px %s`,
    (__, lens) => {
      expect(found[lens]).toEqual([]);
    },
  );

  test(`at ${viewport.width} px no script fails`, () => {
    // what is refused, has changed, or cannot be sent on the way
    expect(unprovoked(problems, /status of (404|409|422|502)/)).toEqual([]);
  });
});

/** Lists have rows on a wide screen, of which one is selected. */
async function lookAtLists(page: Page, look: Look) {
  const { url } = stage.server;
  const id = await openAt(page, url, 6);
  await page.getByRole('button', { name: 'Antrag absenden' }).click();
  await page.getByRole('dialog').waitFor();
  await openAt(page, url, 6);
  await page.goto(url + pages.login);
  await look('login');
  await enter(page, url);
  await page.goto(url + pages.backoffice);
  await page.getByText('Tag für Tag').first().waitFor();
  await look('dashboard');
  for (const path of [
    pages.backofficeCases,
    pages.backofficeApplications,
    pages.backofficeUsers,
    pages.backofficeEmailLogs,
    pages.backofficeInsights,
  ]) {
    await page.goto(url + path);
    await page.locator('tbody tr').first().waitFor();
    const box = page.locator('tbody [type=checkbox]').first();
    if (await box.count()) await box.check();
    await look(path);
  }
  await page.goto(url + pages.backofficeReturns);
  await page.getByLabel('Datei auswählen').waitFor();
  await look('returns');
  await page.goto(url + href(pages.backofficeApplication, { id }));
  await page.getByRole('tab').first().waitFor();
  await look('details');
}

test('forced colours show the icon that the browser draws in a date field', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 1);
    const field = control(page, 'Versicherungsbeginn');
    await field.scrollIntoViewIfNeeded();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
      const shot = (fromRight: number) => {
        const clip = { x: x + width - fromRight, y: y + 8, width: 30, height: height - 16 };
        return page.screenshot({ clip });
      };
      // 100 px from the right there is nothing
      const seen = !(await shot(44)).equals(await shot(100));
      expect({ colorScheme, seen }).toEqual({ colorScheme, seen: true });
    }
  });
});
