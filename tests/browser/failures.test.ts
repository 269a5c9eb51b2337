/** Failed requests of the wizard: a toast says so, no entry is lost, and the visitor can try again. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import { href, pages } from '#domain/urls';
import { scratch } from '#tests/db/support/processes';
import { desktop, unprovoked } from '#tests/support/browser';
import {
  atStep,
  back,
  control,
  fillHorse,
  holdToasts,
  next,
  openAt,
  openWizard,
  send,
  toast,
} from '#tests/support/journey';
import { dataFolder, startServer } from '#tests/support/server';
import { onPage, setSharedStage } from '#tests/support/stage';

setDefaultTimeout(90_000);
const stage = setSharedStage();
const here = scratch();
afterAll(() => here.remove());

const broken = (route: Route) => route.fulfill({ status: 500, json: { message: 'kaputt' } });
const silent = (route: Route) => route.abort();
const sets = ['horse-data', 'contact-data', 'tariff-selection', 'policyholder-info', 'sepa-mandate'];
const saveFailed = 'Es ist ein Fehler beim Speichern der Daten aufgetreten.';
const progressFailed = 'Es ist ein Fehler beim Speichern des Fortschritts aufgetreten.';
const submitFailed = 'Es ist ein Fehler beim Absenden des Antrags aufgetreten.';

/** Runs `act` on a page where only provoked failures of requests may be reported. */
async function onFailingPage(act: (page: Page) => Promise<void>) {
  const problems = await onPage(stage, desktop, ({ page }) => act(page));
  expect(unprovoked(problems, /status of (50[03]|422)|ERR_FAILED/)).toEqual([]);
}

test.each([
  [1, 'Name des Pferdes'],
  [2, 'Vorname'],
  [3, 'Zahlweise'],
  [4, 'Ort'],
  [5, 'Kontoinhaber'],
] as const)(
  'when step %i cannot be saved, it keeps its entries and can be sent again',
  async (step, label) => {
    await onFailingPage(async (page) => {
      await openAt(page, stage.server.url, step, { sets: 5 });
      const entry = step === 3 ? 'annual' : 'Neu eingetragen';
      if (step === 3) await control(page, label).selectOption(entry);
      else await control(page, label).fill(entry);
      const address = `**/${sets[step - 1]}`;
      await holdToasts(page);
      for (const failure of [broken, silent]) {
        await page.route(address, failure);
        await next(page);
        const shown = await toast(page, 'Fehler', saveFailed);
        await shown.getByRole('button', { name: 'Schließen' }).click();
        await shown.waitFor({ state: 'detached' });
        await page.unroute(address);
      }
      await page.clock.resume();
      await atStep(page, step);
      expect(await control(page, label).inputValue()).toBe(entry);
      await next(page);
      await atStep(page, step + 1);
      await back(page);
      await atStep(page, step);
      expect(await control(page, label).inputValue()).toBe(entry);
    });
  },
);

test('when the progress cannot be saved, the step stays, forwards and backwards', async () => {
  await onFailingPage(async (page) => {
    await openAt(page, stage.server.url, 3, { sets: 5 });
    await page.route('**/step', broken);
    await next(page);
    await toast(page, 'Fehler', progressFailed);
    await atStep(page, 3);
    await page.unroute('**/step');
    await page.reload();
    await atStep(page, 3);
    await page.route('**/step', silent);
    await back(page);
    await toast(page, 'Fehler', progressFailed);
    await atStep(page, 3);
    await page.unroute('**/step');
    await back(page);
    await atStep(page, 2);
  });
});

const startFailed = 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.';

test('when a new application cannot be looked up, the wizard says so and starts at step 1', async () => {
  await onFailingPage(async (page) => {
    await page.route(/\/api\/applications\/[\w-]{36}$/, broken);
    await openWizard(page, stage.server.url);
    await toast(page, 'Fehler', startFailed);
    await fillHorse(page);
    await next(page);
    await atStep(page, 2);
  });
});

test('when the database is unreachable, the page of an application says so and starts at step 1', async () => {
  const database = await here.startSqld();
  const folder = await dataFolder();
  const secrets = { JWT_SECRET: 's'.repeat(32), DATA_KEY: Buffer.alloc(32, 7).toString('base64') };
  const server = await startServer(folder.path, { DATABASE_URL: database.url, ...secrets });
  try {
    database.child.kill('SIGKILL');
    await database.child.exited;
    await onFailingPage(async (page) => {
      await page.goto(server.url + href(pages.application, { id: crypto.randomUUID() }));
      await atStep(page, 1);
      await toast(page, 'Fehler', startFailed);
    });
  } finally {
    await server.kill('SIGKILL');
    await folder.remove();
  }
});

