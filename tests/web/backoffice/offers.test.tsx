/** The list of offers, and the one that staff send by telephone. */
import { describe, expect, test } from 'bun:test';
import { idTaken } from '#domain/fields';
import type { OfferRow } from '#domain/offers/offers';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { api, href, pages } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { hands, optionsOf, type Replies, show, shownToast } from './scripted-screen';
import { entryOf } from './staff-screen';

const stage = setDocument();
const { click, fill } = hands(stage);
const settled = (check: () => void) => stage.library.waitFor(check);
const year = new Date().getFullYear();

const offer: OfferRow = {
  id: '11111111-1111-4111-8111-111111111111',
  number: 'AN-20261127-7KQ4M2XW9C',
  email: 'gerda@post.example',
  tariffType: 'top',
  monthlyPremium: 44.58,
  createdAt: '2026-11-27T08:30:00Z',
  expiresAt: '2026-12-27T22:59:59.999Z',
  state: 'open',
  source: 'messe',
  undeliverable: false,
  reply: null,
};
const pageOf = (offers: OfferRow[]) => ({
  body: { offers, total: offers.length, totalPages: 1, sources: { messe: 2, website: 5 } },
});
const list = `GET ${api.staffOffers}?page=1&pageSize=20`;
const create = `POST ${api.staffOffers}`;

async function open(replies: Replies = {}) {
  const shown = await show(stage, pages.backofficeOffers, {
    replies: { [list]: pageOf([offer]), [`GET ${api.tariffs}`]: { body: fallbackCatalogue }, ...replies },
  });
  await shown.screen.findByRole('searchbox');
  return shown;
}

describe('the list of offers', () => {
  test('shows each with its number, price, period, state and source', async () => {
    const reply = { at: '2026-11-28T13:03:27Z', text: 'Bitte rufen Sie mich an.' };
    const back = { ...offer, id: 'b', number: 'AN-B', state: 'expired', undeliverable: true, reply } as const;
    const { screen } = await open({ [list]: pageOf([offer, back]) });
    const [first, second] = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
    const texts = ['7KQ4M2XW9C', 'gerda@post.example', 'Top-OP-Schutz', '44,58', '27.11.2026'];
    for (const text of [...texts, '27.12.2026', 'Offen', 'messe']) expect(first).toContain(text);
    expect(first).not.toContain('Antwort per E-Mail');
    for (const text of ['AbgelaufenE-Mail kam zurückAntwort per E-Mail', '14:03', reply.text])
      expect(second).toContain(text);
    screen.getByText('2 Angebote');
  });

  test('is searched by number and e-mail, in the address', async () => {
    const { screen, router } = await open({
      [`GET ${api.staffOffers}?q=robin&page=1&pageSize=20`]: pageOf([]),
    });
    await fill(screen.getByRole('searchbox', { name: 'Angebote durchsuchen' }), 'robin');
    await screen.findByText('Keine Angebote gefunden');
    expect(router.state.location.search).toEqual({ q: 'robin' });
    await click(screen.getByRole('button', { name: 'Suche zurücksetzen' }));
    await screen.findByText('1 Angebot');
  });

  test('is filtered by source, in the address, and goes to its first page', async () => {
    const both = 'source=messe&page=1&pageSize=20';
    const { screen, router, calls } = await open({
      [`GET ${api.staffOffers}?${both}`]: pageOf([]),
      [`GET ${api.staffOffers}?page=2&pageSize=20`]: pageOf([offer]),
    });
    await stage.library.act(() => router.navigate({ to: '.', search: { page: 2 } }));
    const filter = await screen.findByRole('combobox', { name: 'Nach Quelle filtern' });
    expect(optionsOf(filter)).toEqual(['Alle Quellen', 'messe', 'website']);
    await fill(filter, 'messe');
    await screen.findByText('Keine Angebote gefunden');
    expect(calls).toContain(`GET ${api.staffOffers}?${both}`);
    expect(router.state.location.search).toEqual({ source: 'messe' });
    await click(screen.getByRole('button', { name: 'Suche und Filter zurücksetzen' }));
    await screen.findByText('1 Angebot');
    expect(router.state.location.search).toEqual({});
  });

  test('deletes one after a question', async () => {
    const call = `DELETE ${href(api.staffOffer, { id: offer.id })}`;
    const { screen, calls } = await open({ [call]: { body: { message: 'Gelöscht.' } } });
    await click(await screen.findByRole('button', { name: 'Löschen' }));
    expect(screen.getByRole('dialog', { name: 'Angebot löschen?' }).textContent).toContain(
      'Das Angebot AN-20261127-7KQ4M2XW9C an gerda@post.example wird',
    );
    await click(screen.getByRole('button', { name: 'Ja, löschen' }));
    await settled(() => expect(calls).toContain(call));
  });
});

