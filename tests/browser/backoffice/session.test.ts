/** Signing in and out, access to the pages, and the navigation of the backoffice. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { axeViolations, desktop, phone, unprovoked } from '#tests/support/browser';
import { administrator, enter, hire } from '#tests/support/staff';
import { onPage, setStage } from '#tests/support/stage';
import { onCleanPage } from '../page-checks';

setDefaultTimeout(90_000);
const stage = setStage();
let lukas = administrator;
beforeAll(async () => {
  lukas = await hire(stage.server.url, 'lukas.weber');
}, 30_000);

const at = (path: string) => stage.server.url + path;
const loginShown = (page: Page) => page.getByRole('heading', { name: 'Backoffice Anmeldung' }).waitFor();
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const keptToken = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));
const nav = (page: Page) => page.getByRole('navigation', { name: 'Backoffice' });

/** Opens a screen as a signed-in user. */
async function openAs(page: Page, path: string = pages.backoffice, who = administrator) {
  await enter(page, stage.server.url, who);
  await page.goto(at(path));
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Counts the calls of an API path from now on. */
function counted(page: Page | BrowserContext, path: string): { count: number } {
  const calls = { count: 0 };
  page.on('request', (request: { url(): string }) => {
    if (new URL(request.url()).pathname === path) calls.count += 1;
  });
  return calls;
}

describe('the login', () => {
  test('reports missing entries and a wrong password, and opens the backoffice with the right one', async () => {
    const problems = await onPage(stage, desktop, async ({ page }) => {
      await page.goto(at(pages.login));
      await loginShown(page);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByText('Benutzername ist erforderlich').waitFor();
      await page.getByText('Passwort ist erforderlich').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByLabel('Benutzername').fill('admin');
      await page.getByLabel('Passwort').fill('falsch');
      await page.keyboard.press('Enter');
      await page.getByText('Ungültiger Benutzername oder Passwort').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByLabel('Passwort').fill(administrator.password);
      await page.getByRole('button', { name: 'Anzeigen' }).click();
      expect(await page.getByLabel('Passwort').getAttribute('type')).toBe('text');
      await page.getByRole('button', { name: 'Verbergen' }).click();
      expect(await page.getByLabel('Passwort').getAttribute('type')).toBe('password');
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.waitForURL(at(pages.backoffice));
      await titled(page, 'Dashboard');
      expect(await keptToken(page)).toBeTruthy();
    });
    expect(unprovoked(problems, /status of 401/)).toEqual([]);
  });

  test('says that it failed and keeps the entries when the server is unreachable', async () => {
    const problems = await onPage(stage, phone, async ({ page }) => {
      await page.goto(at(pages.login));
      await loginShown(page);
      await page.route(`**${api.login}`, (route) => route.abort());
      await page.getByLabel('Benutzername').fill('admin');
      await page.getByLabel('Passwort').fill(administrator.password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByText('Anmeldung fehlgeschlagen').waitFor();
      expect(await page.getByLabel('Passwort').inputValue()).toBe(administrator.password);
    });
    expect(unprovoked(problems, /ERR_FAILED/)).toEqual([]);
  });

  test('keeps the session of another window after a wrong password', async () => {
    const problems = await onPage(stage, desktop, async ({ page, context }) => {
      await openAs(page);
      const other = await context.newPage();
      await other.goto(at(pages.login));
      await loginShown(other);
      await other.getByLabel('Benutzername').fill('admin');
      await other.getByLabel('Passwort').fill('falsch');
      await other.getByRole('button', { name: 'Anmelden' }).click();
      await other.getByText('Ungültiger Benutzername oder Passwort').waitFor();
      expect(await keptToken(page)).toBeTruthy();
      await nav(page).getByRole('link', { name: 'Rückrufe' }).click();
      await titled(page, 'Rückruf-Anfragen');
    });
    expect(unprovoked(problems, /status of 401/)).toEqual([]);
  });
});

describe('the pages of the backoffice', () => {
  test.each([
    pages.backoffice,
    pages.backofficeApplications,
    pages.backofficeCallbacks,
    pages.backofficeEmailLogs,
    pages.backofficeUsers,
    pages.backofficePassword,
  ])('redirect %s to the login without a token', async (path) => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      const calls = counted(page, api.currentUser);
      await page.goto(at(path));
      await page.waitForURL(at(pages.login));
      await loginShown(page);
      expect(calls.count).toBe(0);
    });
  });

  test('delete an invalid token and show the login', async () => {
    const problems = await onPage(stage, desktop, async ({ page }) => {
      await page.goto(at('/robots.txt'));
      await page.evaluate(() => localStorage.setItem('auth_token', 'kein.echter.token'));
      await page.goto(at(pages.backofficeUsers));
      await loginShown(page);
      expect(new URL(page.url()).pathname).toBe(pages.login);
      expect(await keptToken(page)).toBeNull();
    });
    expect(unprovoked(problems, /status of 401/)).toEqual([]);
  });

  test.each([
    [
      'responds with 500',
      (page: Page) => page.route(`**${api.currentUser}`, (route) => route.fulfill({ status: 500 })),
    ],
    ['is unreachable', (page: Page) => page.route(`**${api.currentUser}`, (route) => route.abort())],
  ])('end the session when the server %s', async (_, prepare) => {
    const problems = await onPage(stage, desktop, async ({ page }) => {
      await enter(page, stage.server.url);
      await prepare(page);
      await page.goto(at(pages.backoffice));
      await loginShown(page);
      expect(await keptToken(page)).toBeNull();
    });
    expect(unprovoked(problems, /status of 500|ERR_FAILED/)).toEqual([]);
  });

  test('load the current user at most once in five minutes', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      await page.clock.install();
      const calls = counted(page, api.currentUser);
      await openAs(page);
      await nav(page).getByRole('link', { name: 'Rückrufe' }).click();
      await titled(page, 'Rückruf-Anfragen');
      await page.clock.fastForward('04:30');
      await nav(page).getByRole('link', { name: 'E-Mail-Log' }).click();
      await titled(page, 'E-Mail-Log');
      expect(calls.count).toBe(1);
      await page.clock.fastForward('01:00');
      const again = page.waitForRequest(`**${api.currentUser}`);
      await nav(page).getByRole('link', { name: 'Rückrufe' }).click();
      await again;
      await titled(page, 'Rückruf-Anfragen');
      expect(calls.count).toBe(2);
    });
  });
});

