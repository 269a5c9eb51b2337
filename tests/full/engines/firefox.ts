/** Debian's Firefox ESR without a window. It speaks WebDriver BiDi itself, so it needs no driver beside it. */
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import type { Control, Tab } from './tab';

export async function openFirefox(): Promise<Tab> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    // a smooth scroll moves buttons away between mouse down and mouse up
    extraPrefsFirefox: { 'intl.accept_languages': 'de-DE, de', 'ui.prefersReducedMotion': 1 },
  });
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return {
    problems,
    open: async (url) => void (await page.goto(url)),
    element: async (script, ...texts) => {
      const found = (await page.evaluateHandle(script, ...texts)).asElement();
      return found ? controlOf(found as ElementHandle<Element>) : null;
    },
    close: () => browser.close(),
  };
}

function controlOf(element: ElementHandle<Element>): Control {
  return {
    value: () => element.evaluate((one) => (one as HTMLInputElement).value),
    click: () => element.click(),
    type: (text) => element.type(text),
    choose: async (value) => void (await element.select(value)),
  };
}
