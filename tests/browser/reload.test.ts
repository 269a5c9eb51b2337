/** A reload restores the step, the stored data and unsaved entries. Unsaved bank data is never restored. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { api, href, pages } from '#domain/urls';
import { desktop, phone, unprovoked } from '#tests/support/browser';
import {
  atStep,
  back,
  card,
  control,
  fills,
  next,
  openAt,
  openWizard,
  send,
  tomorrow,
} from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setSharedStage();

/** The values in each form of Johanna's application. */
const stored: Record<string, string>[] = [
  {
    Versicherungsbeginn: tomorrow(),
    'Name des Pferdes': 'Fjölnir vom Lindenhof',
    Geburtsdatum: '2018-05-11',
    Geschlecht: 'gelding',
    'Lebensnummer (falls vorhanden)': '276020000123456',
  },
  {
    Anrede: 'mrs',
    Vorname: 'Johanna',
    Nachname: 'Sommer',
    'E-Mail': 'johanna.sommer@mail.example',
    Telefon: '0341 9627 100',
  },
  { Zahlweise: 'monthly' },
  {
    Anrede: 'mrs',
    Vorname: 'Johanna',
    Nachname: 'Sommer',
    Geburtsdatum: '1985-06-14',
    Straße: 'Lindenallee',
    Hausnummer: '12a',
    PLZ: '04109',
    Ort: 'Leipzig',
    'E-Mail': 'johanna.sommer@mail.example',
    Telefon: '0341 9627 100',
  },
  {
    Kontoinhaber: 'Johanna Sommer',
    IBAN: 'DE89 3704 0044 0532 0130 00',
    BIC: 'COBADEFFXXX',
    'Name der Bank': 'Commerzbank Köln',
  },
];

async function expectShown(page: Page, values: Record<string, string>) {
  const shown: Record<string, string> = {};
  for (const label of Object.keys(values)) shown[label] = await control(page, label).inputValue();
  expect(shown).toEqual(values);
}

test('every step shows the stored data, also after a reload', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { url } = stage.server;
    const id = await openAt(page, url, 1, { sets: 5 });
    for (const [index, values] of stored.entries()) {
      await send(page, 'PUT', url + href(api.step, { id }), { step: index + 1 });
      for (let visit = 0; visit < 2; visit += 1) {
        await page.reload();
        await atStep(page, index + 1);
        await expectShown(page, values);
        for (const box of await page.getByRole('main').getByRole('checkbox').all()) {
          // the only one that may stay empty
          const optional = (await box.getAttribute('name')) === 'reminderConsent';
          expect(await box.isChecked()).toBe(!optional);
        }
        if (index !== 2) continue;
        expect(await page.getByRole('radio', { checked: true }).getAttribute('value')).toBe('top');
        expect(await card(page, 'Top-OP-Schutz').getByLabel('Selbstbeteiligung').inputValue()).toBe('250');
      }
    }
    await send(page, 'PUT', url + href(api.step, { id }), { step: 6 });
    await page.reload();
    await atStep(page, 6);
    await page.getByText('DE89…3000').waitFor();
    await page.reload();
    await atStep(page, 6);
  });
});

test('unsaved entries survive a reload, except bank data', async () => {
  await onCleanPage(stage, phone, async ({ page }) => {
    await openWizard(page, stage.server.url);
    for (const [index, fill] of fills.entries()) {
      await atStep(page, index + 1);
      await fill(page);
      if (index === 2) await page.getByLabel('Zahlweise').selectOption('annual');
      if (index === 2) await page.getByLabel('Selbstbeteiligung').nth(1).selectOption('500');
      if (index === 4) await control(page, 'Name der Bank').fill('Meine Hausbank');
      if (index === 4) await control(page, 'BIC').fill('COBADEFF');
      const typed = await entries(page);
      expect(typed.length).toBeGreaterThan(4);
      await page.reload();
      await atStep(page, index + 1);
      const kept = await entries(page);
      expect(kept).toEqual(typed.map((entry) => entry.replace(/^(iban|bic|bankName)=.*/, '$1=')));
      if (index === 4) await fill(page);
      await next(page);
    }
    await atStep(page, 6);
    await page.getByText('Fjölnir vom Lindenhof').waitFor();
    await page.getByText('Commerzbank').waitFor();
  });
});

