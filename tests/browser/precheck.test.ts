/** The check before one applies in a real browser: without JavaScript on a small phone, and with it. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { pages } from '#domain/urls';
import { axeViolations, callbackFormHydrated, desktop, phone, unprovoked } from '#tests/support/browser';
import { onPage, setStage } from '#tests/support/stage';
import { overflow } from './page-checks';

setDefaultTimeout(60_000);
const stage = setStage();
const narrow = { width: 320, height: 640 };

const texts = [
  'Wurde Ihr Pferd in den letzten 18 Monaten operiert?',
  'Ist derzeit eine Operation notwendig, geplant oder tierärztlich angeraten?',
  'Wurde Ihr Pferd in den letzten 3 Monaten wegen einer Kolik behandelt?',
  'Wurde in den letzten 3 Monaten eine Wunde Ihres Pferdes chirurgisch versorgt?',
  'Hat Ihr Pferd Fehlbildungen?',
  'Hat Ihr Pferd Verhaltensstörungen?',
];
const [operation = '', planned = ''] = texts;
const behaviour = texts.at(-1) ?? '';

const answer = (page: Page, text: string, label: string) =>
  page.getByRole('group', { name: text }).getByRole('radio', { name: label, exact: true }).check();
const send = (page: Page) => page.getByRole('button', { name: 'Jetzt prüfen' }).click();
const result = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function answerAll(page: Page, label: string) {
  for (const text of texts) await answer(page, text, label);
}

test('works without JavaScript on a small phone: from a refusal to what stands in the way, and on', async () => {
  const context = await stage.browser.newContext({ viewport: narrow, javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${stage.server.url}${pages.precheck}?source=messe`);
    await answerAll(page, 'Nein');
    await answer(page, operation, 'Ja');
    await answer(page, behaviour, 'Ja');
    await page.getByLabel('Tag der letzten Wundversorgung').fill('2099-12-31');
    await send(page);
    await page.getByText('2 Angaben fehlen noch oder stimmen nicht:').waitFor();
    await page.getByText('Der Tag darf nicht in der Zukunft liegen').waitFor();
    expect(await page.getByLabel('Tag der letzten Wundversorgung').inputValue()).toBe('2099-12-31');
    expect(await page.getByRole('radio', { name: 'Ja', checked: true }).count()).toBe(2);
    await page.getByRole('link', { name: 'Tag der letzten Operation' }).click();
    expect(new URL(page.url()).hash).toBe('#feld-operationDay');
    await page.getByLabel('Tag der letzten Wundversorgung').fill('');
    const today = (await page.getByLabel('Tag der letzten Operation').getAttribute('max')) ?? '';
    await page.getByLabel('Tag der letzten Operation').fill(today);
    await send(page);
    await result(page, 'Das passt leider nicht.');
    await page.getByText(/^Ab \d\d\.\d\d\.\d{4} kein Hindernis mehr\.$/).waitFor();
    await page.getByText('Das bleibt ein Hindernis.').waitFor();
    // the answers are in no address
    expect(page.url()).toBe(`${stage.server.url}${pages.precheck}?source=messe`);
    await page.getByText('Antworten ändern').click();
    await answer(page, operation, 'Nein');
    await page.getByLabel('Tag der letzten Operation').fill('');
    await answer(page, behaviour, 'Nein');
    await send(page);
    await result(page, 'Das passt.');
    await page.getByRole('link', { name: 'Angebot per E-Mail' }).click();
    await page.waitForURL(`${stage.server.url}${pages.offer}?source=messe`);
    await page.goto(stage.server.url + pages.precheck);
    await answerAll(page, 'Nein');
    await send(page);
    await page.getByRole('link', { name: 'Antrag beginnen' }).click();
    await page.waitForURL(/\/application\/[\w-]{36}$/);
  } finally {
    await context.close();
  }
});

for (const viewport of [desktop, phone, narrow]) {
  test(`axe finds no violations on form, refusal and results at ${viewport.width} px`, async () => {
    const problems = await onPage(stage, viewport, async ({ page }) => {
      const look = async () => {
        expect(await axeViolations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      };
      await page.goto(stage.server.url + pages.precheck);
      await look();
      // no question covers the form
      expect(await page.getByRole('region', { name: 'Cookie-Einstellungen' }).isVisible()).toBe(false);
      await send(page);
      await page.getByText('6 Angaben fehlen noch oder stimmen nicht:').waitFor();
      await look();
      // the first answer of the first question
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('feld-operation');
      await answerAll(page, 'Weiß nicht');
      await answer(page, planned, 'Ja');
      await send(page);
      await result(page, 'Das passt leider nicht.');
      await look();
      await page.getByText('Antworten ändern').click();
      await look();
      await answer(page, planned, 'Nein');
      await send(page);
      await result(page, 'Das klären wir mit Ihnen.');
      await look();
      await page.getByRole('link', { name: 'Rückruf anfordern' }).click();
      await page.waitForURL(`${stage.server.url}/?source=vorpruefung#callback`);
      await callbackFormHydrated(page);
    });
    expect(unprovoked(problems, /status of 422/)).toEqual([]);
  });
}

test('can be answered by keyboard alone', async () => {
  await onPage(stage, desktop, async ({ page }) => {
    await page.goto(stage.server.url + pages.precheck);
    const first = page.getByRole('group', { name: operation }).getByRole('radio', { name: 'Ja' });
    await first.focus();
    for (const text of texts) {
      const group = page.getByRole('group', { name: text });
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      expect(await group.getByRole('radio', { name: 'Nein' }).isChecked()).toBe(true);
      if (text === behaviour) break;
      const next = page.getByRole('group', { name: texts[texts.indexOf(text) + 1] ?? '' });
      const reached = next.getByRole('radio', { name: 'Ja' });
      // a date field has several stops
      while (!(await reached.evaluate((one) => one === document.activeElement)))
        await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await result(page, 'Das passt.');
  });
});
