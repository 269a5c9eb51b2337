/** Public pages: accessibility, layout shifts, accordion, calculator and paths. For 320 px see narrow.test.ts. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { connect } from 'node:net';
import { indexed } from '#server/features/pages/crawlers';
import { axeViolations, desktop, phone } from '#tests/support/browser';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();
const paths = [...indexed, '/gibt-es-nicht'];

for (const viewport of [desktop, phone]) {
  for (const path of paths) {
    test(`axe finds no violations on ${path} at ${viewport.width} px`, async () => {
      await onPage(stage, viewport, async ({ page }) => {
        await page.goto(stage.server.url + path);
        expect(await axeViolations(page)).toEqual([]);
        if (viewport !== desktop) {
          await page.locator('header summary').click();
          await page.getByRole('navigation', { name: 'Menü' }).waitFor();
          expect(await axeViolations(page)).toEqual([]);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      });
    });
  }

  test(`nothing on the landing page moves or is too wide at ${viewport.width} px, also while it is hydrated`, async () => {
    await onCleanPage(stage, viewport, async ({ page }) => {
      await page.goto(stage.server.url);
      await page.getByRole('button', { name: 'Alle ablehnen' }).click();
      // with the fonts in the cache: one that loads late would replace another one and move the text
      await page.evaluate(async () => void (await document.fonts.ready));
      await page.reload();
      for (const island of ['tariffs', 'callback']) {
        await page.locator(`[data-island=${island}]`).scrollIntoViewIfNeeded();
        await page.waitForFunction(
          (name) =>
            Object.keys(document.querySelector(`[data-island=${name}]`) ?? {}).some((key) =>
              key.startsWith('__react'),
            ),
          island,
        );
      }
      const shifts = await page.evaluate(
        () =>
          new Promise<number[]>((resolve) => {
            const found: number[] = [];
            const observer = new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) found.push(Number(Reflect.get(entry, 'value')));
            });
            observer.observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)));
          }),
      );
      expect(shifts).toEqual([]);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('main *, footer *')]
          .filter((one) => one.checkVisibility() && !one.closest('svg, .sr-only'))
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
          .map((one) => one.outerHTML.slice(0, 100)),
      );
      expect(wide).toEqual([]);
    });
  });
}

test('one question is open at a time and can be closed again', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await page.goto(stage.server.url);
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    const open = page.locator('details[name=faq][open]');
    expect(await open.count()).toBe(0);
    const answers = [
      ['Welche Kosten übernimmt die OP-Versicherung?', 'Der Versicherer erstattet die Kosten der Operation'],
      ['Kann ich auch ein älteres Pferd versichern?', 'Ja. Es gibt weder ein Mindest- noch ein Höchstalter.'],
    ] as const;
    for (const [question, answer] of answers) {
      await page.getByText(question).click();
      await page.getByText(answer).waitFor();
      expect(await open.count()).toBe(1);
    }
    await page.getByText(answers[1][0]).press('Enter');
    await page.getByText(answers[1][1]).waitFor({ state: 'hidden' });
    expect(await open.count()).toBe(0);
  });
});

// as some assistive programs do
test('a choice that is made without a look, a tap or the focus changes the prices', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url);
    await page.getByLabel('Selbstbeteiligung').selectOption('500 €');
    await page.locator('#tariffs table').getByText('60,49 €', { exact: true }).waitFor();
  });
});

test('the calculator shows the prices of the choice and passes it to the wizard', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.goto(`${stage.server.url}/#tariffs`);
    await page.getByRole('button', { name: 'Alle ablehnen' }).click();
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('[data-island=tariffs]') ?? {}).some((key) =>
        key.startsWith('__react'),
      ),
    );
    const shows = (price: string) =>
      page.locator('#tariffs table').getByText(price, { exact: true }).waitFor();
    await shows('69,52 €');
    expect(await page.getByRole('button', { name: 'Beiträge berechnen' }).count()).toBe(0);
    await page.getByLabel('Selbstbeteiligung').selectOption('500 €');
    await shows('60,49 €');
    await page.getByLabel('Zahlweise').selectOption('Jährlich');
    await shows('58,07 €');
    const old = String(new Date().getFullYear() - 20);
    await page.getByLabel('Geburtsjahr des Pferdes').selectOption(old);
    await shows('69,69 €');
    await page.getByText('Mit Alterszuschlag: Ihr Pferd ist 12 Jahre oder älter.').waitFor();
    const chosen = /\/application\/[0-9a-f-]{36}\?tariff=premium&deductible=500&frequency=annual$/;
    await Promise.all([
      page.waitForRequest(chosen),
      page.getByRole('link', { name: /^Jetzt berechnen.*Premium-OP-Schutz/ }).click(),
    ]);
    // the wizard has read the choice and removed it from the address
    await page.waitForURL(/\/application\/[0-9a-f-]{36}$/);
  });
});

test.each([
  '/assets/../../package.json',
  '/static/../../../package.json',
  '/static/..%2f..%2f..%2fpackage.json',
])('a path that leaves its folder gets 404: %s', async (path) => {
  const answer = await raw(path);
  expect(answer).toStartWith('HTTP/1.1 404');
  expect(answer).not.toContain('"name": "sattelfest"');
});

/** The response to exactly this path. A browser would normalise it. */
async function raw(path: string): Promise<string> {
  const { hostname, port } = new URL(stage.server.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}
