/** Calls of the wizard that fail or last: nothing that was entered is lost, and nothing is sent twice. */
import { describe, expect, spyOn, test } from 'bun:test';
import { incompleteTitle } from '#domain/application';
import { type SetKey, type StepNumber, setKeys, stepOf } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
const error = (sentence: string) => [['Fehler', `Es ist ein Fehler ${sentence}`]];
const saveFailed = error('beim Speichern der Daten aufgetreten.');
const progressFailed = error('beim Speichern des Fortschritts aufgetreten.');
const broken = { status: 500, json: { message: 'kaputt' } };
const submit = 'Antrag absenden';

/** A change of each step. */
const changes: Record<SetKey, [name: string, value: string]> = {
  'horse-data': ['horseName', 'Luna'],
  'contact-data': ['firstName', 'Neu eingetragen'],
  'tariff-selection': ['paymentFrequency', 'annual'],
  'policyholder-info': ['city', 'Neu eingetragen'],
  'sepa-mandate': ['accountHolder', 'Neu eingetragen'],
};

/** A step of a complete application, and the path to which it is saved. */
async function open(step: StepNumber, sets: readonly SetKey[] = setKeys) {
  const wizard = await openWizard(stage, step, { app, sets });
  const { id } = wizard.visitor;
  const key = setKeys[step - 1];
  return { ...wizard, id, path: href(key ? api.set<SetKey>(key) : api.complete, { id }) };
}

/** Lets the timers of this length end at once. No spy: Testing Library would take that for a clock of its own. */
function watchTimers() {
  const { setTimeout } = globalThis;
  const set: { end: () => void; ms: number | undefined }[] = [];
  const watched = (end: () => void, ms?: number) => {
    set.push({ end, ms });
    return setTimeout(end, ms);
  };
  globalThis.setTimeout = watched as typeof setTimeout;
  return {
    pass: (length: number) => {
      for (const { end, ms } of set) if (ms === length) end();
    },
    end: () => {
      globalThis.setTimeout = setTimeout;
    },
  };
}

describe.each(setKeys)('%s', (key) => {
  const step = stepOf(key).number;
  const [name, value] = changes[key];

  test('keeps its entries when it cannot be saved, and can be sent again', async () => {
    const { at, button, enter, path, press, reply, shown, toasts, visitor } = await open(step);
    await enter({ [name]: value });
    const timers = watchTimers();
    for (const failure of [broken, null, 'never'] as const) {
      const heal = reply('POST', path, failure);
      await press('Weiter');
      if (failure === 'never') {
        await button('Wird gespeichert...');
        await stage.library.act(async () => timers.pass(20_000));
      }
      await button('Weiter');
      expect(toasts()).toEqual(saveFailed);
      await at(step);
      expect(shown(name)).toBe(value);
      heal();
    }
    timers.end();
    await press('Weiter');
    await at(step + 1);
    expect((await visitor.read(key)).body).toMatchObject({ [name]: value });
    await press('Zurück');
    await at(step);
    expect(shown(name)).toBe(value);
  });

  test('loads its page again when it is no longer open to this browser, and the entries stay a draft', async () => {
    const { at, enter, load, path, press, reply, shown, toasts } = await open(step);
    const reload = spyOn(location, 'reload').mockImplementation(() => {});
    await enter({ [name]: value });
    reply('POST', path, { status: 404, json: { message: 'Not found' } });
    await press('Weiter');
    expect(reload).toHaveBeenCalledTimes(1);
    reload.mockRestore();
    expect(toasts()).toEqual([]);
    await load();
    await at(step);
    // bank data is not kept
    if (key !== 'sepa-mandate') expect(shown(name)).toBe(value);
  });
});

test.each([1, 2, 3, 4, 5, 6] as const)(
  'step %i is sent once, and its buttons are off meanwhile',
  async (step) => {
    const { at, button, click, hold, path, screen, written } = await open(step);
    const release = hold(path);
    const next = await button(step === 6 ? submit : 'Weiter');
    const { act, fireEvent } = stage.library;
    // before the first one is rendered
    await act(async () => {
      fireEvent.click(next);
      fireEvent.click(next);
    });
    const busy = await button(step === 6 ? 'Wird verarbeitet...' : 'Wird gespeichert...');
    await click(busy);
    expect(busy.disabled).toBe(true);
    const back = screen.queryByRole('button', { name: 'Zurück' });
    expect(back?.hasAttribute('disabled')).toBe(step > 1 ? true : undefined);
    release();
    if (step < 6) await at(step + 1);
    else await screen.findByRole('dialog', { name: 'Antrag erfolgreich eingereicht' });
    const saved = `${step === 6 ? 'PUT' : 'POST'} ${path.split('/').at(-1)}`;
    expect(written()).toEqual(step === 6 ? [saved] : [saved, 'PUT step']);
  },
);