// ASVS 7.4.4
test('signing out deletes the token, and the back button shows only the login', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAs(page, pages.backofficeCallbacks);
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await loginShown(page);
    expect(await keptToken(page)).toBeNull();
    await page.goBack();
    await loginShown(page);
    expect(new URL(page.url()).pathname).toBe(pages.login);
  });
});

// ASVS 14.3.1
test('signing out in one window signs out the others', async () => {
  await onCleanPage(stage, desktop, async ({ page, context }) => {
    await openAs(page);
    const other = await context.newPage();
    await other.goto(at(pages.backofficeEmailLogs));
    await titled(other, 'E-Mail-Log');
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await loginShown(other);
    expect(new URL(other.url()).pathname).toBe(pages.login);
  });
});

describe('the navigation', () => {
  const admins = [
    ...[
      'Dashboard',
      'Anträge',
      'Vorgänge',
      'Rückmeldungen',
      'Rückrufe',
      'Vorbereitet',
      'Angebote',
      'Widerrufe',
    ],
    ...['E-Mail-Log', 'Benutzer'],
  ];
  const links = (page: Page) => nav(page).getByRole('link').allTextContents();

  test('has all links for an administrator, and marks the current page', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      await openAs(page);
      expect(await links(page)).toEqual(admins);
      await page.getByText('Administrator', { exact: true }).waitFor();
      // a page may have a navigation of its own, as that of the cases has for its views
      const current = page.locator('[aria-current=page]:not(main *)');
      for (const name of [...admins, 'Password ändern']) {
        await page.getByRole('link', { name, exact: true }).first().click();
        await page.waitForFunction(
          (wanted) => document.querySelector('[aria-current=page]')?.textContent === wanted,
          name,
        );
        expect(await current.count()).toBe(1);
      }
      await page.goto(at(href(pages.backofficeApplication, { id: crypto.randomUUID() })));
      await page.waitForFunction(
        () => document.querySelector('[aria-current=page]')?.textContent === 'Anträge',
      );
    });
  });

  test('has all links but the accounts for a case handler', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      await openAs(page, pages.backoffice, lukas);
      expect(await links(page)).toEqual(admins.slice(0, -1));
      await page.getByText('lukas.weber').waitFor();
      await page.getByText('Sachbearbeiter', { exact: true }).waitFor();
    });
  });

  test('is a menu on a phone, which every link, Escape, a tap outside and a wider window close', async () => {
    await onCleanPage(stage, phone, async ({ page }) => {
      await openAs(page, pages.backofficeCallbacks);
      const opener = page.getByRole('button', { name: 'Menü öffnen' });
      const closed = () => nav(page).waitFor({ state: 'hidden' });
      expect(await nav(page).isVisible()).toBe(false);
      await opener.click();
      await nav(page).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.locator('main').getAttribute('inert')).not.toBeNull();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Dashboard');
      await page.keyboard.press('Escape');
      await closed();
      expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
      expect(await page.locator('main').getAttribute('inert')).toBeNull();
      // a link to the current screen
      await opener.click();
      await nav(page).getByRole('link', { name: 'Rückrufe' }).click();
      await closed();
      await opener.click();
      await nav(page).getByRole('link', { name: 'E-Mail-Log' }).click();
      await titled(page, 'E-Mail-Log');
      await closed();
      await opener.click();
      await page.mouse.click(380, 700);
      await closed();
      await opener.click();
      await page.setViewportSize(desktop);
      await page.waitForFunction(() => !document.querySelector('main')?.hasAttribute('inert'));
    });
  });
});
