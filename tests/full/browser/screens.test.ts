/** The texts of each step, and the data that it takes from earlier steps. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { onCleanPage } from '#tests/browser/page-checks';
import { desktop, phone } from '#tests/support/browser';
import {
  atStep,
  back,
  control,
  fills,
  next,
  openAt,
  openWizard,
  titles,
  tomorrow,
} from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { setSharedStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setSharedStage();
const germanDay = (day: string) => day.split('-').reverse().join('.');

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
  const widths = await page.getByRole('progressbar', { name: 'Stand des Antrags' }).evaluate(async (bar) => {
    await Promise.allSettled(bar.getAnimations({ subtree: true }).map((one) => one.finished));
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

test('policyholder and account holder are prefilled from the steps before, and stored entries stay', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 4);
    const contact = johanna['contact-data'];
    expect(await valuesOf(page, ['Anrede', 'Vorname', 'Nachname', 'E-Mail', 'Telefon'])).toEqual([
      contact.salutation,
      contact.firstName,
      contact.lastName,
      contact.email,
      contact.phone,
    ]);
    expect(await valuesOf(page, ['Geburtsdatum', 'Straße', 'Hausnummer', 'PLZ', 'Ort'])).toEqual(
      Array(5).fill(''),
    );
    await fills[3]?.(page);
    await control(page, 'Vorname').fill('Anne');
    await control(page, 'Nachname').fill('Winter');
    await next(page);
    await atStep(page, 5);
    expect(await control(page, 'Kontoinhaber').inputValue()).toBe('Anne Winter');
    expect(await valuesOf(page, ['IBAN', 'BIC', 'Name der Bank'])).toEqual(['', '', '']);
    await control(page, 'Kontoinhaber').fill('Gestüt Winter');
    await fills[4]?.(page);
    await next(page);
    await atStep(page, 6);
    // stored data is not prefilled again
    for (const step of [5, 4]) {
      await back(page);
      await atStep(page, step);
    }
    expect(await control(page, 'Vorname').inputValue()).toBe('Anne');
    await next(page);
    await atStep(page, 5);
    expect(await control(page, 'Kontoinhaber').inputValue()).toBe('Gestüt Winter');
  });
});

test('the policyholder is prefilled again after a correction of the contact', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 4);
    for (const step of [3, 2]) {
      await back(page);
      await atStep(page, step);
    }
    await control(page, 'Nachname').fill('Sommer-Winter');
    await next(page);
    await atStep(page, 3);
    await page.getByRole('radio', { name: 'Top-OP-Schutz' }).check();
    await next(page);
    await atStep(page, 4);
    expect(await control(page, 'Nachname').inputValue()).toBe('Sommer-Winter');
  });
});

const valuesOf = (page: Page, labels: string[]) =>
  Promise.all(labels.map((label) => control(page, label).inputValue()));

test('the overview shows all five sets in German notation', async () => {
  const { chipNumber: _, ...horse } = johanna['horse-data'];
  const person = { ...johanna, 'horse-data': horse };
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 6, { person });
    const cards = page.getByRole('main').locator('section section');
    expect(await cards.getByRole('heading').allTextContents()).toEqual([
      'Pferdedaten',
      'Kontaktdaten',
      'Tarifauswahl',
      'Versicherungsnehmer',
      'SEPA-Lastschriftmandat',
      'Ihre Unterlagen',
    ]);
    const shown = await cards.evaluateAll((all) => all.map((card) => card.textContent));
    const expected = [
      [germanDay(tomorrow()), 'Fjölnir vom Lindenhof', '11.05.2018', 'Wallach', '-'],
      ['Johanna Sommer', 'johanna.sommer@mail.example', '0341 9627 100'],
      ['Top-OP-Schutz', '250\u00a0€', 'Monatlich', '44,58\u00a0€'],
      ['Johanna Sommer', '14.06.1985', 'Lindenallee 12a', '04109 Leipzig', '0341 9627 100'],
      ['Johanna Sommer', 'DE89…3000', 'COBADEFFXXX', 'Commerzbank Köln'],
    ];
    for (const [index, values] of expected.entries()) {
      for (const value of values) expect(shown[index]?.replaceAll(' €', '\u00a0€')).toContain(value);
    }
    // the overview is read-only, except for the waiver of advice
    const controls = page.getByRole('main').locator('input:not([type=hidden]), select, textarea');
    expect(await controls.evaluateAll((all) => all.map((one) => one.getAttribute('name')))).toEqual([
      'adviceWaiver',
    ]);
  });
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

test('fields have the types and autocomplete values that phones and password managers need', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 4);
    const wanted: Record<string, Record<string, string>> = {
      Vorname: { autocomplete: 'given-name' },
      Nachname: { autocomplete: 'family-name' },
      Geburtsdatum: { type: 'date', autocomplete: 'bday' },
      PLZ: { inputmode: 'numeric', autocomplete: 'postal-code' },
      'E-Mail': { type: 'email', inputmode: 'email', autocomplete: 'email' },
      Telefon: { type: 'tel', autocomplete: 'tel' },
    };
    for (const [label, attributes] of Object.entries(wanted)) {
      for (const [name, value] of Object.entries(attributes)) {
        expect(`${label} ${await control(page, label).getAttribute(name)}`).toBe(`${label} ${value}`);
      }
    }
  });
});