describe('an offer by telephone', () => {
  async function openForm(replies: Replies = {}) {
    const shown = await open(replies);
    const { screen } = shown;
    await click(await screen.findByRole('button', { name: 'Angebot senden' }));
    const dialog = stage.library.within(screen.getByRole('dialog'));
    const enter = async (entries: Record<string, string>) => {
      for (const [label, value] of Object.entries(entries)) await fill(dialog.getByLabelText(label), value);
    };
    const send = () => click(dialog.getByRole('button', { name: /senden|Zusätzlich/ }));
    const bodies = () =>
      shown.calls
        .filter((call) => call.startsWith(create))
        .map((call) => JSON.parse(call.slice(create.length)));
    return { ...shown, dialog, enter, send, bodies };
  }
  const birthYear = 'Geburtsjahr des Pferdes (freiwillig)';
  const gerda = { 'E-Mail': 'gerda@post.example', Tarif: 'top', Selbstbeteiligung: '250' };

  test('shows its price while it is typed, and sends only what was given', async () => {
    const { screen, dialog, enter, send, bodies } = await openForm({
      [create]: { status: 201, body: offer },
    });
    dialog.getByText('Beitrag: noch kein Tarif gewählt.');
    await enter(gerda);
    const price = (await dialog.findByText(/im Monat,$/)).closest('[aria-live]');
    expect(price?.textContent).toMatch(/44,58\s€ im Monat, 534,96\s€ im JahrFür ein Pferd unter 12 Jahren/);
    await enter({ [birthYear]: String(year - 20), Zahlweise: 'annual' });
    expect(price?.textContent).toMatch(
      /616,32\s€ im Jahr, entspricht 51,36\s€ im MonatMit 20\s%.* Gerechnet, als wäre Ihr Pferd am 1. Januar geboren.$/,
    );
    await enter({ [birthYear]: '' });
    await send();
    await settled(() => expect(shownToast()?.description).toBe('Das Angebot ist unterwegs.'));
    expect(bodies()).toEqual([
      {
        id: expect.any(String),
        email: 'gerda@post.example',
        tariffType: 'top',
        selfParticipation: 250,
        paymentFrequency: 'annual',
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('names what is wrong', async () => {
    const { dialog, enter, send, bodies } = await openForm();
    await enter({ 'E-Mail': 'gerda', [birthYear]: 'alt' });
    await send();
    for (const message of [
      'Bitte geben Sie eine gültige E-Mail-Adresse ein',
      'Bitte prüfen Sie das Geburtsjahr',
    ])
      await dialog.findByText(message);
    expectFocus(dialog.getByLabelText('E-Mail'));
    expect(bodies()).toEqual([]);
  });

  test('stays when its dialog is closed, and is sent again under the same id after a lost answer', async () => {
    const shown = await openForm({ [create]: 'gone' });
    const { screen, enter, send, bodies, replies } = shown;
    await enter(gerda);
    await send();
    await settled(() => expect(shownToast()?.title).toBe('Fehler'));
    await stage.library.act(async () => screen.getByRole('dialog').dispatchEvent(new Event('cancel')));
    await click(screen.getByRole('button', { name: 'Angebot senden' }));
    const again = stage.library.within(screen.getByRole('dialog'));
    expect(entryOf(again.getByLabelText('E-Mail'))).toBe('gerda@post.example');
    const [{ id }] = bodies();
    replies[create] = { status: 409, body: { message: idTaken } };
    await click(again.getByRole('button', { name: 'Angebot senden' }));
    await again.findByText(idTaken);
    expect(bodies().map((body) => body.id)).toEqual([id, id]);
  });

  test('says that nobody may send so many', async () => {
    const message = 'Sie haben in 24 Stunden schon 20 Angebote gesendet.';
    const { screen, enter, send } = await openForm({ [create]: { status: 429, body: { message } } });
    await enter(gerda);
    await send();
    await settled(() => expect(shownToast()?.description).toBe(message));
    expect(entryOf(stage.library.within(screen.getByRole('dialog')).getByLabelText('E-Mail'))).toBe(
      'gerda@post.example',
    );
  });
});
