/** What the wizard explains: what is not insured, what the deductible saves, and when cover begins. */
import { expect, test } from 'bun:test';
import { placeholders } from '#domain/operator/operator';
import { setKeys } from '#domain/steps/all';
import { setDocument } from '#tests/support/dom';
import { johanna, kim } from '#tests/support/people';
import { openWizard } from './wizard-screen';

const stage = setDocument();
const never = 'bekannte Vorerkrankungen, angeratene oder geplante Behandlungen';
const periods = 'Wartezeiten: Unfälle keine, Kolik 5 Tage, sonst 3 Monate';
// Johanna's insurance is to start on 21.11.2026
const days = 'Wunschbeginn 21.11.2026: Unfälle sofort, Kolik ab 26.11.2026, alles Übrige ab 21.02.2027';
const joints = ', OC-, OCD- und Gelenkchip-OP ab 21.11.2027.';

test('each card says what is not insured and what a deductible saves, also for another payment', async () => {
  const { screen } = await openWizard(stage, 3);
  const cards = screen.getAllByRole('article').map((card) => ({
    text: () => card.textContent ?? '',
    hint: () => {
      const id = card.querySelector('select')?.getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent;
    },
  }));
  const excluded = [
    `OC-, OCD- und Gelenkchip-OP, Physiotherapie, ${never}`,
    `Physiotherapie, ${never}`,
    never,
  ];
  const savings = ['in Basis 205,08', 'in Top 203,40', 'in Premium 216,96'];
  expect(cards).toHaveLength(3);
  for (const [index, card] of cards.entries()) {
    expect(card.text()).toContain(`Nicht versichert: ${excluded[index]}`);
    expect(card.hint()).toStartWith('SB heißt Selbstbeteiligung: So viel zahlen Sie je Operation selbst.');
    expect(card.hint()).toContain(`Mit 1.000\u00a0€ SB sparen Sie ${savings[index]}\u00a0€ im Jahr.`);
  }
  const { act, fireEvent } = stage.library;
  const frequency = screen.getByLabelText('Zahlweise');
  await act(async () => fireEvent.change(frequency, { target: { value: 'annual' } }));
  expect(cards[0]?.hint()).toContain('in Basis 196,92\u00a0€ im Jahr');
});

test('the tariff step names the waiting periods, and no days while no tariff is chosen', async () => {
  const { screen } = await openWizard(stage, 3);
  const selection = screen.getByRole('region', { name: 'Ihre Auswahl' });
  expect(selection.textContent).toContain(periods);
  expect(selection.textContent).not.toContain('Wunschbeginn');
});

test.each([
  [3, 19, ['Alle Beiträge inkl. 19 % Versicherungsteuer.']],
  [3, 0, []],
  [6, 19, ['Alle Beiträge inkl. 19 % Versicherungsteuer.']],
  [6, 0, []],
] as const)(
  'step %d says once which tax is in its prices, at a rate of %d',
  async (step, rate, sentences) => {
    const legal = { ...placeholders.legal, insuranceTaxPercent: rate };
    const { screen } = await openWizard(stage, step, { operator: { ...placeholders, legal } });
    await screen.findByText(/^Wartezeiten:/);
    const found = screen.queryAllByText(/Versicherungsteuer/).map((one) => one.textContent);
    expect(found).toEqual([...sentences]);
  },
);

test.each([
  ['Top', johanna, days + joints],
  ['Basis', kim, 'Wunschbeginn 01.01.2027: Unfälle sofort, Kolik ab 06.01.2027, alles Übrige ab 01.04.2027.'],
])('the tariff step names the days of the chosen tariff: %s', async (_, person, sentence) => {
  const { screen } = await openWizard(stage, 3, { person, sets: setKeys.slice(0, 3) });
  expect(screen.getByRole('region', { name: 'Ihre Auswahl' }).textContent).toContain(periods);
  expect(screen.getByText(sentence)).toBeTruthy();
});

test('the summary names the days on the card of the tariff', async () => {
  const { screen } = await openWizard(stage, 6);
  const note = await screen.findByText(days + joints);
  const card = note.closest('section');
  expect(card?.textContent).toContain('Tarifauswahl');
  expect(card?.textContent).toContain(periods);
  expect(screen.getByText('Gewünschter Versicherungsbeginn')).toBeTruthy();
});

test('after submitting the dialog says that the horse is not insured yet', async () => {
  const { press, screen } = await openWizard(stage, 6);
  await press('Antrag absenden');
  await screen.findByText('Antrag erfolgreich eingereicht');
  expect(
    screen.getByText(
      'Noch ist Ihr Pferd nicht versichert. Wir prüfen, der Versicherer entscheidet. Ab Erhalt des Versicherungsscheins können Sie 14 Tage lang widerrufen.',
    ),
  ).toBeTruthy();
});
