/** The overview submits what it shows, and asks again when the price has risen or something was changed elsewhere. */
import { expect, test } from 'bun:test';
import { premiumOptions } from '#db/schema/tariffs';
import { setFields, usualSubmitLabel } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import type { PaymentFrequency } from '#domain/tariffs/catalogue';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { createVisitor, johanna, matthias } from '#tests/support/people';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const [risen, changed] = ['Der Beitrag hat sich geändert', 'Die Angaben haben sich geändert'];
const submitted = 'Antrag erfolgreich eingereicht';

/** Opens the overview of an application for 44.58 a month, or less when it is paid for a longer period. */
async function openSummary(paymentFrequency: PaymentFrequency = 'monthly', submitLabel = usualSubmitLabel) {
  const tariff = { ...johanna['tariff-selection'], paymentFrequency };
  const person = { ...johanna, 'tariff-selection': tariff };
  const wizard = await openWizard(stage, 6, { person, submitLabel });
  const { app, screen, sent, visitor } = wizard;
  return {
    ...wizard,
    elsewhere: createVisitor(app, visitor.id),
    submit: () => wizard.press(submitLabel),
    setPrice: (monthlyCents: number) =>
      app.db.write(async (tx) => void (await tx.update(premiumOptions).set({ monthlyCents }))),
    /** The text of the row `Beitrag`. */
    price: async () => (await screen.findByText('Beitrag')).nextSibling?.textContent,
    notice: async (title: string) => {
      await screen.findByText(title);
      return screen.getByRole('alert');
    },
    isCompleted: async () => (await visitor.application()).body.completed,
    stored: async () =>
      await (
        await app.ask('GET', href(api.details, { id: visitor.id }), { headers: await app.signIn() })
      ).json(),
    headers: () =>
      sent
        .filter(({ url }) => url.endsWith('/complete'))
        .map((request) => request.headers.get('x-shown-premium')),
  };
}

test('an application is submitted with the monthly price that the overview shows', async () => {
  const { headers, price, screen, submit } = await openSummary('annual');
  expect(await price()).toBe('513,60\u00a0€ im Jahr');
  await submit();
  await screen.findByText(submitted);
  expect(headers()).toEqual(['42.80']);
});

test('a price that rose is shown and explained, and the next click submits the application', async () => {
  const wizard = await openSummary('semiannual');
  const { headers, isCompleted, notice, price, screen, setPrice, stored, submit, toasts } = wizard;
  expect(await price()).toBe('262,14\u00a0€ im Halbjahr');
  await setPrice(99_99);
  await submit();
  const shown = await notice(risen);
  expect(shown.textContent).toContain('262,14\u00a0€ im Halbjahr');
  expect(shown.textContent).toContain('587,94\u00a0€ im Halbjahr');
  expect(document.activeElement?.textContent).toBe(shown.textContent);
  expect(shown.closest('section')?.textContent).toContain('Tarifauswahl');
  expect(await price()).toBe('587,94\u00a0€ im Halbjahr');
  expect([toasts(), await isCompleted()]).toEqual([[], false]);

  await setPrice(120_00);
  await submit();
  const again = await notice(risen);
  expect(again.textContent).toContain('587,94\u00a0€ im Halbjahr');
  expect(await price()).toBe('705,60\u00a0€ im Halbjahr');

  await submit();
  await screen.findByText(submitted);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(headers()).toEqual(['43.69', '97.99', '117.60']);
  expect(await isCompleted()).toBe(true);
  expect(await stored()).toMatchObject({ tariffSelection: { monthlyPremium: 117.6 } });
});

test('a price that fell needs no second click', async () => {
  const { screen, setPrice, submit } = await openSummary();
  await setPrice(10_00);
  await submit();
  await screen.findByText(submitted);
});

test('the button and the notice have the words of SUBMIT_LABEL', async () => {
  const words = 'Zahlungspflichtig beantragen';
  const { notice, screen, setPrice, submit } = await openSummary('monthly', words);
  await setPrice(99_99);
  await submit();
  expect((await notice(risen)).textContent).toContain(`noch einmal auf „${words}“`);
  expect(screen.queryByRole('button', { name: usualSubmitLabel })).toBeNull();
});

