/** The title of the document: of each step, and of a step that was refused. */
import { expect, test } from 'bun:test';
import { placeholders } from '#domain/operator/operator';
import { type StepNumber, setKeys, steps } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { johanna } from '#tests/support/people';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const app = setApp();
const titleOf = (step: StepNumber) =>
  `Schritt ${step} von 6: ${steps[step - 1]?.title} | ${placeholders.brand.name}`;
const refused = (step: StepNumber) => `Fehler: ${titleOf(step)}`;

test('a refusal by the rules comes first, until the next try, and not on another step', async () => {
  const { at, enter, press, screen } = await openWizard(stage, 2, { app });
  expect(document.title).toBe(titleOf(2));
  await press('Weiter');
  await screen.findAllByText('Bitte geben Sie Ihren Vornamen ein');
  expect(document.title).toBe(refused(2));
  await press('Zurück');
  await at(1);
  expect(document.title).toBe(titleOf(1));
  await press('Weiter');
  await at(2);
  await press('Weiter');
  await enter({ ...johanna['contact-data'] });
  expect(document.title).toBe(refused(2));
  await press('Weiter');
  await at(3);
  expect(document.title).toBe(titleOf(3));
});

test.each([2, 6] as const)('so does a refusal of step %i by the server, but no lost call', async (step) => {
  const { button, hold, press, reply, visitor } = await openWizard(stage, step, { app, sets: setKeys });
  const [method, call] = step === 2 ? ['POST', api.set('contact-data')] : ['PUT', api.complete];
  const path = href(call, { id: visitor.id });
  const next = step === 2 ? 'Weiter' : 'Antrag absenden';
  const heal = reply(method, path, { status: 422, json: { message: 'Nein', errors: [] } });
  await press(next);
  await button(next);
  expect(document.title).toBe(refused(step));
  heal();
  reply(method, path, null);
  const release = hold(path);
  await press(next);
  expect(document.title).toBe(titleOf(step));
  release();
  await button(next);
  expect(document.title).toBe(titleOf(step));
});

test('who submits in another tab is told so by the title, too', async () => {
  const { press, reply, screen, visitor } = await openWizard(stage, 2, { app, sets: setKeys });
  reply('POST', href(api.set('contact-data'), { id: visitor.id }), {
    status: 409,
    json: { message: 'Nein' },
  });
  await press('Weiter');
  await screen.findByRole('heading', { name: 'Ihr Antrag wurde bereits eingereicht' });
  expect(document.title).toBe(`Ihr Antrag wurde bereits eingereicht | ${placeholders.brand.name}`);
});
