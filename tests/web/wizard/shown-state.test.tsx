/** The overview submits what it shows, and asks again when that was changed elsewhere. */
import { expect, test } from 'bun:test';
import { setFields } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { createVisitor, johanna, matthias } from '#tests/support/people';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toasts.tsx';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const label = 'Antrag absenden';
const title = 'Die Angaben haben sich geändert';

async function openSummary() {
  const wizard = await openWizard(stage, 6);
  const { app, screen, visitor } = wizard;
  const submit = () => wizard.press(label);
  const notice = async () => {
    await screen.findByText(title);
    return screen.getByRole('alert');
  };
  const isCompleted = async () => (await visitor.application()).body.completed;
  return { ...wizard, elsewhere: createVisitor(app, visitor.id), submit, notice, isCompleted };
}

const labelsOf = (key: SetKey, names: string[]) => names.map((name) => setFields[key][name]?.label ?? '');

test('what was changed in another browser is named and shown, and the next click submits it', async () => {
  const { app, elsewhere, isCompleted, notice, screen, submit, visitor } = await openSummary();
  await screen.findByText('Fjölnir vom Lindenhof');
  await elsewhere.save('horse-data', { ...johanna['horse-data'], horseName: 'Donna Clara' });
  await elsewhere.save('sepa-mandate', matthias['sepa-mandate']);
  await submit();
  const shown = await notice();
  const names = [
    'Name des Pferdes',
    ...labelsOf('sepa-mandate', ['accountHolder', 'iban', 'bic', 'bankName']),
  ];
  expect(shown.textContent).toContain(`Geändert wurden: ${names.join(', ')}.`);
  expect(shown.textContent).toContain(`noch einmal auf „${label}“`);
  expect(document.activeElement?.textContent).toBe(shown.textContent);
  expect(screen.getByText('Donna Clara')).toBeTruthy();
  expect(screen.getByText(/^AT/)).toBeTruthy();
  expect(pageStore.get(toastsAtom)).toEqual([]);
  expect(await isCompleted()).toBe(false);

  await visitor.save('horse-data', { ...johanna['horse-data'], horseName: 'Luna' });
  await submit();
  expect((await notice()).textContent).toContain('Geändert wurden: Name des Pferdes.');
  await submit();
  await screen.findByText('Antrag erfolgreich eingereicht');
  expect(screen.queryByText(title)).toBeNull();
  const details = await app.ask('GET', href(api.details, { id: visitor.id }), {
    headers: await app.signIn(),
  });
  expect(await details.json()).toMatchObject({ horseData: { horseName: 'Luna' } });
});

test('a label that several steps have is shown with its step, and the waiver by its name', async () => {
  const { elsewhere, notice, submit } = await openSummary();
  await elsewhere.save('contact-data', { ...johanna['contact-data'], phone: '030 1', reminderConsent: true });
  await elsewhere.save('policyholder-info', { ...johanna['policyholder-info'], birthDate: '1980-01-01' });
  await elsewhere.send('PUT', href(api.declarations, { id: elsewhere.id }), { adviceWaiver: true });
  await submit();
  expect((await notice()).textContent).toContain(
    'Geändert wurden: Telefon (Kontaktdaten), Erinnerungen, Geburtsdatum (Versicherungsnehmer), Verzicht auf Beratung.',
  );
});

test('an account that looks the same where it is hidden is named by its step', async () => {
  const { app, elsewhere, notice, submit } = await openSummary();
  const others = createVisitor(app, elsewhere.id);
  for (const visitor of [elsewhere, others]) await visitor.save('sepa-mandate', johanna['sepa-mandate']);
  await submit();
  expect((await notice()).textContent).toContain('Geändert wurden: IBAN, BIC.');
  await elsewhere.save('sepa-mandate', { ...johanna['sepa-mandate'], iban: 'DE89370501980000093000' });
  await submit();
  expect((await notice()).textContent).toContain('Geändert wurden: SEPA-Mandat.');
});

test('nothing that nobody changed is asked about, with the waiver ticked here too', async () => {
  const { isCompleted, screen, submit } = await openSummary();
  const box = await screen.findByRole('checkbox');
  await stage.library.act(async () => stage.library.fireEvent.click(box));
  await submit();
  await screen.findByText('Antrag erfolgreich eingereicht');
  expect(await isCompleted()).toBe(true);
});
