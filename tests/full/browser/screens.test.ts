/** The texts of each step, and the data that it takes from earlier steps. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { onCleanPage } from '#tests/browser/page-checks';
import { desktop, phone } from '#tests/support/browser';
import { atStep, control, fills, next, openAt, openWizard, titles, tomorrow } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { clearOfMidnight } from '#tests/support/until';

setDefaultTimeout(90_000);
const stage = setSharedStage();

const words: (string | RegExp)[][] = [
  [
    'Wichtig: Ihre Anzeigepflicht',
    'Voraussetzungen für Ihr Pferd',
    /keine Operation in den letzten 18 Monaten \(ausgenommen .*Kastration\)/,
    /keine Operation notwendig, geplant oder .*angeraten/,
    /keine Kolikbehandlung in den letzten 3 Monaten \(ausgenommen .*\)/,
    /keine chirurgische Wundversorgung in den letzten 3 Monaten/,
    /frei von Fehlbildungen/,
    /frei von Verhaltensstörungen/,
    /Lebens- oder Chipnummer/,
    /bekannte Vorerkrankungen/,
  ],
  [/Datenschutzerklärung/],
  ['Ihre Auswahl'],
  [],
  [/innerhalb von acht Wochen.*Erstattung/, /Ich ermächtige/],
  [
    /Allgemeinen Versicherungsbedingungen/,
    /Datenschutzerklärung/,
    /Vertragsinformationen/,
    /Ich verzichte auf Beratung und Dokumentation/,
    'Ohne Häkchen melden wir uns zur Beratung, bevor der Vertrag zustande kommt.',
    /Sie beantragen: Top-OP-Schutz ab/,
  ],
];

test.each([desktop, phone])('each step shows title, texts and progress at $width px', async (viewport) => {
  await onCleanPage(stage, viewport, async ({ page }) => {
    await openWizard(page, stage.server.url);
    for (const [index, title] of titles.entries()) {
      const step = index + 1;
      await atStep(page, step);
      await page.getByRole('heading', { level: 1, name: 'Jetzt Tarif berechnen und beantragen' }).waitFor();
      for (const word of words[index] ?? []) await page.getByText(word).first().waitFor();
      await expectIndicator(page, step, viewport === desktop);
      expect(await page.title()).toContain('Sattelfest');
      expect(await page.getByRole('button', { name: 'Zurück' }).count()).toBe(step === 1 ? 0 : 1);
      expect(await page.getByRole('banner').count()).toBe(1);
      expect(await page.getByRole('contentinfo').count()).toBe(1);
      expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe(title);
      await fills[index]?.(page);
      if (step < 6) await next(page);
    }
  });
});

async function expectIndicator(page: Page, step: number, labelled: boolean) {
  const current = page.locator('[aria-current=step]');
  expect(await current.count()).toBe(1);
  const items = current.locator('xpath=..').getByRole('listitem');
  expect(await items.count()).toBe(6);
  expect(await items.nth(step - 1).getAttribute('aria-current')).toBe('step');
  const label = ['Pferdedaten', 'Kontaktdaten', 'Tarifauswahl'][step - 1];
  if (label) expect(await current.getByText(label).isVisible()).toBe(labelled);
  const widths = await page.getByRole('progressbar', { name: 'Stand des Antrags' }).evaluate((bar) => {
    for (const one of bar.getAnimations({ subtree: true })) one.finish();
    const fill = bar.firstElementChild ?? bar;
    return [fill.getBoundingClientRect().width, bar.getBoundingClientRect().width];
  });
  const [filled = 0, whole = 1] = widths;
  expect(filled / whole).toBeCloseTo(step / 6, 2);
  const looks = await items.evaluateAll((all) =>
    all.map((item) => {
      const { backgroundColor, borderColor, color } = getComputedStyle(item.firstElementChild ?? item);
      return [backgroundColor, borderColor, color].join();
    }),
  );
  // completed, current and upcoming steps look different
  expect(new Set([...looks.slice(0, step - 1), 'done']).size).toBe(step > 1 ? 2 : 1);
  expect(new Set(looks).size).toBe(step === 1 || step === 6 ? 2 : 3);
}

test('the insurance starts tomorrow by German time, wherever the visitor is', async () => {
  await clearOfMidnight();
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const context = await stage.browser.newContext({ timezoneId });
    const page = await context.newPage();
    await openWizard(page, stage.server.url);
    expect(await control(page, 'Versicherungsbeginn').inputValue()).toBe(tomorrow());
    await page.reload();
    await atStep(page, 1);
    expect(await control(page, 'Versicherungsbeginn').inputValue()).toBe(tomorrow());
    await context.close();
  }
});

test('consent and acknowledgement open the privacy statement in a new tab', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    for (const step of [2, 6]) {
      await openAt(page, stage.server.url, step, { sets: 5 });
      const link = page.getByRole('main').getByRole('link', { name: 'Datenschutzerklärung' });
      expect(await link.getAttribute('href')).toBe('/datenschutz');
      const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
      await opened.getByText('Stand: Mai 2025').waitFor();
      await opened.close();
    }
  });
});
