/** "Später fortsetzen" leaves nothing behind unsaid: the open step is saved, or the visitor is asked. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { linkSentTitle } from '#domain/access-links';
import { type SetKey, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { axeViolations, phone, unprovoked } from '#tests/support/browser';
import { atStep, back, control, fills, next, openAt } from '#tests/support/journey';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage, overflow } from './page-checks';

setDefaultTimeout(60_000);
const stage = setSharedStage();

const later = (page: Page) => page.getByRole('button', { name: 'Später fortsetzen' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Später fortsetzen?' });
const sent = (page: Page) => page.getByRole('heading', { level: 1, name: linkSentTitle }).waitFor();
const stored = async (page: Page, id: string, key: SetKey) =>
  (await page.request.get(stage.server.url + href(api.set(key), { id }))).json();

/** A change of each step that passes its rules, and one that does not. */
const changes: Record<SetKey, { label: string; name: string; good: string; bad: string }> = {
  'horse-data': { label: 'Name des Pferdes', name: 'horseName', good: 'Luna', bad: '' },
  'contact-data': { label: 'Telefon', name: 'phone', good: '030 99', bad: '' },
  'tariff-selection': { label: 'Zahlweise', name: 'paymentFrequency', good: 'annual', bad: '' },
  'policyholder-info': { label: 'Ort', name: 'city', good: 'Halle', bad: '' },
  'sepa-mandate': { label: 'Name der Bank', name: 'bankName', good: 'Bank', bad: '' },
};

async function enter(page: Page, key: SetKey, value: string) {
  const field = control(page, changes[key].label);
  if (key === 'tariff-selection') await field.selectOption(value);
  else await field.fill(value);
}

for (const [index, key] of setKeys.entries()) {
  const step = index + 1;
  const { name, good, bad, label } = changes[key];

  test(`step ${step} is saved when it passes its rules, and asks nothing`, async () => {
    await onCleanPage(stage, phone, async ({ page }) => {
      const id = await openAt(page, stage.server.url, step, { sets: 5 });
      await enter(page, key, good);
      await later(page).click();
      await sent(page);
      expect(await stored(page, id, key)).toMatchObject({ [name]: good });
      // where it was left
      const application = await page.request.get(stage.server.url + href(api.application, { id }));
      expect(await application.json()).toMatchObject({ currentStep: step });
    });
  });

  // every choice of the third step passes its rules once a tariff is stored
  if (key === 'tariff-selection') continue;
  test(`step ${step} asks before an entry that breaks its rules is lost`, async () => {
    await onCleanPage(stage, phone, async ({ page }) => {
      const id = await openAt(page, stage.server.url, step, { sets: 5 });
      const before = await stored(page, id, key);
      await enter(page, key, bad);
      await later(page).click();
      await question(page).getByText('Diese Angaben sind noch nicht gespeichert:').waitFor();
      expect(await question(page).getByRole('listitem').allTextContents()).toEqual([label]);
      await question(page).getByRole('button', { name: 'Zurück zum Schritt' }).click();
      await question(page).waitFor({ state: 'detached' });
      expect(await control(page, label).inputValue()).toBe(bad);
      await later(page).click();
      await question(page).getByRole('button', { name: 'Trotzdem fortfahren' }).click();
      await sent(page);
      expect(await stored(page, id, key)).toEqual(before);
      await page.goBack();
      await atStep(page, step);
      // bank data is not kept
      if (key !== 'sepa-mandate') expect(await control(page, label).inputValue()).toBe(bad);
    });
  });
}

for (const step of [1, 2, 3, 4, 5, 6])
  test(`step ${step} asks nothing when nothing was entered`, async () => {
    await onCleanPage(stage, phone, async ({ page }) => {
      await openAt(page, stage.server.url, step, { sets: 5 });
      await later(page).click();
      await sent(page);
    });
  });

test('there is nothing to continue before the second step is stored', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    expect(await later(page).count()).toBe(0);
    await back(page);
    await atStep(page, 1);
    expect(await later(page).count()).toBe(0);
  });
});

test('a step that is filled in for the first time is there on another device', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    const id = await openAt(page, stage.server.url, 4);
    await fills[3]?.(page);
    await later(page).click();
    await sent(page);
    expect(await stored(page, id, 'policyholder-info')).toMatchObject({
      street: 'Lindenallee',
      city: 'Berlin',
    });
  });
});

test('all entries of an unfinished step are named in their order, and fit a narrow screen', async () => {
  await onCleanPage(stage, { width: 320, height: 256 }, async ({ page }) => {
    await openAt(page, stage.server.url, 5);
    await control(page, 'Name der Bank').fill('Commerzbank');
    await control(page, 'IBAN').fill('DE89');
    await page.getByRole('checkbox').check();
    await later(page).click();
    await question(page).waitFor();
    expect(await question(page).getByRole('listitem').allTextContents()).toEqual([
      'IBAN',
      'Name der Bank',
      'SEPA-Mandat',
    ]);
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press('Escape');
    expect(await control(page, 'IBAN').inputValue()).toBe('DE89');
  });
});

test('an entry that was taken back is no change, and one of another step is named with it', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openAt(page, stage.server.url, 4, { sets: 4 });
    const city = await control(page, 'Ort').inputValue();
    await control(page, 'Ort').fill('Halle');
    await control(page, 'Ort').fill(city);
    await later(page).click();
    await sent(page);
    await page.goBack();
    await atStep(page, 4);
    await control(page, 'Ort').fill('');
    await back(page);
    await atStep(page, 3);
    await later(page).click();
    await question(page).waitFor();
    expect(await question(page).getByRole('listitem').allTextContents()).toEqual([
      'Ort (Versicherungsnehmer)',
    ]);
  });
});

for (const [reason, answer] of [
  ['the network fails', null],
  ['the server refuses it', 422],
] as const)
  test(`when ${reason} the visitor learns it and nothing is lost`, async () => {
    const problems = await onPage(stage, phone, async ({ page }) => {
      const id = await openAt(page, stage.server.url, 4, { sets: 4 });
      await page.route(`**${href(api.set('policyholder-info'), { id })}`, (route) =>
        answer
          ? route.fulfill({
              status: answer,
              json: { message: 'x', errors: [{ path: 'city', message: 'Falsch' }] },
            })
          : route.abort(),
      );
      await control(page, 'Ort').fill('Halle');
      await later(page).click();
      await page.getByText('Es ist ein Fehler beim Speichern der Daten aufgetreten.').waitFor();
      if (answer) await page.getByText('Falsch').waitFor();
      expect(await control(page, 'Ort').inputValue()).toBe('Halle');
      expect(await question(page).count()).toBe(0);
      await page.unrouteAll();
      await next(page);
      await atStep(page, 5);
      expect(await stored(page, id, 'policyholder-info')).toMatchObject({ city: 'Halle' });
    });
    expect(unprovoked(problems, /Failed to load|status of 422/)).toEqual([]);
  });
