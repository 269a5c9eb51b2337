/** The frame of the analytics script: when it is there, and which events it gets. */
// ASVS 3.5.5
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { desktop } from '#tests/support/browser';
import { atStep, fillHorse, next } from '#tests/support/journey';
import { administrator } from '#tests/support/staff';
import { onPage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { onCleanPage } from '../page-checks';
import { eventsOf, frames, setThirdParty } from './third-party';

setDefaultTimeout(90_000);
const { stage, calls, told, send, hold, agree, knowsAll } = setThirdParty();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

// ASVS 3.4.5
test('the frame is asked for without a referrer, so it does not know the address of the page', async () => {
  const asked: (string | undefined)[] = [];
  await onCleanPage(stage, desktop, async ({ page }) => {
    await agree(page);
    page.on('request', (request) => {
      if (request.url().endsWith(pages.analyticsFrame)) asked.push(request.headers().referer);
    });
    for (const path of ['/?source=messe', href(pages.application, { id: crypto.randomUUID() })]) {
      calls.length = 0;
      await page.goto(stage.server.url + path);
      await until(() => told('/events').length > 0);
    }
  });
  expect(asked).toEqual([undefined, undefined]);
});

describe('opened directly', () => {
  test('the frame has an origin of its own, no cookies and no storage, and runs no third-party script', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      await agree(page);
      const opened = await page.goto(stage.server.url + pages.analyticsFrame);
      expect(opened?.status()).toBe(200);
      const found = await page.evaluate(() => {
        const refused = (read: () => unknown) => {
          try {
            read();
            return false;
          } catch (error) {
            return error instanceof DOMException && error.name;
          }
        };
        return [
          self.origin,
          refused(() => document.cookie),
          refused(() => localStorage),
          refused(() => sessionStorage),
          document.querySelectorAll('script').length,
        ];
      });
      expect(found).toEqual(['null', 'SecurityError', 'SecurityError', 'SecurityError', 1]);
    });
    expect(calls).toEqual([]);
  });
});

describe('the events', () => {
  test('reach the script in their order, also those from before it was loaded, and without ids', async () => {
    const release = hold();
    await onCleanPage(stage, desktop, async ({ page }) => {
      await agree(page);
      await page.goto(`${stage.server.url}/calculator`);
      await atStep(page, 1);
      await fillHorse(page);
      await page.getByLabel('Name des Pferdes').fill('');
      await next(page);
      await page.getByText('Bitte geben Sie den Namen Ihres Pferdes ein').first().waitFor();
      expect(told('/events')).toEqual([]);
      release();
      const before = await knowsAll(page);
      expect(before.map(({ event }) => event)).toEqual([
        'page_view',
        'virtual_page_view',
        'form_step_view',
        'form_error',
      ]);
      await fillHorse(page);
      await next(page);
      await atStep(page, 2);
      const all = await knowsAll(page);
      expect(all.map(({ event }) => event).slice(4)).toEqual([
        'application_created',
        'form_step_complete',
        'form_step_leave',
        'form_step_view',
      ]);
      // one more event each time, never one twice
      const lengths = told('/events').map((body) => JSON.parse(body).length);
      expect(lengths).toEqual(lengths.map((_, index) => 4 + index));
      const id = page.url().split('/').at(-1) ?? '?';
      expect(JSON.stringify(calls)).not.toContain(id);
      expect(told('/events').at(-1)).toContain('"page_path":"/application/:id"');
    });
  });

  test('wait for a frame that is slow to load', async () => {
    const gate = Promise.withResolvers<void>();
    await onCleanPage(stage, desktop, async ({ page }) => {
      await agree(page);
      await page.route(`**${pages.analyticsFrame}`, async (route) => {
        await gate.promise;
        await route.continue();
      });
      await page.goto(`${stage.server.url}/calculator`, { waitUntil: 'commit' });
      await atStep(page, 1);
      await next(page);
      await until(async () => (await eventsOf(page)).includes('form_error'));
      expect(calls).toEqual([]);
      gate.resolve();
      expect((await knowsAll(page)).map(({ event }) => event)).toEqual([
        'page_view',
        'virtual_page_view',
        'form_step_view',
        'form_error',
      ]);
    });
  });
});

