/** Debian's Chromium, driven by playwright-core, and checks for every page. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { killAtEnd, lastingFolder } from './lifeline';

const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Headless Chromium takes 40 % of the processor time for the same pages. */
const withoutWindow = ['/usr/bin/chromium-headless-shell', ...whole];
const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-gpu',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

export function openBrowser(): Promise<Browser> {
  return launch(withoutWindow, flags);
}

let shared: Promise<Browser> | undefined;

/** One browser for all files that this process runs. It ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openShared();
  return shared;
}

async function openShared(): Promise<Browser> {
  // the profile is below it
  process.env.TMPDIR = lastingFolder();
  const browser = await openBrowser();
  const debug = await browser.newBrowserCDPSession();
  const { processInfo } = await debug.send('SystemInfo.getProcessInfo');
  for (const { id, type } of processInfo) if (type === 'browser') killAtEnd(id);
  await debug.detach();
  return browser;
}

/** Starts the browser with a window, as visitors have it: for measurements. */
export function openWholeBrowser(...more: string[]): Promise<Browser> {
  return launch(whole, [...flags, ...more]);
}

/** What `chromium` needs to start the browser with a window, for a profile of its own. */
export const wholeBrowser = () => startOf(whole, flags);

async function launch(executables: string[], args: string[]): Promise<Browser> {
  // loaded here, because it remembers the folder of the temporary files
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch(startOf(executables, args));
  const newContext = browser.newContext.bind(browser);
  // a smooth scroll moves buttons away between mouse down and mouse up
  browser.newContext = (options) => newContext({ reducedMotion: 'reduce', ...options });
  return browser;
}

function startOf(executables: string[], args: string[]) {
  const executablePath = executables.find((path) => existsSync(path));
  if (!executablePath)
    throw new Error('Browser tests need Chromium: run `sh .ci/test` or install the package chromium');
  // Chromium takes the order of date fields from this variable: month, day, year
  const env = { ...process.env, LANGUAGE: 'en_US' };
  return { executablePath, args, env };
}

export type Viewport = { width: number; height: number };
export type Watched = { page: Page; context: BrowserContext; problems: string[] };

/** A new browser profile with one page; `problems` collects errors, failed hydration and CSP violations. */
export async function openPage(browser: Browser, viewport: Viewport): Promise<Watched> {
  const context = await browser.newContext({
    viewport,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  return { page, context, problems: watch(page) };
}

export function watch(page: Page): string[] {
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    // the browser reports each 404 as an error, and a new application has no data yet
    const expected = /status of 404/.test(message.text());
    if (message.type() === 'error' && !expected) problems.push(`console: ${message.text()}`);
  });
  return problems;
}

/** Waits until React has hydrated the callback form. Until then its button sends the form without script. */
export async function callbackFormHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector('#callback form');
    return form && Object.keys(form).some((key) => key.startsWith('__reactProps'));
  });
}

/** The problems that the test did not cause on purpose. */
export function unprovoked(problems: string[], provoked: RegExp): string[] {
  return problems.filter((problem) => !provoked.test(problem));
}

const axeSource = await Bun.file(createRequire(import.meta.url).resolve('axe-core/axe.min.js')).text();

/** Ends what moves on the page, but for what moves for ever. Who waits instead may wait for a frame that never comes. */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.getAnimations())
      if (one.effect?.getTiming().iterations !== Infinity) one.finish();
  });
}

/** Violations that axe finds on the current page, one line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  // evaluated through the debugger, because the policy of the page forbids the script
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // text in a fade has too little contrast
  await endAnimations(page);
  return await page.evaluate(async () => {
    const axe = Reflect.get(window, 'axe') as {
      run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
    // the other results would list every element that passed
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    // axe lets a table be without a name, and screen readers list tables by it
    const unnamed = document.querySelectorAll<HTMLTableElement>(
      'table:not([aria-label], [aria-labelledby], :has(> caption))',
    );
    return [
      ...violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      ),
      ...Array.from(unnamed, ({ textContent }) => `table without a name: ${textContent.slice(0, 120)}`),
    ];
  });
}