test('the button has the focus again after a save that failed', async () => {
  const { button, path, press, reply, screen } = await open(2);
  reply('POST', path, 'never');
  const timers = watchTimers();
  await press('Weiter');
  const next = await button('Wird gespeichert...');
  // browsers take the focus from a button that is off
  const field = screen.getByLabelText('Vorname');
  field.focus();
  field.blur();
  expect(document.activeElement === document.body).toBe(true);
  await stage.library.act(async () => timers.pass(20_000));
  timers.end();
  await button('Weiter');
  expect(document.activeElement === next).toBe(true);
});

test('the second click of a double click does not press the button of the next step', async () => {
  const { at, button, written } = await open(1);
  const { act, fireEvent } = stage.library;
  const next = await button('Weiter');
  await act(async () => void fireEvent.click(next, { detail: 2 }));
  await at(1);
  expect(written()).toEqual([]);
});

test('when the progress cannot be saved, the step stays, forwards and backwards', async () => {
  const { at, id, load, press, reply, toasts } = await open(3);
  const path = href(api.step, { id });
  for (const [button, failure] of [
    ['Weiter', broken],
    ['Zurück', null],
  ] as const) {
    const heal = reply('PUT', path, failure);
    await press(button);
    expect(toasts()).toEqual(progressFailed);
    await at(3);
    await load();
    await at(3);
    heal();
  }
  await press('Zurück');
  await at(2);
});

test('when the application cannot be read, its page says so and starts at step 1', async () => {
  const { at, load, toasts } = await open(4);
  const { db } = app.context;
  const { read } = db;
  Object.defineProperty(db, 'read', {
    get: () => {
      throw new Error('The database is gone.');
    },
    configurable: true,
  });
  await load();
  await at(1);
  expect(toasts()).toEqual(error('aufgetreten. Bitte versuchen Sie es später erneut.'));
  Object.defineProperty(db, 'read', { value: read, configurable: true, writable: true });
  await load();
  await at(4);
});

describe('the overview', () => {
  type Overview = Awaited<ReturnType<typeof open>>;
  const sentence = 'Bitte füllen Sie alle erforderlichen Formulare aus.';

  async function expectIncomplete({ button, screen }: Overview) {
    await screen.findByText(sentence);
    expect(screen.getByRole('alert').textContent).toContain(incompleteTitle);
    expect((await button(submit)).disabled).toBe(true);
  }

  test('cannot be submitted while a set cannot be loaded', async () => {
    const wizard = await open(5);
    const { at, button, id, load, press, reply, screen, toasts } = wizard;
    const heal = reply('GET', href(api.set('policyholder-info'), { id }), broken);
    await press('Weiter');
    await expectIncomplete(wizard);
    expect(toasts()).toEqual(error('beim Laden der Daten aufgetreten.'));
    heal();
    await load();
    await at(6);
    expect(screen.queryByText(incompleteTitle)).toBeNull();
    expect((await button(submit)).disabled).toBe(false);
  });

  test('cannot be submitted while a set is missing', async () => {
    await expectIncomplete(await open(6, setKeys.slice(0, 3)));
  });

  test('says why it cannot be submitted, and can be submitted again', async () => {
    const { at, path, press, reply, screen, toasts } = await open(6);
    const failed = error('beim Absenden des Antrags aufgetreten.');
    const missing = { message: incompleteTitle, missing: ['sepa-mandate'] };
    for (const [answer, said] of [
      [broken, failed],
      [null, failed],
      [{ status: 422, json: missing }, [[incompleteTitle, sentence]]],
    ] as const) {
      const heal = reply('PUT', path, answer);
      await press(submit);
      expect(toasts()).toEqual(said.map((one) => [...one]));
      await at(6);
      expect(screen.queryByRole('dialog')).toBeNull();
      heal();
    }
    await press(submit);
    await screen.findByRole('dialog', { name: 'Antrag erfolgreich eingereicht' });
  });
});
