/** The box on the duty of disclosure, the waiver of advice, and what stands right above the button that submits. */
import { describe, expect, test } from 'bun:test';
import { evidence, wordings } from '#db/schema/law';
import { adviceWaiver, dutyOfDisclosure } from '#domain/law/wordings';
import type { PaymentFrequency } from '#domain/tariffs/catalogue';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { johanna } from '#tests/support/people';
import { wizardWordings } from '#tests/support/wordings';
import { pageStore } from '#web/ui/page-store';
import { toastsAtom } from '#web/ui/toasts.tsx';
import { openWizard } from './wizard-screen';

const stage = setDocument();

async function openSummary(paymentFrequency: PaymentFrequency = 'monthly') {
  const tariff = { ...johanna['tariff-selection'], paymentFrequency };
  const wizard = await openWizard(stage, 6, { person: { ...johanna, 'tariff-selection': tariff } });
  const { screen, sent, visitor } = wizard;
  const { act, fireEvent } = stage.library;
  const path = href(api.declarations, { id: visitor.id });
  const box = () => screen.findByRole('checkbox', { name: adviceWaiver.sentence });
  const isTicked = async () => Reflect.get(await box(), 'checked');
  const button = (name = 'Antrag absenden') => screen.findByRole('button', { name });
  const press = async (element: HTMLElement) => {
    await act(async () => fireEvent.click(element));
  };
  const stored = async () => (await (await wizard.app.ask('GET', path)).json()).adviceWaiver;
  const calls = () =>
    sent
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url }) => `${method} ${new URL(url).pathname.split('/').at(-1)}`)
      // every overview asks for the documents
      .filter((call) => call !== 'PUT documents');
  await screen.findByText('Ich verzichte auf', { exact: false });
  return { ...wizard, path, box, isTicked, button, press, stored, calls };
}

describe('step 1', () => {
  test('shows the duty of disclosure outside of the panel that can be folded, and links the notification', async () => {
    const { screen } = await openWizard(stage, 1);
    const title = await screen.findByRole('heading', { name: 'Wichtig: Ihre Anzeigepflicht' });
    expect(title.closest('details')).toBeNull();
    expect(title.parentElement?.textContent).toBe(dutyOfDisclosure.title + dutyOfDisclosure.text);
    const link = screen.getByRole('link', { name: 'Mitteilung zur Anzeigepflicht' });
    expect(link.getAttribute('href')).toBe('/unterlagen/anzeigepflicht');
  });
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
    const { button } = await openSummary(frequency);
    const above = (await button()).closest('form')?.previousElementSibling;
    expect(above?.textContent?.replace(/\u00a0/g, ' ')).toBe(`Sie beantragen: ${offer}`);
  });

  test('submits the wordings of the page, and with nothing ticked sends nothing else', async () => {
    const { app, screen, sent, button, press, calls } = await openSummary();
    await press(await button());
    await screen.findByText('Antrag erfolgreich eingereicht');
    expect(calls()).toEqual(['PUT complete']);
    const completion = sent.find(({ url }) => url.endsWith('/complete'));
    expect(completion?.headers.get('x-wordings')).toBe(wizardWordings.header);
    expect(await app.db.read.select().from(evidence)).toHaveLength(6);
  });

  test('asks to reload a page whose wordings nobody knows', async () => {
    const { app, screen, button, press } = await openSummary();
    // a server that has never shown what this page shows
    await app.db.write((tx) => tx.delete(wordings));
    Object.assign(app.context.wordings.hashes, { submission: 'c'.repeat(64) });
    await press(await button());
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
    const { box, press, isTicked, stored, calls, settled } = await openSummary();
    for (const ticked of [true, false, true]) {
      await press(await box());
      await settled();
      expect([await isTicked(), await stored()]).toEqual([ticked, ticked]);
    }
    expect(calls()).toEqual(Array(3).fill('PUT declarations'));
  });

  test('shows its new state while it is stored, and nothing can be submitted meanwhile', async () => {
    const { box, press, path, hold, isTicked, screen, settled, calls } = await openSummary();
    const release = hold(path);
    await press(await box());
    expect(await isTicked()).toBe(true);
    const button = screen.getByRole('button', { name: 'Wird verarbeitet...' });
    expect(button.hasAttribute('disabled')).toBe(true);
    // a second click waits for its turn, so that two calls cannot overtake each other
    await press(await box());
    expect(await isTicked()).toBe(true);
    release();
    await screen.findByRole('button', { name: 'Antrag absenden' });
    await settled();
    expect(calls()).toEqual(['PUT declarations']);
  });

  test.each([
    ['fails', () => Response.json({ message: 'kaputt' }, { status: 500 })],
    ['is not answered', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('shows its old state and a toast when saving %s', async (_, reply) => {
    const { box, press, isTicked, stored, screen } = await openSummary();
    const { fetch } = globalThis;
    globalThis.fetch = (async (path: string, init?: RequestInit) =>
      init?.method === 'PUT' ? await reply() : await fetch(path, init)) as typeof globalThis.fetch;
    await press(await box());
    await screen.findByRole('button', { name: 'Antrag absenden' });
    expect(pageStore.get(toastsAtom)[0]).toMatchObject({
      title: 'Fehler',
      description: 'Es ist ein Fehler beim Speichern der Daten aufgetreten.',
      tone: 'destructive',
    });
    expect([await isTicked(), await stored()]).toEqual([false, false]);
    globalThis.fetch = fetch;
    await press(await box());
    await screen.findByRole('button', { name: 'Antrag absenden' });
    expect([await isTicked(), await stored()]).toEqual([true, true]);
  });
});
