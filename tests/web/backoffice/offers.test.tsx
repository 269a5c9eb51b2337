/** The list of offers, and the one that staff send by telephone. */
import { describe, expect, test } from 'bun:test';
import type { OfferRow } from '#domain/offers';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { api, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { offer } from './listed';
import { hands, type Replies, sentTo, show } from './scripted-screen';

const stage = setDocument();
const { enter, isClosed, press, usable } = hands(stage);
const year = new Date().getFullYear();

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
});

describe('an offer by telephone', () => {
  const birthYear = 'Geburtsjahr des Pferdes (freiwillig)';
  const gerda = { 'E-Mail': 'gerda@post.example', Tarif: 'top', Selbstbeteiligung: '250' };

  test('shows its price while it is typed, and sends only what was given', async () => {
    const { calls } = await open({ [create]: { status: 201, body: offer } });
    await press('Angebot senden');
    const dialog = usable();
    dialog.getByText('Beitrag: noch kein Tarif gewählt.');
    await enter(gerda);
    const price = (await dialog.findByText(/im Monat,$/)).closest('[aria-live]');
    expect(price?.textContent).toMatch(/44,58\s€ im Monat, 534,96\s€ im JahrFür ein Pferd unter 12 Jahren/);
    await enter({ [birthYear]: String(year - 20), Zahlweise: 'annual' });
    expect(price?.textContent).toMatch(
      /616,32\s€ im Jahr, entspricht 51,36\s€ im MonatMit 20\s%.* Gerechnet, als wäre Ihr Pferd am 1. Januar geboren.$/,
    );
    await enter({ [birthYear]: '' });
    await press('Angebot senden');
    await isClosed();
    expect(sentTo({ calls }, create)).toEqual([
      {
        id: expect.any(String),
        email: 'gerda@post.example',
        tariffType: 'top',
        selfParticipation: 250,
        paymentFrequency: 'annual',
      },
    ]);
  });
});
