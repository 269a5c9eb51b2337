/** The tariff step: every price as calculated by hand, with and without the server's catalogue. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { addDays, berlinDay, yearsBefore } from '#domain/dates';
import { priceList } from '#tests/domain/tariffs/prices';
import { desktop, unprovoked } from '#tests/support/browser';
import { atStep, back, card, control, next, openAt, toast } from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { onPage, setSharedStage } from '#tests/support/stage';
import { onCleanPage } from './page-checks';

setDefaultTimeout(90_000);
const stage = setSharedStage();
/** Asked when it is needed, because a file may still run after midnight. */
const today = () => berlinDay(new Date());
/** 12 years are 4,383 days, because a year counts 365.25 days (docs/product.md, "Price arithmetic"). */
const twelve = () => addDays(today(), -4383);
const almostTwelve = () => addDays(today(), -4382);

const names = { basis: 'Basis-OP-Schutz', top: 'Top-OP-Schutz', premium: 'Premium-OP-Schutz' };
const frequencies = [
  ['monthly', 1, 'im Monat'],
  ['quarterly', 3, 'im Vierteljahr'],
  ['semiannual', 6, 'im Halbjahr'],
  ['annual', 12, 'im Jahr'],
] as const;

const withHorse = (birthDate: string) => ({
  ...johanna,
  'horse-data': { ...johanna['horse-data'], birthDate },
});

/** An amount in German notation: `1.001,04 €`, with a non-breaking space. */
const euro = (amount: number) =>
  `${amount
    .toFixed(2)
    .replace('.', ',')
    .replace(/^(\d)(\d{3}),/, '$1.$2,')}\u00a0€`;

/** Reads every price from the cards: four frequencies, and four deductibles on each of three cards. */
async function readPrices(page: Page): Promise<string[]> {
  const read: string[] = [];
  for (const [frequency] of frequencies) {
    await control(page, 'Zahlweise').selectOption(frequency);
    for (const deductible of ['0', '250', '500', '1000']) {
      for (const [type, name] of Object.entries(names)) {
        await card(page, name).getByLabel('Selbstbeteiligung').selectOption(deductible);
        const head = await card(page, name).locator('label').first().textContent();
        read.push(`${frequency} ${deductible} ${type}: ${head}`);
      }
    }
  }
  return read;
}

/** The same from the table that was calculated by hand. */
function handWritten(old: boolean): string[] {
  return frequencies.flatMap(([frequency, months, period]) =>
    [0, 250, 500, 1000].flatMap((deductible) =>
      Object.entries(names).map(([type, name]) => {
        const row = priceList.find(
          ({ selection, old: aged }) =>
            aged === old &&
            selection.tariffType === type &&
            selection.selfParticipation === deductible &&
            selection.paymentFrequency === frequency,
        );
        const month = row?.monthlyPremium ?? Number.NaN;
        const total = `${euro(Math.round(month * 100 * months) / 100)} ${period}`;
        const monthly = months === 1 ? '' : `entspricht ${euro(month)} im Monat`;
        return `${frequency} ${deductible} ${type}: ${name}${total}${monthly}`;
      }),
    ),
  );
}

test.each([
  ['a horse almost 12 years old', almostTwelve, false],
  ['a horse 12 years old', twelve, true],
])('every price for %s is the one calculated by hand', async (_, birth, old) => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 3, { person: withHorse(birth()) });
    expect(await readPrices(page)).toEqual(handWritten(old));
    expect(await page.getByText('Alterszuschlag').count()).toBe(old ? 1 : 0);
  });
});

