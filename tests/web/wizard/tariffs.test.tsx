/** The tariff step: what is chosen, and the prices on its cards. All prices are in `tests/domain/tariffs`. */
import { describe, expect, spyOn, test } from 'bun:test';
import { addDays, yearsBefore } from '#domain/dates';
import { setKeys } from '#domain/steps/all';
import { type TariffType, tariffNames, tariffTypes } from '#domain/tariffs/catalogue';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { johanna } from '#tests/support/people';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
const today = '2026-11-20';
/** 12 years are 4,383 days, because a year counts 365.25 days (docs/product.md, "Price arithmetic"). */
const twelve = addDays(today, -4383);
const almostTwelve = addDays(today, -4382);
const surcharge = /Alterszuschlag von/;

function open(step: 2 | 3, birthDate = almostTwelve) {
  const person = { ...johanna, 'horse-data': { ...johanna['horse-data'], birthDate } };
  return openWizard(stage, step, { app, person, sets: setKeys.slice(0, 2) });
}

/** The head of a card: name, price of a payment, price of a month. */
const headOf = (type: TariffType) =>
  document.querySelector(`[data-tariff=${type}] label`)?.textContent?.replaceAll('\u00a0', ' ');
const heads = () => tariffTypes.map((type) => headOf(type)?.slice(tariffNames[type].length));

const young = ['39,77 € im Monat', '48,44 € im Monat', '69,52 € im Monat'];
const old = ['47,72 € im Monat', '58,13 € im Monat', '83,42 € im Monat'];

test.each([
  ['almost 12 years old', almostTwelve, young],
  ['12 years old', twelve, old],
])('the cards show the prices for a horse %s', async (_, birthDate, prices) => {
  const { screen } = await open(3, birthDate);
  expect(heads()).toEqual(prices);
  expect(screen.queryAllByText(surcharge)).toHaveLength(prices === old ? 1 : 0);
});

test.each([
  ['monthly', '60,49 € im Monat'],
  ['quarterly', '181,47 € im Vierteljahrentspricht 60,49 € im Monat'],
  ['semiannual', '355,68 € im Halbjahrentspricht 59,28 € im Monat'],
  ['annual', '696,84 € im Jahrentspricht 58,07 € im Monat'],
])('a card shows the price of its own deductible, paid %s', async (paymentFrequency, price) => {
  const { enter } = await open(3);
  await enter({ paymentFrequency, 'deductible-premium': '500' });
  expect(heads()[2]).toBe(price);
  expect(headOf('top')).toContain(tariffNames.top);
});

test('no tariff is chosen at first, the summary follows the choice, and the choice is saved', async () => {
  const { at, enter, entries, press, screen, sent, shown, toasts } = await open(3);
  const deductibles = tariffTypes.map((type) => `deductible-${type}`);
  expect([shown('tariffType'), shown('paymentFrequency')]).toEqual(['', 'monthly']);
  expect(entries(deductibles)).toEqual(Object.fromEntries(deductibles.map((name) => [name, '0'])));
  for (const badge of ['Günstiger Basisschutz', 'Empfehlung', 'Umfassender Schutz'])
    expect(screen.getByText(badge)).toBeTruthy();
  const summary = () =>
    screen.getByRole('region', { name: 'Ihre Auswahl' }).textContent?.replaceAll('\u00a0', ' ');
  await enter({ tariffType: 'premium' });
  for (const part of ['Premium-OP-Schutz', 'Ohne SB', 'Monatlich', '69,52 €'])
    expect(summary()).toContain(part);
  await enter({ paymentFrequency: 'annual', 'deductible-premium': '1000' });
  for (const part of ['1.000 €', 'Jährlich', '592,56 €']) expect(summary()).toContain(part);
  await press('Weiter');
  await at(4);
  expect(toasts()).toEqual([['Tarif ausgewählt']]);
  expect(
    await sent.find(({ method, url }) => method === 'POST' && url.endsWith('/tariff-selection'))?.json(),
  ).toEqual({
    tariffType: 'premium',
    selfParticipation: 1000,
    paymentFrequency: 'annual',
  });
});

test('the choice in the calculator of the landing page is chosen, and leaves the address', async () => {
  const { pathname } = location;
  history.replaceState(null, '', '?tariff=premium&deductible=500&frequency=semiannual');
  const { at, entries, press } = await open(2);
  expect(location.pathname + location.search).toBe(pathname);
  await press('Weiter');
  await at(3);
  expect(entries(['tariffType', 'paymentFrequency', 'deductible-premium'])).toEqual({
    tariffType: 'premium',
    paymentFrequency: 'semiannual',
    'deductible-premium': '500',
  });
});

describe('when prices cannot be loaded, built-in prices apply, a notice says so, and the step can be saved:', () => {
  test.each([
    // the age is still known
    ['the catalogue', api.tariffs, old],
    // it counts as 8 years old
    ['the horse', api.set('horse-data'), young],
  ])('%s', async (_, path, prices) => {
    const { at, enter, press, reply, toasts, visitor } = await open(2, twelve);
    const said = spyOn(console, 'error').mockImplementation(() => {});
    reply('GET', href(path, { id: visitor.id }), { status: 500, json: { message: 'kaputt' } });
    await press('Weiter');
    await at(3);
    const notice = 'Tarifdetails konnten nicht geladen werden. Bitte versuchen Sie es später erneut.';
    expect(toasts()).toEqual([['Hinweis', notice]]);
    expect(heads()).toEqual(prices);
    await enter({ tariffType: 'premium' });
    await press('Weiter');
    await at(4);
    said.mockRestore();
  });
});

test('the cards show a price that changed on the server', async () => {
  const { at, press, reply } = await open(3);
  expect(heads()).toEqual(young);
  await press('Zurück');
  await at(2);
  const catalogue = await (await app.ask('GET', api.tariffs)).text();
  reply('GET', api.tariffs, { status: 200, json: JSON.parse(catalogue.replace('48.44', '51.5')) });
  await press('Weiter');
  await at(3);
  expect(heads()).toEqual([young[0], '51,50 € im Monat', young[2]]);
});

test('a new birth date changes the prices of a visitor who went back', async () => {
  const { at, enter, press, screen } = await open(3);
  expect(heads()).toEqual(young);
  for (const step of [2, 1]) {
    await press('Zurück');
    await at(step);
  }
  await enter({ birthDate: yearsBefore(today, 20) });
  for (const step of [2, 3]) {
    await press('Weiter');
    await at(step);
  }
  expect(heads()).toEqual(old);
  expect(screen.getByText(surcharge)).toBeTruthy();
});
