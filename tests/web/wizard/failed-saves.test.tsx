/** Steps that cannot be saved: nothing that was entered is lost, and nothing is sent twice. */
import { describe, expect, spyOn, test } from 'bun:test';
import { type StepNumber, setKeys, stepOf } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
const saveFailed = ['Fehler', 'Es ist ein Fehler beim Speichern der Daten aufgetreten.'];

/** A change of each step. */
const changes = {
  'horse-data': ['horseName', 'Luna'],
  'contact-data': ['firstName', 'Neu eingetragen'],
  'tariff-selection': ['paymentFrequency', 'annual'],
  'policyholder-info': ['city', 'Neu eingetragen'],
  'sepa-mandate': ['accountHolder', 'Neu eingetragen'],
} as const;

describe.each(setKeys)('%s', (key) => {
  const step = stepOf(key).number as StepNumber;
  const [name, value] = changes[key];

  async function open() {
    const wizard = await openWizard(stage, step, { app, sets: setKeys });
    await wizard.at(step);
    return { ...wizard, path: href(api.set(key), { id: wizard.visitor.id }) };
  }

  test('keeps its entries when it cannot be saved, and can be sent again', async () => {
    const { at, enter, path, press, reply, shown, toasts } = await open();
    await enter({ [name]: value });
    for (const failure of [{ status: 500, json: { message: 'kaputt' } }, null]) {
      const heal = reply('POST', path, failure);
      await press('Weiter');
      await at(step);
      await press('Weiter');
      expect(toasts()).toEqual([saveFailed]);
      expect(shown(name)).toBe(value);
      heal();
    }
    await press('Weiter');
    await at(step + 1);
    await press('Zurück');
    await at(step);
    expect(shown(name)).toBe(value);
  });

  test('loads its page again when it is no longer open to this browser, and the entries stay a draft', async () => {
    const { at, enter, load, path, press, reply, shown, toasts } = await open();
    const reload = spyOn(location, 'reload').mockImplementation(() => {});
    try {
      await enter({ [name]: value });
      reply('POST', path, { status: 404, json: { message: 'Not found' } });
      await press('Weiter');
      expect(reload).toHaveBeenCalledTimes(1);
      expect(toasts()).toEqual([]);
      await load();
      await at(step);
      // bank data is not kept
      if (key !== 'sepa-mandate') expect(shown(name)).toBe(value);
    } finally {
      reload.mockRestore();
    }
  });
});
