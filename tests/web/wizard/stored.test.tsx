/** What a page of the wizard shows when it is loaded again, and in another browser (docs/decisions/002). */
import { describe, expect, test } from 'bun:test';
import { setFields } from '#domain/application';
import { groupIban } from '#domain/bank/numbers';
import { isConsent } from '#domain/facts';
import { type SetKey, type StepNumber, setKeys, stepOf } from '#domain/steps/all';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { createVisitor, johanna, matthias, type Visitor } from '#tests/support/people';
import { entriesOf, openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
const submitted = 'Ihr Antrag wurde bereits eingereicht';

const open = (step: StepNumber, sets: readonly SetKey[] = setKeys) => openWizard(stage, step, { app, sets });

/** Opens the application in a browser that has nothing of it. */
function elsewhere({ id }: Visitor, visitor = createVisitor(app, id)) {
  sessionStorage.clear();
  return openWizard(stage, 1, { app, visitor });
}

/** The form of a set as it is stored. */
function stored(key: SetKey) {
  const entries = entriesOf(key);
  return key === 'sepa-mandate' ? { ...entries, iban: groupIban(String(entries.iban)) } : entries;
}

describe.each(setKeys)('%s', (key) => {
  const step = stepOf(key).number;

  test('is shown as it is stored, also after a reload', async () => {
    const { at, entries, field, load } = await open(step);
    for (let visit = 0; visit < 2; visit += 1) {
      await at(step);
      expect(entries(Object.keys(stored(key)))).toEqual(stored(key));
      const boxes = Object.entries(setFields[key]).filter(([, one]) => isConsent(one));
      // the only one that may stay empty
      for (const [name] of boxes) expect(field(name).checked).toBe(name !== 'reminderConsent');
      await load();
    }
  });

  test('shows unsaved entries after a reload, except bank data, and no others once they are saved', async () => {
    const { at, enter, entries, load, press, visitor } = await open(step, setKeys.slice(0, step - 1));
    const entered = key === 'tariff-selection' ? entriesOf(key, matthias) : stored(key);
    const names = Object.keys(entered);
    const before = entries(names);
    await enter(entered);
    await load();
    await at(step);
    const bank = { accountHolder: before.accountHolder ?? '', iban: '', bic: '', bankName: '' };
    expect(entries(names)).toEqual(key === 'sepa-mandate' ? { ...entered, ...bank } : entered);
    await enter(entered);
    await press('Weiter');
    await at(step + 1);
    expect(Object.keys(sessionStorage).filter((name) => name.includes(visitor.id))).toEqual([]);
  });
});

test('every step back is stored: a reload stays there', async () => {
  const { at, load, press, screen } = await open(6);
  await screen.findByText('DE89…3000');
  for (const step of [5, 4, 3, 2, 1]) {
    await press('Zurück');
    await at(step);
    await load();
    await at(step);
  }
  expect(screen.queryByRole('button', { name: 'Zurück' })).toBeNull();
});

test('unsaved entries stay on their step and in their application', async () => {
  const one = await open(2, setKeys.slice(0, 1));
  await one.enter({ firstName: 'Annegret' });
  await one.press('Zurück');
  await one.at(1);
  await one.press('Weiter');
  await one.at(2);
  expect(one.shown('firstName')).toBe('Annegret');
  const other = await open(2, setKeys.slice(0, 1));
  expect(other.shown('firstName')).toBe('');
  await one.load();
  expect(one.shown('firstName')).toBe('Annegret');
});

describe('a completed application', () => {
  test('says in every browser that it was submitted, and nothing else', async () => {
    const { load, screen, visitor } = await open(6);
    await visitor.complete();
    for (const visit of [load, () => elsewhere(visitor)]) {
      await visit();
      await screen.findByRole('heading', { name: submitted });
      expect(screen.getByText(visitor.id)).toBeTruthy();
      expect(screen.queryByRole('button', { name: /Weiter|Antrag absenden/ })).toBeNull();
      expect(document.body.textContent).not.toContain(johanna['contact-data'].lastName);
    }
  });

  test('is said instead of saving a step that another window still shows', async () => {
    const { press, screen, visitor } = await open(4);
    await visitor.complete();
    await press('Weiter');
    await screen.findByRole('heading', { name: submitted });
  });
});

describe('in another browser', () => {
  const notice = 'Bitte geben Sie Ihre Bankverbindung erneut ein';
  const account = { iban: 'AT61 1904 3002 3457 3201', bic: 'BKAUATWWXXX', bankName: 'Bank Austria' };

  function expectNoBankData({ entries, screen }: Awaited<ReturnType<typeof open>>) {
    expect(screen.getByText(notice)).toBeTruthy();
    expect(entries(['iban', 'bic'])).toEqual({ iban: '', bic: '' });
    const { innerHTML } = document.body;
    expect((innerHTML + JSON.stringify(sessionStorage)).replace(/\s/g, '')).not.toMatch(
      /3704004|1904300|COBADE/,
    );
  }

  test.each([1, 2, 3, 4] as const)('step %i shows the stored data', async (step) => {
    const { visitor } = await open(step);
    const { at, entries } = await elsewhere(visitor);
    await at(step);
    const expected = stored(setKeys[step - 1] ?? 'horse-data');
    expect(entries(Object.keys(expected))).toEqual(expected);
  });

  test('step 5 shows empty bank fields and a notice, also after a reload', async () => {
    const { visitor } = await open(4);
    const other = await elsewhere(visitor);
    await other.press('Weiter');
    await other.at(5);
    expectNoBankData(other);
    await other.load();
    await other.at(5);
    expectNoBankData(other);
  });

  test('an overview opens at step 5 until the bank data is entered again, which then is hidden here', async () => {
    const owner = await open(6);
    const other = await elsewhere(owner.visitor);
    await other.at(5);
    expectNoBankData(other);
    await other.press('Weiter');
    expect(other.field('iban').getAttribute('aria-invalid')).toBe('true');
    await other.enter(account);
    await other.press('Weiter');
    await other.at(6);
    await other.screen.findByText('AT61…3201');
    // the browser that entered the bank data may read it
    await other.press('Zurück');
    await other.at(5);
    expect(other.entries(Object.keys(account))).toEqual(account);
    expect(other.screen.queryByText(notice)).toBeNull();
    await other.press('Weiter');
    await other.at(6);

    const again = await elsewhere(owner.visitor, owner.visitor);
    await again.at(5);
    expectNoBankData(again);
  });
});
