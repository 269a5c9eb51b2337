/** The dashboard in a real browser, for both roles, wide and narrow. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Role } from '#domain/accounts/user';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { johanna } from '#tests/support/people';
import { administrator, bearer, call, enter, tokenOf } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';

setDefaultTimeout(90_000);
const stage = setStage();
const handler = { username: 'lukas', password: 'geheim-genug-2' };
const markup = '<b>Robin</b> & Söhne';
const application = crypto.randomUUID();

beforeAll(async () => {
  const { url } = stage.server;
  await call(url, 'POST', api.users, handler, bearer(await tokenOf(url)));
  await call(url, 'POST', href(api.set('contact-data'), { id: application }), johanna['contact-data']);
  await call(url, 'POST', api.callbackRequests, {
    name: markup,
    phone: '030 23125 100',
    email: 'robin@post.example',
    preferredTime: '',
    dataProcessingConsent: true,
  });
}, 60_000);

async function open(page: Page, who = administrator, search = '') {
  await enter(page, stage.server.url, who);
  await page.goto(stage.server.url + pages.backoffice + search);
  await page.getByText('Anträge gesamt', { exact: true }).waitFor();
}

const cases: [Role, number, typeof handler, typeof desktop][] = [
  ['admin', 1440, administrator, desktop],
  ['admin', 390, administrator, phone],
  ['sachbearbeiter', 1440, handler, desktop],
  ['sachbearbeiter', 390, handler, phone],
];
test.each(cases)(
  'the role %s sees its dashboard at %d px, without accessibility violations',
  async (role, _, who, viewport) => {
    await onCleanPage(stage, viewport, async ({ page }) => {
      await open(page, who);
      await page.getByText(/^Letztes Update: \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}$/).waitFor();
      await page.getByText(`${application.slice(0, 8)}...`, { exact: true }).waitFor();
      await page.getByText('1/6', { exact: true }).waitFor();
      const areas = await page.getByRole('heading', { name: 'Administrator-Bereich' }).count();
      expect(areas).toBe(role === 'admin' ? 1 : 0);
      expect(await axeViolations(page)).toEqual([]);
      await page.getByText('Als Tabelle anzeigen').click();
      await page.getByRole('tab', { name: 'Rückrufwünsche' }).click();
      await page.getByText(markup, { exact: true }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });
  },
);

test('the chosen tab survives a reload and the back button', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await open(page);
    await page.getByRole('tab', { name: 'Neueste Anträge' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/\?tab=callbacks$/);
    await page.reload();
    await page.getByText(markup, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Zur vollständigen Liste' }).click();
    await page.waitForURL(stage.server.url + pages.backofficeCallbacks);
    await page.goBack();
    await page.getByRole('tab', { name: 'Rückrufwünsche', selected: true }).waitFor();
  });
});

test('the cards for administrators link to their pages', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await open(page);
    await page.getByRole('link', { name: 'Benutzerverwaltung' }).click();
    await page.getByRole('heading', { level: 1, name: 'Benutzerverwaltung' }).waitFor();
    for (const name of ['Systemeinstellungen', 'Berichte']) {
      await page.goto(stage.server.url + pages.backoffice);
      await page.getByRole('link', { name }).click();
      await page.getByText('404 Page Not Found').waitFor();
    }
  });
});

test('an unreachable server shows an error, offers a retry and keeps the loaded data', async () => {
  const problems = await onPage(stage, phone, async ({ page }) => {
    await enter(page, stage.server.url);
    const call = `**${api.dashboard}`;
    await page.route(call, (route) => route.abort());
    await page.goto(stage.server.url + pages.backoffice);
    await page.getByText('Error loading dashboard data', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.unroute(call);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.getByText('Anträge gesamt', { exact: true }).waitFor();
    await page.route(call, (route) => route.abort());
    await page.getByRole('button', { name: 'Aktualisieren' }).click();
    await page.getByText('Error loading dashboard data', { exact: true }).waitFor();
    // the loaded data stays
    expect(await page.getByText(`${application.slice(0, 8)}...`, { exact: true }).isVisible()).toBe(true);
  });
  expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
});
