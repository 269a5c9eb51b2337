/** What a step takes from earlier ones, what the overview shows, and what fields tell phones and password managers. */
import { expect, test } from 'bun:test';
import { setKeys } from '#domain/steps/all';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { johanna } from '#tests/support/people';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
const contact = johanna['contact-data'];
const policyholder = johanna['policyholder-info'];

test('policyholder and account holder are prefilled, and stored entries stay', async () => {
  const { at, enter, entries, press, shown } = await openWizard(stage, 4, { app });
  const { salutation, firstName, lastName, email, phone } = contact;
  const empty = { birthDate: '', street: '', houseNumber: '', zipCode: '', city: '' };
  const first = { salutation, firstName, lastName, email, phone, ...empty };
  expect(entries(Object.keys(first))).toEqual(first);
  await enter({ ...policyholder, firstName: 'Anne', lastName: 'Winter' });
  await press('Weiter');
  await at(5);
  const mandate = { accountHolder: 'Anne Winter', iban: '', bic: '', bankName: '' };
  expect(entries(Object.keys(mandate))).toEqual(mandate);
  await enter({ ...johanna['sepa-mandate'], accountHolder: 'Gestüt Winter' });
  await press('Weiter');
  await at(6);
  for (const step of [5, 4]) {
    await press('Zurück');
    await at(step);
  }
  expect(shown('firstName')).toBe('Anne');
  await press('Weiter');
  await at(5);
  expect(shown('accountHolder')).toBe('Gestüt Winter');
});

test('the policyholder is prefilled again after a correction of the contact', async () => {
  const { at, enter, press, shown } = await openWizard(stage, 4, { app });
  for (const step of [3, 2]) {
    await press('Zurück');
    await at(step);
  }
  await enter({ lastName: 'Sommer-Winter' });
  for (const step of [3, 4]) {
    await press('Weiter');
    await at(step);
  }
  expect(shown('lastName')).toBe('Sommer-Winter');
});

test('the overview shows all five sets in German notation, and changes nothing but the waiver', async () => {
  const { chipNumber: _, ...horse } = johanna['horse-data'];
  const { screen } = await openWizard(stage, 6, {
    app,
    sets: setKeys,
    person: { ...johanna, 'horse-data': horse },
  });
  const cards = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.closest('section'));
  const expected: [string, ...string[]][] = [
    ['Pferdedaten', '21.11.2026', 'Fjölnir vom Lindenhof', '11.05.2018', 'Wallach', '-'],
    ['Kontaktdaten', 'Johanna Sommer', 'johanna.sommer@mail.example', '0341 9627 100'],
    ['Tarifauswahl', 'Top-OP-Schutz', '250 €', 'Monatlich', '44,58 €'],
    [
      'Versicherungsnehmer',
      'Johanna Sommer',
      '14.06.1985',
      'Lindenallee 12a',
      '04109 Leipzig',
      '0341 9627 100',
    ],
    ['SEPA-Lastschriftmandat', 'Johanna Sommer', 'DE89…3000', 'COBADEFFXXX', 'Commerzbank Köln'],
    ['Ihre Unterlagen'],
  ];
  expect(cards).toHaveLength(expected.length);
  for (const [index, values] of expected.entries())
    for (const value of values) expect(cards[index]?.textContent?.replaceAll('\u00a0', ' ')).toContain(value);
  const controls = document.querySelectorAll('main input:not([type=hidden]), main select, main textarea');
  expect(Array.from(controls, (one) => one.getAttribute('name'))).toEqual(['adviceWaiver']);
});

test('fields have the types and autocomplete values that phones and password managers need', async () => {
  const { field } = await openWizard(stage, 4, { app });
  const wanted: Record<string, Record<string, string>> = {
    firstName: { autocomplete: 'given-name' },
    lastName: { autocomplete: 'family-name' },
    birthDate: { type: 'date', autocomplete: 'bday' },
    zipCode: { inputmode: 'numeric', autocomplete: 'postal-code' },
    email: { type: 'email', inputmode: 'email', autocomplete: 'email' },
    phone: { type: 'tel', autocomplete: 'tel' },
  };
  for (const [name, attributes] of Object.entries(wanted))
    for (const [attribute, value] of Object.entries(attributes))
      expect(`${name} ${field(name).getAttribute(attribute)}`).toBe(`${name} ${value}`);
});