test('no tariff is chosen at first, and the summary follows the choice', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 3);
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await control(page, 'Zahlweise').inputValue()).toBe('monthly');
    const badges = ['Günstiger Basisschutz', 'Empfehlung', 'Umfassender Schutz'];
    for (const [index, name] of Object.values(names).entries()) {
      expect(await card(page, name).getByLabel('Selbstbeteiligung').inputValue()).toBe('0');
      await card(page, name)
        .getByText(badges[index] ?? '', { exact: true })
        .waitFor();
      expect(await card(page, name).getByRole('listitem').count()).toBeGreaterThan(3);
    }
    const summary = page.getByRole('region', { name: 'Ihre Auswahl' });
    // the whole head of a card chooses it
    await card(page, names.premium).getByText('69,52').click();
    expect(await page.getByRole('radio', { name: names.premium }).isChecked()).toBe(true);
    await shows(summary, ['Premium-OP-Schutz', 'Ohne SB', 'Monatlich', /^69,52\s€/]);
    await control(page, 'Zahlweise').selectOption('annual');
    await card(page, names.premium).getByLabel('Selbstbeteiligung').selectOption('1000');
    await shows(summary, ['Premium-OP-Schutz', /^1\.000\s€$/, 'Jährlich', /^592,56\s€/]);
    await page.getByRole('radio', { name: names.basis }).check();
    await shows(summary, ['Basis-OP-Schutz', 'Ohne SB', 'Jährlich', /^458,16\s€/]);

    const [request] = await Promise.all([page.waitForRequest('**/tariff-selection'), next(page)]);
    await atStep(page, 4);
    await toast(page, 'Tarif ausgewählt');
    expect(request.postDataJSON()).toEqual({
      tariffType: 'basis',
      selfParticipation: 0,
      paymentFrequency: 'annual',
    });
  });
});

async function shows(summary: ReturnType<Page['getByRole']>, values: (string | RegExp)[]) {
  for (const value of values) await summary.getByText(value, { exact: true }).waitFor();
}

test('the choice in the calculator of the landing page is chosen in the wizard', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    const { url } = stage.server;
    await page.goto(`${url}/calculator?tariff=premium&deductible=500&frequency=semiannual`);
    await atStep(page, 1);
    const id = page
      .url()
      .split(/[/?]/)
      .find((part) => part.length === 36);
    await openAt(page, url, 3, { id });
    expect(await page.getByRole('radio', { name: names.premium }).isChecked()).toBe(true);
    expect(await control(page, 'Zahlweise').inputValue()).toBe('semiannual');
    expect(await card(page, names.premium).getByLabel('Selbstbeteiligung').inputValue()).toBe('500');
  });
});

test.each(['**/api/tariffs', '**/horse-data'])(
  'when %s fails, built-in prices apply, a notice says so, and the step can be saved',
  async (address) => {
    const problems = await onPage(stage, desktop, async ({ page }) => {
      await openAt(page, stage.server.url, 2, { sets: 2, person: withHorse(twelve()) });
      await page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }));
      await next(page);
      await atStep(page, 3);
      await toast(
        page,
        'Hinweis',
        'Tarifdetails konnten nicht geladen werden. Bitte versuchen Sie es später erneut.',
      );
      // without the catalogue the age is still known; without the horse it counts as 8 years old
      expect(await readPrices(page)).toEqual(handWritten(address.endsWith('tariffs')));
      await page.getByRole('radio', { name: names.top }).check();
      await next(page);
      await atStep(page, 4);
    });
    expect(unprovoked(problems, /status of 500|Failed to fetch tariff data/)).toEqual([]);
  },
);

test('the cards show a price that changed on the server', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await page.route('**/api/tariffs', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('48.44', '51.5');
      await route.fulfill({ response, body });
    });
    await openAt(page, stage.server.url, 2, { sets: 2 });
    await next(page);
    await atStep(page, 3);
    await card(page, names.top).getByText('51,50').waitFor();
    await card(page, names.basis).getByText('39,77').waitFor();
  });
});

test('a new birth date changes the prices of a visitor who went back', async () => {
  await onCleanPage(stage, desktop, async ({ page }) => {
    await openAt(page, stage.server.url, 3);
    await card(page, names.basis).getByText('39,77').waitFor();
    for (const step of [2, 1]) {
      await back(page);
      await atStep(page, step);
    }
    await control(page, 'Geburtsdatum').fill(yearsBefore(today(), 20));
    for (const step of [2, 3]) {
      await next(page);
      await atStep(page, step);
    }
    await card(page, names.basis).getByText('47,72').waitFor();
    await page.getByText('Alterszuschlag').waitFor();
  });
});