test('an overview that cannot be loaded cannot be submitted', async () => {
  await onFailingPage(async (page) => {
    const id = await openAt(page, stage.server.url, 5, { sets: 5 });
    await page.route('**/policyholder-info', broken);
    await next(page);
    await toast(page, 'Fehler', 'Es ist ein Fehler beim Laden der Daten aufgetreten.');
    await expectIncomplete(page);
    await page.unroute('**/policyholder-info');
    await page.reload();
    await atStep(page, 6);
    expect(await page.getByText('Unvollständige Daten').count()).toBe(0);
    expect(await submitButton(page).isEnabled()).toBe(true);
    expect(page.url()).toEndWith(id);
  });
});

test('an overview with a missing set cannot be submitted', async () => {
  await onFailingPage(async (page) => {
    const id = await openAt(page, stage.server.url, 4);
    await send(page, 'PUT', `${stage.server.url}/api/applications/${id}/step`, { step: 6 });
    await page.reload();
    await atStep(page, 6);
    await expectIncomplete(page);
  });
});

const submitButton = (page: Page) => page.getByRole('button', { name: 'Antrag absenden' });

async function expectIncomplete(page: Page) {
  const alert = page.getByRole('alert').filter({ hasText: 'Unvollständige Daten' });
  await alert.getByText('Bitte füllen Sie alle erforderlichen Formulare aus.').waitFor();
  expect(await submitButton(page).isDisabled()).toBe(true);
}

test('when the submission fails, the overview says why and can be submitted again', async () => {
  await onFailingPage(async (page) => {
    await openAt(page, stage.server.url, 6);
    const missing = { message: 'Unvollständige Daten', missing: ['sepa-mandate'] };
    const answers: [answer: (route: Route) => Promise<void>, title: string, sentence: string][] = [
      [broken, 'Fehler', submitFailed],
      [silent, 'Fehler', submitFailed],
      [
        (route) => route.fulfill({ status: 422, json: missing }),
        'Unvollständige Daten',
        'Bitte füllen Sie alle erforderlichen Formulare aus.',
      ],
    ];
    await holdToasts(page);
    for (const [answer, title, sentence] of answers) {
      await page.route('**/complete', answer);
      await submitButton(page).click();
      const shown = await toast(page, title, sentence);
      await atStep(page, 6);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await shown.getByRole('button', { name: 'Schließen' }).click();
      await shown.waitFor({ state: 'detached' });
      await page.unroute('**/complete');
    }
    await page.clock.resume();
    await submitButton(page).click();
    await page.getByRole('dialog', { name: 'Antrag erfolgreich eingereicht' }).waitFor();
  });
});

test.each([1, 2, 3, 4, 5, 6])(
  'step %i is sent once, and its buttons are disabled meanwhile',
  async (step) => {
    await onFailingPage(async (page) => {
      await openAt(page, stage.server.url, step, { sets: 5 });
      const answer = Promise.withResolvers<void>();
      const sent: string[] = [];
      const address = step === 6 ? '**/complete' : `**/${sets[step - 1]}`;
      await page.route(address, async (route) => {
        // step 6 loads the set that step 5 sends
        if (route.request().method() === 'GET') return route.continue();
        sent.push(route.request().method());
        await answer.promise;
        await route.continue();
      });
      const button = step === 6 ? submitButton(page) : page.getByRole('button', { name: 'Weiter' });
      // two clicks by script, and then a double click of a mouse
      await button.evaluate((element: HTMLElement) => {
        element.click();
        element.click();
      });
      const busy = page.getByRole('button', {
        name: step === 6 ? 'Wird verarbeitet...' : 'Wird gespeichert...',
      });
      await busy.waitFor();
      await busy.dblclick({ force: true });
      expect(await busy.isDisabled()).toBe(true);
      if (step > 1) expect(await page.getByRole('button', { name: 'Zurück' }).isDisabled()).toBe(true);
      answer.resolve();
      if (step === 6) await page.getByRole('dialog').waitFor();
      else await atStep(page, step + 1);
      expect(sent).toEqual([step === 6 ? 'PUT' : 'POST']);
    });
  },
);
