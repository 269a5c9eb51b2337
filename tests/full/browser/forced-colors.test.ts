/** Colours that the system forces on a page (EN 301 549, 11.7): controls have edges, and states can be told apart. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { onCleanPage } from '#tests/browser/page-checks';
import { desktop, phone } from '#tests/support/browser';
import { atStep, control, next, openAt } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { setStage } from '#tests/support/stage';

setDefaultTimeout(60_000);
const stage = setStage();

/** What cannot be seen on this page in the forced colours of a light and of a dark system. */
async function unseen(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    found.push(...(await lookAt(page)).map((one) => `${colorScheme}: ${one}`));
  }
  return found;
}

function lookAt(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
    const canvas = getComputedStyle(document.body).backgroundColor;
    const all = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1,
      );
    const isSeen = (colour: string) => colour !== canvas && !/^(none|rgba\(.*, 0\))$/.test(colour);
    const hasEdge = (one: Element) => {
      const { borderWidth, borderColor, outlineStyle, outlineColor } = getComputedStyle(one);
      const hasBorder = borderWidth !== '0px' && isSeen(borderColor);
      return hasBorder || (outlineStyle === 'solid' && isSeen(outlineColor));
    };
    const lookOf = (one: Element) => {
      const { border, outline, backgroundColor } = getComputedStyle(one);
      return `${border} ${outline} ${backgroundColor}`;
    };
    const name = (one: Element) =>
      `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`.slice(0, 70);

    const controls = all('button, .button, [role=tab], [role=button], [type=submit], header summary, dialog');
    const bare = controls.filter((one) => !hasEdge(one)).map((one) => `no edge: ${name(one)}`);

    const bars = all('[role=progressbar]').filter((one) => {
      const [filling] = one.children;
      return !hasEdge(one) || !filling || !isSeen(getComputedStyle(filling).backgroundColor);
    });

    // a list item shows its state by its first child
    const shownBy = (one: Element) => (one.tagName === 'LI' ? (one.firstElementChild ?? one) : one);
    const states = '[aria-current], [role=tab][aria-selected=true], tbody tr:has([type=checkbox]:checked)';
    const alike = all(states).filter((one) => {
      const peers = [...(one.closest('ol, ul, [role=tablist], tbody')?.querySelectorAll(one.tagName) ?? [])];
      return peers.some((peer) => !peer.matches(states) && lookOf(shownBy(peer)) === lookOf(shownBy(one)));
    });

    const light = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const stands = (colour: string) => {
      const [one, other] = [light(colour), light(canvas)];
      return colour !== 'none' && Math.max(one, other) / Math.min(one, other) >= 3;
    };
    const drawn = all('figure rect, td rect').filter((one) => {
      const { fill, stroke } = getComputedStyle(one);
      return !stands(fill) && !stands(stroke);
    });
    const icons = all('svg').filter((one) => !stands(getComputedStyle(one).color));
    return [
      ...bare,
      ...bars.map(() => 'a bar or its filling'),
      ...alike.map((one) => `like the others: ${name(one)}`),
      ...[...drawn, ...icons].map((one) => `not seen: ${one.outerHTML.slice(0, 150)}`),
    ];
  });
}

for (const viewport of [phone, desktop])
  test(`the wizard at ${viewport.width} px`, async () => {
    await onCleanPage(stage, viewport, async ({ page }) => {
      await openAt(page, stage.server.url, 1, { sets: 5 });
      for (const step of [1, 2, 3, 4, 5]) {
        await atStep(page, step);
        expect({ step, unseen: await unseen(page) }).toEqual({ step, unseen: [] });
        await next(page);
      }
      await atStep(page, 6);
      expect(await unseen(page)).toEqual([]);
      await page.getByRole('button', { name: 'Antrag absenden' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await unseen(page)).toEqual([]);
    });
  });

test('the icon that the browser draws in a date field', async () => {
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
      expect({ colorScheme, seen: !(await shot(44)).equals(await shot(100)) }).toEqual({
        colorScheme,
        seen: true,
      });
    }
  });
});

test('a refused step with its toast, and the question about what is not saved', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 5);
    await control(page, 'IBAN').fill('DE89370400440532013001');
    await next(page);
    await page.getByText('Bitte geben Sie eine gültige IBAN ein.').waitFor();
    expect(await unseen(page)).toEqual([]);
    await page.getByRole('button', { name: 'Später fortsetzen' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await unseen(page)).toEqual([]);
  });
});

for (const viewport of [phone, desktop])
  test(`the landing page with its banner and its menu at ${viewport.width} px`, async () => {
    await onCleanPage(stage, viewport, async ({ page }) => {
      await page.goto(stage.server.url);
      await page.locator('#cookie-banner').waitFor();
      expect(await unseen(page)).toEqual([]);
      await page.getByRole('button', { name: 'Einstellungen', exact: true }).click();
      expect(await unseen(page)).toEqual([]);
      await page.getByRole('button', { name: 'Speichern' }).click();
      if (viewport === phone) await page.locator('header summary').click();
      expect(await unseen(page)).toEqual([]);
    });
  });

test('the screens of staff', async () => {
  const { url } = stage.server;
  await onCleanPage(stage, desktop, async ({ page }) => {
    const id = await openAt(page, url, 6);
    await page.getByRole('button', { name: 'Antrag absenden' }).click();
    await page.getByRole('dialog').waitFor();
    await openAt(page, url, 6);
    await page.goto(url + pages.login);
    expect(await unseen(page)).toEqual([]);
    await enter(page, url);
    await page.goto(url + pages.backoffice);
    await page.getByText('Tag für Tag').first().waitFor();
    expect(await unseen(page)).toEqual([]);
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
      expect({ path, unseen: await unseen(page) }).toEqual({ path, unseen: [] });
    }
    await page.goto(url + pages.backofficeReturns);
    await page.getByLabel('Datei auswählen').waitFor();
    expect(await unseen(page)).toEqual([]);
    await page.goto(url + href(pages.backofficeApplication, { id }));
    await page.getByRole('tab').first().waitFor();
    expect(await unseen(page)).toEqual([]);
  });
  await onCleanPage(stage, phone, async ({ page }) => {
    await enter(page, url);
    await page.goto(url + pages.backofficeCases);
    await page.getByRole('button', { name: 'Menü öffnen' }).click();
    await page.getByRole('button', { name: 'Abmelden' }).waitFor();
    expect(await unseen(page)).toEqual([]);
  });
});
