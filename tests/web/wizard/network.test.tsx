/** No network: what the wizard says, and the one call that it repeats. */
import { afterEach, expect, test } from 'bun:test';
import { setKeys, stepOf } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
afterEach(() => Reflect.deleteProperty(navigator, 'onLine'));

async function setOnline(isOnline: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  const name = isOnline ? 'online' : 'offline';
  await stage.library.act(async () => void window.dispatchEvent(new Event(name)));
}

/** Loses the network before the step is sent, and fails to send it. */
async function loseStep(step: 1 | 2 | 3 | 4 | 5 | 6) {
  const wizard = await openWizard(stage, step, { app, sets: setKeys });
  const { id } = wizard.visitor;
  const key = setKeys[step - 1];
  const [method, path] = key ? ['POST', href(api.set(key), { id })] : ['PUT', href(api.complete, { id })];
  await setOnline(false);
  const heal = wizard.reply(method, path, null);
  const next = key ? 'Weiter' : 'Antrag absenden';
  const fail = async () => {
    await wizard.press(next);
    await wizard.button(next);
  };
  await fail();
  return { ...wizard, heal, fail };
}

test('says politely that there is none, as long as there is none', async () => {
  const { screen } = await openWizard(stage, 1, { app, sets: [] });
  const said = () => screen.getByRole('status').textContent;
  expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite');
  expect(said()).toBe('');
  await setOnline(false);
  expect(said()).toBe('Keine Verbindung. Ihre Eingaben bleiben hier.');
  await setOnline(true);
  expect(said()).toBe('');
});

test.each(setKeys)('%s is sent once more when it is back', async (key) => {
  const { number } = stepOf(key);
  const { at, heal, written } = await loseStep(number as 1);
  heal();
  await setOnline(true);
  await at(number + 1);
  expect(written()).toEqual([`POST ${key}`, `POST ${key}`, 'PUT step']);
});

test('what fails again waits for the visitor', async () => {
  const { at, button, heal, press, written } = await loseStep(2);
  await setOnline(true);
  await button('Weiter');
  heal();
  await setOnline(true);
  expect(written()).toEqual(['POST contact-data', 'POST contact-data']);
  await press('Weiter');
  await at(3);
});

test('each try is repeated once', async () => {
  const { at, fail, heal, written } = await loseStep(2);
  await fail();
  heal();
  await setOnline(true);
  await at(3);
  expect(written().filter((call) => call === 'POST contact-data')).toHaveLength(3);
});

test('not if the entries have changed since', async () => {
  const { at, enter, heal, shown, written } = await loseStep(2);
  await enter({ firstName: 'Jo' });
  heal();
  await setOnline(true);
  expect(written()).toEqual(['POST contact-data']);
  await at(2);
  expect(shown('firstName')).toBe('Jo');
});

test('not what was refused', async () => {
  const { button, press, reply, visitor, written } = await openWizard(stage, 2, { app, sets: setKeys });
  const path = href(api.set('contact-data'), { id: visitor.id });
  reply('POST', path, { status: 503, json: { message: 'kaputt' } });
  await press('Weiter');
  await button('Weiter');
  await setOnline(true);
  expect(written()).toEqual(['POST contact-data']);
});

test('never the application', async () => {
  const { heal, settled, written } = await loseStep(6);
  heal();
  await setOnline(true);
  await settled();
  expect(written()).toEqual(['PUT complete']);
});
