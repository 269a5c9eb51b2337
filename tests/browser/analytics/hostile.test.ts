/** The analytics script gets the events and nothing else, however hostile it is. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api } from '#domain/urls';
import { callbackFormHydrated, desktop } from '#tests/support/browser';
import { control, openAt } from '#tests/support/journey';
import { enter } from '#tests/support/staff';
import { onPage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { attack, type Loot } from './hostile-script';
import { eventsOf, frames, setThirdParty } from './third-party';

setDefaultTimeout(90_000);
const { stage, calls, told, send, hold, agree } = setThirdParty();

/** Lets the script attack the page, and returns what it got. */
async function attacked(page: Page, open: () => Promise<void>): Promise<Loot> {
  const release = hold();
  send(`(${attack})(${JSON.stringify(stage.server.url)})`);
  await open();
  await frames(page).waitFor({ state: 'attached' });
  const [address, shown] = [page.url(), await page.title()];
  release();
  await until(() => told('/loot').length > 0);
  expect([page.url(), await page.title()]).toEqual([address, shown]);
  expect(page.context().pages()).toHaveLength(1);
  return JSON.parse(told('/loot')[0] ?? '{}');
}

function expectNothing({ origin, ...loot }: Loot) {
  expect(origin).toBe('null');
  expect(Object.keys(loot).length).toBeGreaterThan(18);
  expect(Object.entries(loot).filter(([, got]) => got !== null)).toEqual([]);
  // no window, form or link of the script has reached its server either
  expect(new Set(calls.map(({ path }) => path))).toEqual(new Set(['/count.js', '/loot']));
  expect(calls.filter(({ referrer, cookie }) => referrer !== null || cookie !== null)).toEqual([]);
}

describe('a hostile script gets nothing', () => {
  test('from the landing page, with a filled form and the session of staff in the same browser', async () => {
    await onPage(stage, desktop, async ({ page }) => {
      const token = await enter(page, stage.server.url);
      await agree(page);
      const loot = await attacked(page, async () => {
        await page.goto(stage.server.url);
        await page.locator('#callback').scrollIntoViewIfNeeded();
        await callbackFormHydrated(page);
        await page.getByLabel('Telefon').fill('030 23125 106');
      });
      expectNothing(loot);
      expect(await page.getByLabel('Telefon').inputValue()).toBe('030 23125 106');
      expect(JSON.stringify(calls)).not.toMatch(/23125/);
      expect(JSON.stringify(calls)).not.toContain(token);
      // the page takes no message for an event
      expect(await eventsOf(page)).not.toContain('spy');
    });
  });

  test('from the bank form of an application, or of its address and cookie', async () => {
    await onPage(stage, desktop, async ({ page, context }) => {
      await agree(page);
      let id = '';
      const loot = await attacked(page, async () => {
        id = await openAt(page, stage.server.url, 5);
        await control(page, 'IBAN').fill('DE89 3704 0044 0532 0130 00');
      });
      expectNothing(loot);
      expect(await control(page, 'IBAN').inputValue()).toStartWith('DE89');
      const [author] = await context.cookies();
      expect(author?.value.length).toBeGreaterThan(18);
      for (const secret of [id, author?.value ?? '-', 'DE89', '0130', 'Sommer'])
        expect(JSON.stringify(calls)).not.toContain(secret);
      // and it is still the page of the visitor
      await until(async () => (await control(page, 'BIC').inputValue()) !== '');
    });
  });

  test('from our API, even if no policy kept it from calling', async () => {
    const context = await stage.browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    try {
      const answers: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.startsWith('/api/'))
          answers.push(`${response.request().method()} ${pathname} ${response.status()}`);
      });
      await agree(page);
      const loot = await attacked(page, async () => {
        await page.goto(`${stage.server.url}/impressum`);
      });
      expect(loot).toMatchObject({
        origin: 'null',
        'API, with cookies': null,
        'API, writing': null,
        'API, unread': null,
        'our page, with cookies': null,
      });
      // a call without a preflight does reach the server, which refuses to write
      expect(answers).toContain(`POST ${api.callbackRequests} 403`);
      expect(answers.filter((answer) => /^POST .* 2/.test(answer))).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
