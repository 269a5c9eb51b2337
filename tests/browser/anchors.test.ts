/** Links to sections of the landing page: the section's top edge stops 80 px below the window's. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { desktop, phone } from '#tests/support/browser';
import { setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();

const sections = [
  ['Vorteile', 'benefits'],
  ['Tarife', 'tariffs'],
  ['Schadensbeispiele', 'examples'],
  ['FAQ', 'faq'],
] as const;

/** Resolves when the section's top edge is at its place, within 1.5 px. */
const arrives = (page: Page, id: string) =>
  page.waitForFunction((section) => {
    const edge = document.getElementById(section)?.getBoundingClientRect().top;
    return edge !== undefined && Math.abs(edge - 80) < 1.5;
  }, id);
const atTop = (page: Page) => page.waitForFunction(() => scrollY === 0);
const link = (page: Page, menu: string, name: string) =>
  page.getByRole('navigation', { name: menu }).getByRole('link', { name });

test('on a phone each entry of the menu leads to its section, also from another page', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(stage.server.url + pages.imprint);
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    for (const [label, id] of sections) {
      await page.locator('header summary').click();
      await link(page, 'Menü', label).click();
      await arrives(page, id);
      expect(page.url()).toBe(`${stage.server.url}/#${id}`);
      expect(await page.locator('header details[open]').count()).toBe(0);
    }
  });
});

test('an address with a section opens there, and each entry of the wide menu leads to its own', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    for (const [, id] of sections) {
      // another address each time, so that the page is loaded anew
      await page.goto(`${stage.server.url}/?source=${id}#${id}`);
      await arrives(page, id);
    }
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    for (const [label, id] of sections) {
      await link(page, 'Hauptmenü', label).click();
      await arrives(page, id);
      expect(new URL(page.url()).hash).toBe(`#${id}`);
    }
  });
});

test('an address without its section, and the logo, lead to the top of the page', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url);
    await page.evaluate(() => scrollTo(0, 700));
    await link(page, 'Hauptmenü', 'FAQ').click();
    await arrives(page, 'faq');
    await page.goBack();
    await page.waitForFunction(() => location.hash === '');
    await atTop(page);
    await page.goto(`${stage.server.url}/#tariffs`);
    await arrives(page, 'tariffs');
    await page.evaluate(() => {
      location.hash = '';
    });
    await atTop(page);
    await page.goto(`${stage.server.url}/#faq`);
    await arrives(page, 'faq');
    await page.getByRole('link', { name: 'Sattelfest OP-Schutz für Pferde' }).click();
    await page.waitForURL(`${stage.server.url}/`);
    await atTop(page);
  });
});
