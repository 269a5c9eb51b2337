/** "Später fortsetzen" leaves nothing behind unsaid: the open step is saved, or the visitor is asked. */
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { setFields } from '#domain/application';
import { type SetKey, type StepNumber, setKeys, stepOf } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
const button = 'Später fortsetzen';
const title = 'Später fortsetzen?';

/** The forms that leave the page, by the browser or by script. happy-dom would follow them. */
const left: string[] = [];
const note = (form: EventTarget | null) => form instanceof HTMLFormElement && left.push(form.action);
const onSubmit = (event: Event) => {
  if (!event.defaultPrevented) note(event.target);
  event.preventDefault();
};
beforeEach(() => {
  left.length = 0;
  addEventListener('submit', onSubmit);
  spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    note(this);
  });
});
afterEach(() => removeEventListener('submit', onSubmit));

/** A change of each step that passes its rules. The empty one breaks them, unless all choices pass. */
const changes: Record<SetKey, [name: string, good: string]> = {
  'horse-data': ['horseName', 'Luna'],
  'contact-data': ['phone', '030 99'],
  'tariff-selection': ['paymentFrequency', 'annual'],
  'policyholder-info': ['city', 'Halle'],
  'sepa-mandate': ['bankName', 'Bank'],
};

async function open(step: StepNumber, sets: readonly SetKey[] = setKeys) {
  const wizard = await openWizard(stage, step, { app, sets });
  const { press, screen, visitor } = wizard;
  return {
    ...wizard,
    later: () => press(button),
    /** What the question names; null if nothing is asked. */
    asked: async () => {
      const dialog = screen.queryByRole('dialog', { name: title });
      return dialog && [...dialog.querySelectorAll('li')].map(({ textContent }) => textContent);
    },
    stored: async (key: SetKey) => (await visitor.read(key)).body,
    hasLeft: () => expect(left).toEqual([expect.stringContaining(href(api.accessLink, { id: visitor.id }))]),
  };
}

describe.each(setKeys)('%s', (key) => {
  const step = stepOf(key).number;
  const [name, good] = changes[key];

  test('is saved when it passes its rules, and nothing is asked', async () => {
    const { asked, enter, hasLeft, later, stored, visitor } = await open(step);
    await enter({ [name]: good });
    await later();
    await stage.library.waitFor(hasLeft);
    expect(await asked()).toBeNull();
    expect(await stored(key)).toMatchObject({ [name]: good });
    // where it was left
    expect((await visitor.application()).body).toMatchObject({ currentStep: step });
  });

  // every choice of the third step passes its rules once a tariff is stored
  if (key === 'tariff-selection') return;
  test('asks before an entry that breaks its rules is lost', async () => {
    const { asked, at, enter, hasLeft, later, load, press, screen, shown, stored } = await open(step);
    const before = await stored(key);
    await enter({ [name]: '' });
    await later();
    await screen.findByText('Diese Angaben sind noch nicht gespeichert:');
    expect(await asked()).toEqual([setFields[key][name]?.label ?? '']);
    await press('Zurück zum Schritt');
    expect(await asked()).toBeNull();
    expect([shown(name), left]).toEqual(['', []]);
    await later();
    await press('Trotzdem fortfahren');
    hasLeft();
    expect(await stored(key)).toEqual(before);
    await load();
    await at(step);
    // bank data is not kept
    if (key !== 'sepa-mandate') expect(shown(name)).toBe('');
  });
});

test.each([1, 2, 3, 4, 5, 6] as const)('step %i asks nothing when nothing was entered', async (step) => {
  const { asked, hasLeft, later, written } = await open(step);
  await later();
  hasLeft();
  expect([await asked(), written()]).toEqual([null, []]);
});

test('there is nothing to continue before the second step is stored', async () => {
  const { at, press, screen } = await open(2, setKeys.slice(0, 1));
  expect(screen.queryByRole('button', { name: button })).toBeNull();
  await press('Zurück');
  await at(1);
  expect(screen.queryByRole('button', { name: button })).toBeNull();
});

test('an entry that was taken back is no change, and one of another step is named with it', async () => {
  const { asked, at, enter, hasLeft, later, press, screen, shown, written } = await open(4);
  const city = String(shown('city'));
  await enter({ city: 'Halle' });
  await enter({ city });
  await later();
  await stage.library.waitFor(hasLeft);
  expect([await asked(), written()]).toEqual([null, []]);
  await enter({ city: '' });
  await press('Zurück');
  await at(3);
  await later();
  await screen.findByText('Diese Angaben sind noch nicht gespeichert:');
  expect(await asked()).toEqual(['Ort (Versicherungsnehmer)']);
});

test.each([
  ['the network fails', null],
  [
    'the server refuses it',
    { status: 422, json: { message: 'x', errors: [{ path: 'city', message: 'Falsch' }] } },
  ],
])('when %s the visitor learns it and nothing is lost', async (_, failure) => {
  const { asked, at, enter, later, press, reply, screen, shown, stored, toasts, visitor } = await open(4);
  const heal = reply('POST', href(api.set('policyholder-info'), { id: visitor.id }), failure);
  await enter({ city: 'Halle' });
  await later();
  await stage.library.waitFor(() => expect(toasts()[0]?.[1]).toContain('beim Speichern der Daten'));
  expect(screen.queryAllByText('Falsch')).toHaveLength(failure ? 1 : 0);
  expect([shown('city'), await asked(), left]).toEqual(['Halle', null, []]);
  heal();
  await press('Weiter');
  await at(5);
  expect(await stored('policyholder-info')).toMatchObject({ city: 'Halle' });
});
