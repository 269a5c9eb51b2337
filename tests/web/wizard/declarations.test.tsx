/** The box on the duty of disclosure, the waiver of advice, and what stands right above the button that submits. */
import { describe, expect, test } from 'bun:test';
import { evidence, wordings } from '#db/schema/law';
import { usualSubmitLabel } from '#domain/application';
import { adviceWaiver, dutyOfDisclosure } from '#domain/law/wordings';
import type { PaymentFrequency } from '#domain/tariffs/catalogue';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { johanna } from '#tests/support/people';
import { wizardWordings } from '#tests/support/wordings';
import { openWizard } from './wizard-screen';

const stage = setDocument();

async function openSummary(paymentFrequency: PaymentFrequency = 'monthly') {
  const tariff = { ...johanna['tariff-selection'], paymentFrequency };
  const wizard = await openWizard(stage, 6, { person: { ...johanna, 'tariff-selection': tariff } });
  const { click, screen, visitor } = wizard;
  const path = href(api.declarations, { id: visitor.id });
  const box = () => screen.findByRole('checkbox', { name: adviceWaiver.sentence });
  const isTicked = async () => Reflect.get(await box(), 'checked');
  const stored = async () => (await (await wizard.app.ask('GET', path)).json()).adviceWaiver;
  await screen.findByText('Ich verzichte auf', { exact: false });
  return { ...wizard, path, box, isTicked, turn: async () => click(await box()), stored };
}

test('step 1 shows the duty of disclosure outside of the panel that can be folded, with the notification', async () => {
  const { screen } = await openWizard(stage, 1);
  const title = await screen.findByRole('heading', { name: 'Wichtig: Ihre Anzeigepflicht' });
  expect(title.closest('details')).toBeNull();
  expect(title.parentElement?.textContent).toBe(dutyOfDisclosure.title + dutyOfDisclosure.text);
  const link = screen.getByRole('link', { name: 'Mitteilung zur Anzeigepflicht' });
  expect(link.getAttribute('href')).toBe('/unterlagen/anzeigepflicht');
});

describe('the overview', () => {
  test('links the documents by their nouns in the acknowledgement, which has no tick', async () => {
    const { screen } = await openSummary();
    const links = [
      ['Allgemeinen Versicherungsbedingungen', '/unterlagen/avb'],
      ['Datenschutzerklärung', '/datenschutz'],
      ['Vertragsinformationen', '/unterlagen/verbraucherinformation'],
    ] as const;
    for (const [name, path] of links) {
      const link = screen.getByRole('link', { name });
      expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([path, '_blank']);
    }
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  });

  test.each<[PaymentFrequency, string]>([
    ['monthly', 'Top-OP-Schutz ab 21.11.2026 für 44,58 € im Monat, im Jahr 534,96 €.'],
    ['quarterly', 'Top-OP-Schutz ab 21.11.2026 für 133,74 € im Vierteljahr, im Jahr 534,96 €.'],
    ['semiannual', 'Top-OP-Schutz ab 21.11.2026 für 262,14 € im Halbjahr, im Jahr 524,28 €.'],
    ['annual', 'Top-OP-Schutz ab 21.11.2026 für 513,60 € im Jahr.'],
  ])('says right above the button what is applied for, paid %s', async (frequency, offer) => {
    const { button, screen } = await openSummary(frequency);
    const above = (await button(usualSubmitLabel)).closest('form')?.previousElementSibling;
    expect(above?.textContent?.replace(/\u00a0/g, ' ')).toBe(`Sie beantragen: ${offer}`);
    screen.getByText('Wir vermitteln ausschließlich für die Musterversicherung AG.');
  });

  test('submits the wordings of the page, and with nothing ticked sends nothing else', async () => {
    const { app, screen, sent, press, written } = await openSummary();
    await press(usualSubmitLabel);
    await screen.findByText('Antrag erfolgreich eingereicht');
    expect(written()).toEqual(['PUT complete']);
    const completion = sent.find(({ url }) => url.endsWith('/complete'));
    expect(completion?.headers.get('x-wordings')).toBe(wizardWordings.header);
    expect(await app.db.read.select().from(evidence)).toHaveLength(6);
  });

  test('asks to reload a page whose wordings nobody knows', async () => {
    const { app, screen, press } = await openSummary();
    // a server that has never shown what this page shows
    await app.db.write((tx) => tx.delete(wordings));
    Object.assign(app.context.wordings.hashes, { submission: 'c'.repeat(64) });
    await press(usualSubmitLabel);
    const alert = await screen.findByText(/Bitte laden Sie diese Seite neu/);
    expect(alert.closest('[role=alert]')).toBeTruthy();
  });
});

describe('the waiver of advice', () => {
  test('is an unticked box with a sentence beneath it', async () => {
    const { box, isTicked } = await openSummary();
    expect(await isTicked()).toBe(false);
    const hint = document.getElementById((await box()).getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe(
      'Ohne Häkchen melden wir uns zur Beratung, bevor der Vertrag zustande kommt.',
    );
  });

  test('is stored at once, ticked or unticked again', async () => {
    const { isTicked, settled, stored, turn, written } = await openSummary();
    for (const ticked of [true, false, true]) {
      await turn();
      await settled();
      expect([await isTicked(), await stored()]).toEqual([ticked, ticked]);
    }
    expect(written()).toEqual(Array(3).fill('PUT declarations'));
  });

  test('shows its new state while it is stored, and nothing can be submitted meanwhile', async () => {
    const { button, path, hold, isTicked, settled, turn, written } = await openSummary();
    const release = hold(path);
    await turn();
    expect(await isTicked()).toBe(true);
    expect((await button('Wird verarbeitet...')).disabled).toBe(true);
    // a second click waits for its turn, so that two calls cannot overtake each other
    await turn();
    expect(await isTicked()).toBe(true);
    release();
    await button(usualSubmitLabel);
    await settled();
    expect(written()).toEqual(['PUT declarations']);
  });

  test.each([
    ['fails', { status: 500, json: { message: 'kaputt' } }],
    ['is not answered', null],
  ])('shows its old state and a toast when saving %s', async (_, failure) => {
    const { button, isTicked, path, reply, stored, toasts, turn } = await openSummary();
    const heal = reply('PUT', path, failure);
    await turn();
    await button(usualSubmitLabel);
    expect(toasts()).toEqual([['Fehler', 'Es ist ein Fehler beim Speichern der Daten aufgetreten.']]);
    expect([await isTicked(), await stored()]).toEqual([false, false]);
    heal();
    await turn();
    await button(usualSubmitLabel);
    expect([await isTicked(), await stored()]).toEqual([true, true]);
  });
});