test('the tariff step shows the new price after the notice', async () => {
  const { notice, press, screen, sent, setPrice, submit } = await openSummary();
  await setPrice(99_99);
  await submit();
  await notice(risen);
  await press('Tarifauswahl ändern');
  expect((await screen.findByRole('region', { name: 'Ihre Auswahl' })).textContent).toContain('99,99');
  // bypasses the copy in the browser, which may be a minute old
  const catalogue = sent.find(({ url }) => url.endsWith('/api/tariffs'));
  expect(catalogue?.cache).toBe('no-cache');
});

const labelsOf = (key: SetKey, names: string[]) => names.map((name) => setFields[key][name]?.label ?? '');

test('what was changed in another browser is named and shown, and the next click submits it', async () => {
  const wizard = await openSummary();
  const { elsewhere, isCompleted, notice, screen, stored, submit, toasts, visitor } = wizard;
  await screen.findByText('Fjölnir vom Lindenhof');
  await elsewhere.save('horse-data', { ...johanna['horse-data'], horseName: 'Donna Clara' });
  await elsewhere.save('sepa-mandate', matthias['sepa-mandate']);
  await submit();
  const shown = await notice(changed);
  const names = [
    'Name des Pferdes',
    ...labelsOf('sepa-mandate', ['accountHolder', 'iban', 'bic', 'bankName']),
  ];
  expect(shown.textContent).toContain(`Geändert wurden: ${names.join(', ')}.`);
  expect(shown.textContent).toContain(`noch einmal auf „${usualSubmitLabel}“`);
  expect(document.activeElement?.textContent).toBe(shown.textContent);
  expect(screen.getByText('Donna Clara')).toBeTruthy();
  expect(screen.getByText(/^AT/)).toBeTruthy();
  expect([toasts(), await isCompleted()]).toEqual([[], false]);

  await visitor.save('horse-data', { ...johanna['horse-data'], horseName: 'Luna' });
  await submit();
  expect((await notice(changed)).textContent).toContain('Geändert wurden: Name des Pferdes.');
  await submit();
  await screen.findByText(submitted);
  expect(screen.queryByText(changed)).toBeNull();
  expect(await stored()).toMatchObject({ horseData: { horseName: 'Luna' } });
});

test('a label that several steps have is shown with its step, and the waiver by its name', async () => {
  const { elsewhere, notice, submit } = await openSummary();
  await elsewhere.save('contact-data', { ...johanna['contact-data'], phone: '030 1', reminderConsent: true });
  await elsewhere.save('policyholder-info', { ...johanna['policyholder-info'], birthDate: '1980-01-01' });
  await elsewhere.send('PUT', href(api.declarations, { id: elsewhere.id }), { adviceWaiver: true });
  await submit();
  expect((await notice(changed)).textContent).toContain(
    'Geändert wurden: Telefon (Kontaktdaten), Erinnerungen, Geburtsdatum (Versicherungsnehmer), Verzicht auf Beratung.',
  );
});

test('an account that looks the same where it is hidden is named by its step', async () => {
  const { app, elsewhere, notice, submit } = await openSummary();
  const others = createVisitor(app, elsewhere.id);
  for (const visitor of [elsewhere, others]) await visitor.save('sepa-mandate', johanna['sepa-mandate']);
  await submit();
  expect((await notice(changed)).textContent).toContain('Geändert wurden: IBAN, BIC.');
  await elsewhere.save('sepa-mandate', { ...johanna['sepa-mandate'], iban: 'DE89370501980000093000' });
  await submit();
  expect((await notice(changed)).textContent).toContain('Geändert wurden: SEPA-Mandat.');
});

test('nothing that nobody changed is asked about, with the waiver ticked here too', async () => {
  const { click, isCompleted, screen, submit } = await openSummary();
  await click(await screen.findByRole('checkbox'));
  await submit();
  await screen.findByText(submitted);
  expect(await isCompleted()).toBe(true);
});