/** Every control of the form with its value. */
function entries(page: Page): Promise<string[]> {
  return page.locator('main section form').evaluate((form) =>
    Array.from((form as HTMLFormElement).elements).flatMap((element) => {
      if (element instanceof HTMLSelectElement) return [`${element.name}=${element.value}`];
      if (!(element instanceof HTMLInputElement)) return [];
      const ticks = element.type === 'radio' || element.type === 'checkbox';
      return [`${element.name}=${ticks ? `${element.value} ${element.checked}` : element.value}`];
    }),
  );
}

test('bank data is never written to a storage of the browser, not even briefly', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.addInitScript(() => {
      const written: string[] = [];
      Reflect.set(window, 'written', written);
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key: string, value: string) {
        written.push(`${key}=${value}`);
        setItem.call(this, key, value);
      };
    });
    await openAt(page, stage.server.url, 5);
    await control(page, 'Kontoinhaber').fill('Carla Winter');
    await control(page, 'IBAN').pressSequentially('DE89 3704 0044 0532 0130 00');
    await control(page, 'BIC').fill('COBADEFF370');
    await control(page, 'Name der Bank').fill('Meine Hausbank');
    await fills[4]?.(page);
    // seven digits each, because the keys contain random ids
    const written = (await page.evaluate(() => Reflect.get(window, 'written'))) as string[];
    expect(written.join()).toContain('mandateConsent');
    expect(written.join().replace(/\s/g, '')).not.toMatch(/DE89|3704004|0532013|COBA|Hausbank|Winter/);
    await next(page);
    await atStep(page, 6);
    const all = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, document.cookie]),
    );
    expect(all.replace(/\s/g, '')).not.toMatch(/3704004|0532013/);
    // a saved step has no draft any more
    expect(all).not.toMatch(/Winter|Hausbank|mandateConsent/);
  });
});

test('unsaved entries stay on their step and in their application', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 2);
    const address = page.url();
    await control(page, 'Vorname').fill('Annegret');
    await back(page);
    await atStep(page, 1);
    await next(page);
    await atStep(page, 2);
    expect(await control(page, 'Vorname').inputValue()).toBe('Annegret');
    await openAt(page, stage.server.url, 2);
    expect(await control(page, 'Vorname').inputValue()).toBe('');
    await page.goto(address);
    await atStep(page, 2);
    expect(await control(page, 'Vorname').inputValue()).toBe('Annegret');
  });
});

test('going back is stored: a reload stays on that step and shows its data', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 6);
    for (const step of [5, 4, 3, 2, 1]) {
      await back(page);
      await atStep(page, step);
      await page.reload();
      await atStep(page, step);
      await expectShown(page, stored[step - 1] ?? {});
    }
    expect(await page.getByRole('button', { name: 'Zurück' }).count()).toBe(0);
  });
});

test('a completed application says in every browser that it was submitted', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { url } = stage.server;
    const id = await openAt(page, url, 6);
    await send(page, 'PUT', url + href(api.complete, { id }), {});
    const seen = async (visitor: Page) => {
      await visitor.goto(url + href(pages.application, { id }));
      await visitor.getByRole('heading', { name: 'Ihr Antrag wurde bereits eingereicht' }).waitFor();
      await visitor.getByText(id).waitFor();
      expect(await visitor.getByRole('button', { name: /Weiter|Antrag absenden/ }).count()).toBe(0);
      expect(await visitor.content()).not.toContain(johanna['contact-data'].lastName);
    };
    await seen(page);
    await onCleanPage(stage, phone, ({ page: other }) => seen(other));
  });
});

test('a step says that the application was completed in another window instead of saving', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    const { url } = stage.server;
    const id = await openAt(page, url, 4, { sets: 5 });
    await send(page, 'PUT', url + href(api.complete, { id }), {});
    await next(page);
    await page.getByRole('heading', { name: 'Ihr Antrag wurde bereits eingereicht' }).waitFor();
  });
  expect(unprovoked(problems, /status of 409/)).toEqual([]);
});

test('the tests notice a page that cannot be hydrated', async () => {
  const problems = await onPage(stage, desktop, async ({ page }) => {
    await page.route('**/application/*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('In wenigen Schritten', 'In vielen Schritten');
      await route.fulfill({ response, body });
    });
    await openAt(page, stage.server.url, 1);
  });
  expect(problems.join()).toContain('418');
});
