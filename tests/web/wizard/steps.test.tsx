import { describe, expect, test } from 'bun:test';
import { QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import { setFields } from '#domain/application';
import { placeholders } from '#domain/operator/operator';
import type { Prefill } from '#domain/preparations/prefill';
import { type SetKey, setKeys } from '#domain/steps/all';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { setDocument } from '#tests/support/dom';
import { wizardWordings } from '#tests/support/wordings';
import { createQueryClient } from '#web/hydrated/query-client';
import { OperatorContext } from '#web/operator.tsx';
import { openingStep } from '#web/wizard/start';
import { createWizardStore, draftAtom, WordingsContext } from '#web/wizard/state';
import { SepaStep } from '#web/wizard/steps/SepaStep.tsx';
import { ContactStep, HorseStep, PolicyholderStep } from '#web/wizard/steps/set-steps.tsx';
import { TariffStep } from '#web/wizard/steps/TariffStep.tsx';
import { catalogueQuery, setQuery } from '#web/wizard/stored';

const stage = setDocument();
const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const today = '2026-11-20';

/** Shows a step of an application with these stored sets. */
async function show(Step: ComponentType, stored: { [K in SetKey]?: object } = {}, prefill?: Prefill) {
  const client = createQueryClient();
  for (const key of setKeys) client.setQueryData<unknown>(setQuery(id, key).queryKey, stored[key] ?? null);
  client.setQueryData(catalogueQuery.queryKey, fallbackCatalogue);
  const start = {
    step: 1,
    begun: false,
    completed: false,
    failed: false,
    today,
    sets: {},
    catalogue: null,
    prefill,
  } as const;
  const store = createWizardStore(id, start);
  const { act, render } = stage.library;
  const screen = await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <OperatorContext value={placeholders}>
          <Provider store={store}>
            <WordingsContext value={wizardWordings}>
              <Step />
            </WordingsContext>
          </Provider>
        </OperatorContext>
      </QueryClientProvider>,
    ),
  );
  return { screen, store };
}

const contact = {
  salutation: 'mrs',
  firstName: 'Johanna',
  lastName: 'Sommer',
  email: 'johanna.sommer@post.example',
  phone: '030 23125 100',
};

test('the first two steps lead who only wants the price to the calculator, right below the heading', async () => {
  for (const Step of [HorseStep, ContactStep, TariffStep]) {
    const { screen } = await show(Step);
    const link = screen.queryByRole('link', { name: 'Nur den Preis sehen? Zum Beitragsrechner' });
    expect(link?.getAttribute('href')).toBe(Step === TariffStep ? undefined : '/#tariffs');
    if (link) expect(link.previousElementSibling?.tagName).toBe('H2');
    stage.library.cleanup();
  }
});

const forms = [
  ['horse-data', HorseStep],
  ['contact-data', ContactStep],
  ['policyholder-info', PolicyholderStep],
  ['sepa-mandate', SepaStep],
] as const;
test.each(forms)(
  'the form has the fields of %s in order, with their labels, and the consents last',
  async (key, Step) => {
    const { screen } = await show(Step);
    const controls = screen.container.querySelectorAll<HTMLInputElement>('[name]:not([type=hidden])');
    expect(Array.from(controls, ({ name }) => name)).toEqual(Object.keys(setFields[key]));
    for (const { name, type, labels } of controls)
      if (type !== 'checkbox')
        expect(labels?.[0]?.textContent).toStartWith(setFields[key][name]?.label ?? '?');
  },
);

