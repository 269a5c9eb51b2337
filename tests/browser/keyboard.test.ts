/** The wizard by keyboard: the focus is always visible, and moves to the heading or to the errors. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { desktop } from '#tests/support/browser';
import { atStep, control, openWizard, titles } from '#tests/support/journey';
import { setSharedStage } from '#tests/support/stage';
import { until } from '#tests/support/until';
import { descriptionOf, onCleanPage } from './page-checks';
import { focusOf, tabTo } from './tabbing';

setDefaultTimeout(90_000);
const stage = setSharedStage();

test('an owner applies with the keyboard alone', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openWizard(page, stage.server.url);
    await typeInto(page, 'Name des Pferdes', 'Amélie');
    await typeInto(page, 'Geburtsdatum', '05192020');
    expect(await control(page, 'Geburtsdatum').inputValue()).toBe('2020-05-19');
    await typeInto(page, 'Geschlecht', 'Stute');
    await tick(page);
    await weiter(page, 2);
    await typeInto(page, 'Anrede', 'Frau');
    await typeInto(page, 'Vorname', 'Ayşe');
    await typeInto(page, 'Nachname', 'Kaya');
    await typeInto(page, 'E-Mail', 'kaya@post.example');
    await typeInto(page, 'Telefon', '030 23125 102');
    await tick(page);
    await weiter(page, 3);
    await typeInto(page, 'Zahlweise', 'Jährlich');
    // a live region that comes with its first text is not read out
    const region = page.locator('[aria-live=polite]').filter({ hasText: 'Noch kein Tarif gewählt.' });
    const selection = await region.elementHandle();
    await tabTo(page, (focused) => focused.type === 'radio');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await typeInto(page, 'Selbstbeteiligung', '250');
    expect(await page.getByRole('radio', { name: 'Top-OP-Schutz' }).isChecked()).toBe(true);
    await until(async () =>
      /Top-OP-SchutzSelbstbeteiligung250.€/.test((await selection?.textContent()) ?? ''),
    );
    await weiter(page, 4);
    await typeInto(page, 'Geburtsdatum', '06011990');
    await typeInto(page, 'Straße', 'Rosenweg');
    await typeInto(page, 'Hausnummer', '8');
    await typeInto(page, 'PLZ', '50668');
    await typeInto(page, 'Ort', 'Köln');
    await weiter(page, 5);
    await typeInto(page, 'IBAN', 'de89370400440532013000');
    await tabTo(page, (focused) => focused.label === 'BIC');
    // the bank is found while the BIC has the focus, so the BIC is filled in when the focus leaves it
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=bankName]')?.value);
    await tick(page);
    await weiter(page, 6);
    for (const text of [
      '19.05.2020',
      'Frau Ayşe Kaya',
      'Jährlich',
      '01.06.1990',
      'DE89…3000',
      'COBADEFFXXX',
    ]) {
      await page.getByText(text).first().waitFor();
    }
    await tabTo(page, (focused) => focused.text === 'Antrag absenden');
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor();
    expect(await focusOf(page)).toMatchObject({ text: 'Zurück zur Startseite', seen: true });
    await page.keyboard.press('Enter');
    await page.waitForURL(`${stage.server.url}/`);
  });
});

async function typeInto(page: Page, label: string, text: string) {
  // while a step loads it has no fields
  await control(page, label).first().waitFor();
  await tabTo(page, (focused) => focused.label === label);
  await page.keyboard.type(text);
}

async function tick(page: Page) {
  await tabTo(page, (focused) => focused.type === 'checkbox');
  await page.keyboard.press('Space');
}

async function weiter(page: Page, step: number) {
  await tabTo(page, (focused) => focused.text === 'Weiter');
  await page.keyboard.press('Enter');
  await arrived(page, step);
}

/** Waits until the step is shown and its heading has the focus. */
async function arrived(page: Page, step: number) {
  await atStep(page, step);
  await page.waitForFunction((text) => document.activeElement?.textContent === text, titles[step - 1]);
  expect(await descriptionOf(page.locator(':focus'))).toBe(`Schritt ${step} von 6`);
}
