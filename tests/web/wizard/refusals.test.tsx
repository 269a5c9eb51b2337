/** Refused steps: each invalid field has the message of its rule, a summary links to the fields, nothing is sent. */
import { expect, test } from 'bun:test';
import { checkSet } from '#domain/application';
import { type StepNumber, setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { expectFocus, setDocument } from '#tests/support/dom';
import { johanna } from '#tests/support/people';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
const today = '2026-11-20';

type Row = {
  name: string;
  step: Exclude<StepNumber, 6>;
  /** How many sets are stored. With fewer than usual the step is not prefilled. */
  sets?: number;
  entered?: Record<string, string>;
  /** The refused fields in the order of the form. */
  refused: string;
};

const person = 'salutation firstName lastName';
const rows: Row[] = [
  {
    name: 'an empty horse',
    step: 1,
    entered: { insuranceStartDate: '' },
    refused: 'insuranceStartDate horseName birthDate gender requirementsConsent',
  },
  { name: 'an empty contact', step: 2, refused: `${person} email phone dataProcessingConsent` },
  {
    name: 'an incomplete e-mail address',
    step: 2,
    entered: { firstName: 'Johanna', lastName: 'Sommer', email: 'johanna@sommer', phone: '030' },
    refused: 'salutation email dataProcessingConsent',
  },
  { name: 'no tariff', step: 3, refused: 'tariffType' },
  {
    name: 'an empty policyholder',
    step: 4,
    sets: 1,
    refused: `${person} birthDate street houseNumber zipCode city email phone`,
  },
  {
    name: 'an empty mandate',
    step: 5,
    sets: 3,
    refused: 'accountHolder iban bic bankName mandateConsent',
  },
  {
    name: 'bank data that is too short',
    step: 5,
    entered: { iban: 'DE89 3704 0044 0532 0130 0', bic: 'COBADEF', bankName: 'Commerzbank' },
    refused: 'iban bic mandateConsent',
  },
];

/** Every invalid field with what screen readers read out about it. */
function invalidFields(): Record<string, string> {
  const fields = [...document.querySelectorAll('[aria-invalid=true]')];
  const described = (field: Element) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
  return Object.fromEntries(
    fields.map((field) => [field.getAttribute('name') ?? '', described(field).join(' ')]),
  );
}

test.each(rows.map((row) => [row.name, row] as const))('%s is refused', async (_, row) => {
  const { step, entered = {} } = row;
  const sets = setKeys.slice(0, row.sets ?? step - 1);
  const wizard = await openWizard(stage, step, { app, sets });
  const { at, click, enter, entries, field, press, screen, written } = wizard;
  await enter(entered);
  await press('Weiter');
  const summary = screen.getByRole('alert');
  expectFocus(summary);

  const names = row.refused.split(' ');
  const invalid = invalidFields();
  expect(Object.keys(invalid)).toEqual(names);
  const key = setKeys[step - 1] ?? 'horse-data';
  const checked = checkSet(key, today, entries(step === 3 ? [] : names));
  for (const name of names) {
    const message = checked.ok ? undefined : checked.errors.find(({ path }) => path === name)?.message;
    expect(invalid[name]).toContain(message ?? 'The rules accept it.');
  }
  const links = [...summary.querySelectorAll('a')];
  expect(links).toHaveLength(names.length);
  for (const [index, link] of links.entries()) {
    await click(link);
    expectFocus(field(names[index] ?? ''));
  }
  await at(step);
  expect(written()).toEqual([]);
});

test('a corrected field loses its message, and a corrected step can be saved', async () => {
  const { at, enter, field, press, screen, shown } = await openWizard(stage, 2, { app });
  await press('Weiter');
  field('firstName').focus();
  await enter({ firstName: 'Johanna' });
  expect(invalidFields()).not.toHaveProperty('firstName');
  expectFocus(field('firstName'));
  await press('Weiter');
  expectFocus(screen.getByRole('alert'));
  await enter(johanna['contact-data']);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(invalidFields()).toEqual({});
  await press('Weiter');
  await at(3);
  expect(shown('tariffType')).toBe('');
});

test('a refusal by the server is shown at its field as well', async () => {
  const { at, enter, press, reply, visitor } = await openWizard(stage, 2, { app });
  const errors = [{ path: 'email', message: 'Diese Adresse kennen wir nicht' }];
  const path = href(api.set('contact-data'), { id: visitor.id });
  reply('POST', path, { status: 422, json: { message: 'Ungültig', errors } });
  await enter(johanna['contact-data']);
  await press('Weiter');
  expect(invalidFields()).toEqual({ email: expect.stringContaining('Diese Adresse kennen wir nicht') });
  await at(2);
});
