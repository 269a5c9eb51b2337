/** The overview submits the price that it shows, and asks again when the price has risen. */
import { expect, test } from 'bun:test';
import { premiumOptions } from '#db/schema/tariffs';
import type { PaymentFrequency } from '#domain/tariffs/catalogue';
import { setDocument } from '#tests/support/dom';
import { johanna } from '#tests/support/people';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toasts.tsx';
import { openWizard } from './wizard-screen';

const stage = setDocument();

/** Opens the overview of an application for 44.58 a month, or less when it is paid for a longer period. */
async function openSummary(paymentFrequency: PaymentFrequency = 'monthly', submitLabel = 'Antrag absenden') {
  const tariff = { ...johanna['tariff-selection'], paymentFrequency };
  const wizard = await openWizard(stage, 6, {
    person: { ...johanna, 'tariff-selection': tariff },
    submitLabel,
  });
  const { screen, sent } = wizard;
  const setPrice = (monthlyCents: number) =>
    wizard.app.db.write(async (tx) => void (await tx.update(premiumOptions).set({ monthlyCents })));
  const submit = () => wizard.press(submitLabel);
  /** The text of the row `Beitrag`. */
  const price = async () => (await screen.findByText('Beitrag')).nextSibling?.textContent;
  const notice = async () => {
    await screen.findByText(title);
    return screen.getByRole('alert');
  };
  const headers = () =>
    sent
      .filter(({ url }) => url.endsWith('/complete'))
      .map((request) => request.headers.get('x-shown-premium'));
  return { ...wizard, setPrice, submit, price, notice, headers };
}

const title = 'Der Beitrag hat sich geändert';

test('an application is submitted with the monthly price that the overview shows', async () => {
  const { headers, price, screen, submit } = await openSummary('annual');
  expect(await price()).toBe('513,60\u00a0€ im Jahr');
  await submit();
  await screen.findByText('Antrag erfolgreich eingereicht');
  expect(headers()).toEqual(['42.80']);
});

test('a price that rose is shown and explained, and the next click submits the application', async () => {
  const { app, headers, notice, price, screen, setPrice, submit, visitor } = await openSummary('semiannual');
  expect(await price()).toBe('262,14\u00a0€ im Halbjahr');
  await setPrice(99_99);
  await submit();
  const shown = await notice();
  expect(shown.textContent).toContain('262,14\u00a0€ im Halbjahr');
  expect(shown.textContent).toContain('587,94\u00a0€ im Halbjahr');
  expect(document.activeElement?.textContent).toBe(shown.textContent);
  expect(shown.closest('section')?.textContent).toContain('Tarifauswahl');
  expect(await price()).toBe('587,94\u00a0€ im Halbjahr');
  expect(pageStore.get(toastsAtom)).toEqual([]);
  expect((await visitor.application()).body.completed).toBe(false);

  await setPrice(120_00);
  await submit();
  const again = await notice();
  expect(again.textContent).toContain('587,94\u00a0€ im Halbjahr');
  expect(await price()).toBe('705,60\u00a0€ im Halbjahr');

  await submit();
  await screen.findByText('Antrag erfolgreich eingereicht');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(headers()).toEqual(['43.69', '97.99', '117.60']);
  const { body } = await visitor.application();
  expect(body.completed).toBe(true);
  const details = await app.ask('GET', `/api/backoffice/applications/${visitor.id}/details`, {
    headers: await app.signIn(),
  });
  expect(await details.json()).toMatchObject({ tariffSelection: { monthlyPremium: 117.6 } });
});

test('a price that fell needs no second click', async () => {
  const { screen, setPrice, submit } = await openSummary();
  await setPrice(10_00);
  await submit();
  await screen.findByText('Antrag erfolgreich eingereicht');
});

test('the button and the notice have the words of SUBMIT_LABEL', async () => {
  const words = 'Zahlungspflichtig beantragen';
  const { notice, screen, setPrice, submit } = await openSummary('monthly', words);
  await setPrice(99_99);
  await submit();
  expect((await notice()).textContent).toContain(`noch einmal auf „${words}“`);
  expect(screen.queryByRole('button', { name: 'Antrag absenden' })).toBeNull();
});

test('the tariff step shows the new price after the notice', async () => {
  const { notice, press, screen, sent, setPrice, submit } = await openSummary();
  await setPrice(99_99);
  await submit();
  await notice();
  await press('Tarifauswahl ändern');
  expect((await screen.findByRole('region', { name: 'Ihre Auswahl' })).textContent).toContain('99,99');
  // bypasses the copy in the browser, which may be a minute old
  const catalogue = sent.find(({ url }) => url.endsWith('/api/tariffs'));
  expect(catalogue?.cache).toBe('no-cache');
});