describe('without consent there is no frame', () => {
  test('before a choice, and after it was refused', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      for (const path of [pages.home, pages.imprint, '/calculator']) {
        await page.goto(stage.server.url + path);
        await page.getByRole('button', { name: 'Cookie-Einstellungen' }).waitFor();
        expect(await frames(page).count()).toBe(0);
      }
      await page.goto(stage.server.url);
      await press(page, 'Alle ablehnen');
      expect(await frames(page).count()).toBe(0);
      await page.reload();
      expect(await frames(page).count()).toBe(0);
    });
    expect(calls).toEqual([]);
  });

  test.each(['/calculator', '/impressum'])(
    'on %s refusing removes it with all that its script does',
    async (path) => {
      send(`const home = document.currentScript.src; setInterval(() => fetch(new URL('/beat', home)), 10);`);
      await onPage(stage, desktop, async ({ page }) => {
        await agree(page);
        await page.goto(stage.server.url + path);
        await until(() => told('/beat').length > 3);
        await press(page, 'Cookie-Einstellungen');
        await press(page, 'Alle ablehnen');
        expect(await frames(page).count()).toBe(0);
        expect(page.frames()).toHaveLength(1);
        expect(await eventsOf(page)).toBe('[]');
        // what was on its way has arrived when two more pages are shown
        await page.reload();
        const beats = told('/beat').length;
        await page.reload();
        await page.getByRole('button', { name: 'Cookie-Einstellungen' }).waitFor();
        expect(told('/beat')).toHaveLength(beats);
        expect([await frames(page).count(), await eventsOf(page)]).toEqual([0, '[]']);
      });
    },
  );

  test('withdrawing it in one tab removes the frame of the other, and no event follows', async () => {
    await onCleanPage(stage, desktop, async ({ page, context }) => {
      await agree(page);
      await page.goto(`${stage.server.url}/calculator`);
      await atStep(page, 1);
      await knowsAll(page);
      const other = await context.newPage();
      await other.goto(`${stage.server.url}/impressum`);
      await press(other, 'Cookie-Einstellungen');
      await press(other, 'Alle ablehnen');
      await frames(page).waitFor({ state: 'detached' });
      calls.length = 0;
      await next(page);
      await page.getByText('Bitte geben Sie den Namen Ihres Pferdes ein').first().waitFor();
      expect(await eventsOf(page)).toBe('[]');
      expect(calls).toEqual([]);
    });
  });

  test('a page that the browser shows again from memory removes the frame', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      await agree(page);
      await page.goto(`${stage.server.url}/impressum`);
      await knowsAll(page);
      // such a page does not hear of a choice on the page after it
      await page.evaluate(() => {
        localStorage.clear();
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
      expect(await frames(page).count()).toBe(0);
    });
  });

  test('accepting again after refusing opens one new frame with new events', async () => {
    await onCleanPage(stage, desktop, async ({ page }) => {
      await page.goto(`${stage.server.url}/impressum`);
      for (const choice of ['Alle akzeptieren', 'Alle ablehnen', 'Alle akzeptieren', 'Alle akzeptieren']) {
        const banner = page.getByRole('button', { name: choice, exact: true });
        if (!(await banner.isVisible())) await press(page, 'Cookie-Einstellungen');
        await banner.click();
      }
      expect(await frames(page).count()).toBe(1);
      const events = await knowsAll(page);
      expect(events.map(({ event }) => event)).toEqual(['page_view', 'virtual_page_view']);
    });
  });
});

test('the login and the backoffice have no frame, whatever the visitor has chosen before', async () => {
  await onPage(stage, desktop, async ({ page }) => {
    await agree(page);
    await page.goto(stage.server.url + pages.login);
    await page.getByLabel('Benutzername').fill(administrator.username);
    expect(await frames(page).count()).toBe(0);
    await page.getByLabel('Passwort', { exact: true }).fill(administrator.password);
    await press(page, 'Anmelden');
    await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();
    expect(await frames(page).count()).toBe(0);
    await page.goto(stage.server.url + pages.backofficeApplications);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await frames(page).count()).toBe(0);
  });
  expect(calls).toEqual([]);
});

test('the frame is invisible: nothing moves, and neither keyboard nor screen reader reaches it', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(`${stage.server.url}/impressum`);
    const size = () => page.evaluate(() => [document.body.scrollWidth, document.body.scrollHeight]);
    await press(page, 'Alle ablehnen');
    const before = [await size(), await page.locator('body').ariaSnapshot()];
    await press(page, 'Cookie-Einstellungen');
    await press(page, 'Alle akzeptieren');
    await knowsAll(page);
    expect([await size(), await page.locator('body').ariaSnapshot()]).toEqual(before);
    expect(await frames(page).boundingBox()).toBeNull();
    expect(await frames(page).getAttribute('sandbox')).toBe('allow-scripts');
  });
});
