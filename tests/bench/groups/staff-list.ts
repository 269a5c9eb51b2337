import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { desktop, openPage, openWholeBrowser } from '#tests/support/browser';
import type { RunningServer } from '#tests/support/server';
import { enter } from '#tests/support/staff';
import { withCrowd } from '../crowd';
import { median, repeat } from '../rounds';
import { atMost, type Group, type Row } from '../row';

const applications = 100_000;
const rounds = 3;

/** The staff's list of all applications, in a real browser. */
export const staffList: Group = { name: 'staff-list', measure: () => withCrowd(applications, measure) };

async function measure({ url }: RunningServer): Promise<Row[]> {
  const browser = await openWholeBrowser();
  try {
    const { page } = await openPage(browser, desktop);
    await enter(page, url);
    const named = (what: string) => `list of 100,000 applications: ${what}`;
    const opened = await repeat(rounds, () => timeToUse(page, url + pages.backofficeApplications));
    const keys = await keystrokes(page);
    const sorted = await repeat(rounds, () => timeToSort(page));
    const busy = await privateMegabytes(page);
    // the browser would collect the garbage of three loads only when it needs the memory
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    return [
      atMost(2000, { name: named('usable after navigation'), value: median(opened), unit: 'ms' }),
      atMost(50, {
        name: named('a keystroke until the next frame'),
        value: median(keys),
        unit: 'ms',
        note: `each of ${keys.map((key) => key.toFixed(0)).join(', ')} ms`,
      }),
      atMost(150, { name: named('sorted after a click'), value: median(sorted), unit: 'ms' }),
      atMost(250, {
        name: named("the tab's own memory"),
        value: await privateMegabytes(page),
        unit: 'MB',
        note: `without garbage; ${busy.toFixed(0)} MB with that of three loads, a search and three sorts`,
      }),
    ];
  } finally {
    await browser.close();
  }
}

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Anträge' }).locator('tbody tr');

async function timeToUse(page: Page, address: string): Promise<number> {
  const begun = performance.now();
  await page.goto(address);
  await rowsOf(page).nth(5).waitFor();
  await page.getByPlaceholder('Antrag-ID suchen...').click();
  return performance.now() - begun;
}

/** The times from each key to the frame that shows it, by the page's clock. */
async function keystrokes(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    document.addEventListener(
      'keydown',
      (event) =>
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - event.timeStamp))),
      true,
    );
  });
  const search = page.getByPlaceholder('Antrag-ID suchen...');
  await search.pressSequentially('reiter99', { delay: 150 });
  const times = await page.waitForFunction(() => {
    const found: unknown = Reflect.get(window, 'keyTimes');
    return Array.isArray(found) && found.length >= 8 ? found : null;
  });
  await search.fill('');
  await rowsOf(page).nth(5).waitFor();
  return (await times.jsonValue()) as number[];
}

/** The time from a click on the heading of a column to the frame that shows other rows. */
async function timeToSort(page: Page): Promise<number> {
  const head = page
    .getByRole('table', { name: 'Anträge' })
    .getByRole('columnheader')
    .getByRole('button')
    .first();
  await head.evaluate((button) => {
    Object.assign(window, { sortedAfter: null });
    const first = () => document.querySelector('table[aria-label="Anträge"] tbody')?.textContent;
    button.addEventListener(
      'click',
      ({ timeStamp }) => {
        const before = first();
        const look = () => {
          if (first() === before) requestAnimationFrame(look);
          else setTimeout(() => Object.assign(window, { sortedAfter: performance.now() - timeStamp }));
        };
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
  await head.click();
  const after = await page.waitForFunction(() => Reflect.get(window, 'sortedAfter'));
  return (await after.jsonValue()) as number;
}

/** The renderer's private memory: heap, copies and layout, without the browser's own code. */
async function privateMegabytes(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const sizes = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const status = await Bun.file(`/proc/${id}/status`).text();
        return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
      }),
  );
  return Math.max(...sizes);
}
