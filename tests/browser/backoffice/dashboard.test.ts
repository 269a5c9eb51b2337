/** The dashboard in a real browser, for both roles, wide and narrow. */
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Role } from '#domain/backoffice/user';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { johanna } from '#tests/support/people';
import { administrator, bearer, enter, withAdministrator } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setStage(withAdministrator);
const handler = { username: 'lukas', password: 'geheim-genug-2' };
const markup = '<b>Robin</b> & Söhne';
const application = crypto.randomUUID();

async function send(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(stage.server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as { token: string };
}

beforeAll(async () => {
  const { token } = await send(api.login, administrator);
  await send(api.users, handler, bearer(token));
  await send(href(api.set('contact-data'), { id: application }), johanna['contact-data']);
  await send(api.callbackRequests, {
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
test.each(cases)('%s at %d px', async (role, _, who, viewport) => {
  const problems = await onPage(stage, viewport, async ({ page }) => {
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
  expect(problems).toEqual([]);
});

test('the tab stays through a reload and the way back', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
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
  expect(problems).toEqual([]);
});

test('the cards of administrators lead on', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await open(page);
    await page.getByRole('link', { name: 'Benutzerverwaltung' }).click();
    await page.getByRole('heading', { level: 1, name: 'Benutzerverwaltung' }).waitFor();
    for (const name of ['Systemeinstellungen', 'Berichte']) {
      await page.goto(stage.server.url + pages.backoffice);
      await page.getByRole('link', { name }).click();
      await page.getByText('404 Page Not Found').waitFor();
    }
  });
  expect(problems).toEqual([]);
});

test('a server that is away is told in the words of the specification', async () => {
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
    // what was there stays
    expect(await page.getByText(`${application.slice(0, 8)}...`, { exact: true }).isVisible()).toBe(true);
  });
  expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
});