describe('a step of an application with a source', () => {
  const typed = (screen: { getByLabelText(label: string): HTMLElement }, labels: string[]) =>
    labels.map((label) => Reflect.get(screen.getByLabelText(label), 'value'));
  const horse = { horseName: 'Fjölnir', birthDate: '2018-05-11', gender: 'gelding' } as const;
  const names = ['Versicherungsbeginn', 'Name des Pferdes', 'Geschlecht'];

  test('shows what is known of the horse, and the usual start unless one is known', async () => {
    const { screen } = await show(HorseStep, {}, { horse });
    expect(typed(screen, names)).toEqual(['2026-11-21', 'Fjölnir', 'gelding']);
    expect(Reflect.get(screen.getByRole('checkbox', { name: /Voraussetzungen/ }), 'checked')).toBe(false);
    stage.library.cleanup();
    const other = await show(HorseStep, {}, { horse: { ...horse, insuranceStartDate: '2027-01-01' } });
    expect(typed(other.screen, names)).toEqual(['2027-01-01', 'Fjölnir', 'gelding']);
  });

  test('chooses the card of the tariff, unless another one is stored', async () => {
    const tariff = { tariffType: 'top', selfParticipation: 250, paymentFrequency: 'annual' } as const;
    const { screen } = await show(TariffStep, {}, { tariff });
    expect(Reflect.get(screen.getByLabelText('Top-OP-Schutz'), 'checked')).toBe(true);
    stage.library.cleanup();
    const stored = { ...tariff, tariffType: 'basis', monthlyPremium: 1, annualPremium: 12 };
    const other = await show(TariffStep, { 'tariff-selection': stored }, { tariff });
    expect(Reflect.get(other.screen.getByLabelText('Basis-OP-Schutz'), 'checked')).toBe(true);
  });

  test('takes nothing of the contact for a policyholder with a name of their own', async () => {
    const fields = ['Vorname', 'Nachname', 'Ort', 'E-Mail'];
    const sets = { 'contact-data': contact };
    const { screen } = await show(PolicyholderStep, sets, { policyholderInfo: { city: 'Köln' } });
    expect(typed(screen, fields)).toEqual(['Johanna', 'Sommer', 'Köln', contact.email]);
    stage.library.cleanup();
    const karl = { firstName: 'Karl', lastName: 'Sommer', city: 'Köln' };
    const other = await show(PolicyholderStep, sets, { policyholderInfo: karl });
    expect(typed(other.screen, fields)).toEqual(['Karl', 'Sommer', 'Köln', '']);
  });

  test('shows what was typed in this tab rather than what is known', async () => {
    const { screen } = await show(HorseStep, {}, { horse });
    const { act, fireEvent } = stage.library;
    await act(async () =>
      fireEvent.change(screen.getByLabelText('Name des Pferdes'), { target: { value: 'Donna' } }),
    );
    stage.library.cleanup();
    const again = await show(HorseStep, {}, { horse });
    expect(typed(again.screen, names)).toEqual(['2026-11-21', 'Donna', 'gelding']);
  });
});

test.each([
  ['step 1', HorseStep, 'Lebensnummer (falls vorhanden)', 5],
  ['step 2', ContactStep, /^Erinnern Sie mich/, 6],
] as const)('%s tells screen readers which fields are required', async (_, Step, optional, required) => {
  const { screen } = await show(Step);
  expect(screen.getByLabelText(optional).getAttribute('aria-required')).toBe('false');
  expect(document.querySelectorAll('[aria-required=true]')).toHaveLength(required);
});

describe('a draft', () => {
  const enter = async (Step: ComponentType, labels: string[]) => {
    const { screen } = await show(Step);
    const { act, fireEvent } = stage.library;
    for (const label of labels) {
      await act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value: 'Winter' } }));
    }
    return screen;
  };
  const entry = (screen: Awaited<ReturnType<typeof enter>>, label: string) =>
    Reflect.get(screen.getByLabelText(label), 'value');

  test('of the mandate is stored without any bank data', async () => {
    const labels = ['Kontoinhaber', 'IBAN', 'BIC', 'Name der Bank'];
    const screen = await enter(SepaStep, labels);
    await stage.library.act(async () => stage.library.fireEvent.click(screen.getByRole('checkbox')));
    expect(sessionStorage).toHaveLength(1);
    expect(sessionStorage.getItem(`draft:${id}:sepa-mandate`)).toBe('{"mandateConsent":true}');
    stage.library.cleanup();
    const reloaded = await show(SepaStep, { 'policyholder-info': contact });
    expect(labels.map((label) => entry(reloaded.screen, label))).toEqual(['Johanna Sommer', '', '', '']);
    expect(Reflect.get(reloaded.screen.getByRole('checkbox'), 'checked')).toBe(true);
  });

  test('is complete, bank data included, as long as the page is open', async () => {
    const { store } = await show(SepaStep);
    const typed = { iban: 'DE89 3704', bic: 'COBADEFF', bankName: 'Hausbank', accountHolder: 'Jo Winter' };
    store.set(draftAtom, 'sepa-mandate', typed);
    expect(store.get(draftAtom)('sepa-mandate')).toEqual(typed);
  });
});

test.each([
  [6, true, 5],
  [6, false, 6],
  [3, true, 3],
  [5, true, 5],
] as const)('an application at step %d (bank data hidden: %p) opens at step %d', (stored, hidden, opens) => {
  expect(openingStep(stored, hidden)).toBe(opens);
});
