/** `/was-bleibt` as visitors without a script and search engines ask for it. */
import { describe, expect, test } from 'bun:test';
import { sameBill } from '#domain/landing-facts';
import { billNote } from '#domain/law/wordings';
import { tariffNames } from '#domain/tariffs/catalogue';
import { pages } from '#domain/urls';
import { setApp, type TestApp } from '#tests/support/app';

const app = setApp();
const robots = '<meta name="robots" content="noindex"/>';
const path = pages.whatIsLeft;

async function load(query = '', on: TestApp = app) {
  const response = await on.ask('GET', path + query);
  const html = (await response.text()).replaceAll('\u00a0', ' ').replaceAll('&amp;', '&');
  return { response, html };
}

/** What the cards say, by tariff. */
const cardsIn = (html: string) =>
  Array.from(html.matchAll(/<section aria-labelledby="anteil-\w+".*?<\/section>/g), ([card]) => {
    const amounts = Array.from(card.matchAll(/<dd[^>]*>([^<]*)</g), ([, amount]) => amount);
    const reasons = Array.from(card.matchAll(/<li>([^<]*)</g), ([, reason]) => reason);
    return { name: card.match(/<h3[^>]*>([^<]*)</)?.[1], left: amounts[0], paid: amounts[1], reasons };
  });
const linksTo = (html: string, to: string) =>
  Array.from(html.matchAll(/<a href="([^"]*)"/g), ([, link = '']) => link).filter((link) =>
    link.startsWith(`${to}?`),
  );
const typedIn = (html: string, name: string) =>
  html.match(new RegExp(`<input(?=[^>]* name="${name}")[^>]* value="([^"]*)"`))?.[1] ??
  html.match(new RegExp(`<select(?=[^>]* name="${name}").*?<option value="([^"]*)" selected`))?.[1];

describe('without a bill', () => {
  test('the form shows an example, for everybody and for search engines', async () => {
    const { response, html } = await load();
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    expect(html).toContain('>Was bleibt an mir hängen?</h1>');
    expect(html).toMatch(/<form [^>]*action="\/was-bleibt#ergebnis" method="get"/);
    expect(html).toMatch(new RegExp(`>Ein Beispiel: <span[^>]*>${sameBill.title}</span></h2>`));
    expect(html).toContain(`<link rel="canonical" href="http://localhost:3000${path}"/>`);
    expect(html).not.toContain(robots);
    expect(['bill', 'rate', 'emergency', 'days', 'deductible'].map((name) => typedIn(html, name))).toEqual([
      '25.200',
      '3',
      'yes',
      '0',
      '0',
    ]);
    const [basis, top, premium] = cardsIn(html);
    const ofLanding = sameBill.shares.map(({ reimbursed, left }) =>
      [reimbursed, left].map((text) => text.replaceAll('\u00a0', ' ')),
    );
    // the landing page knows no rate, which only Top needs
    expect([
      [basis?.paid, basis?.left],
      [premium?.paid, premium?.left],
    ]).toEqual([ofLanding[0] ?? [], ofLanding[2] ?? []]);
    expect([top?.paid, top?.left]).toEqual(['16.800 €', '8.400 €']);
  });

  test('and with the source of a visitor alone, it is the same example with that source', async () => {
    const { response, html } = await load('?source=messe');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).toContain('Ein Beispiel:');
    expect(html).toContain('<input type="hidden" name="source" value="messe"/>');
    expect(html).toContain(robots);
    expect((await load()).html).not.toContain('messe');
  });
});

describe('a bill', () => {
  const query = '?bill=10.000&rate=4&emergency=no&days=7&deductible=500&source=messe';

  test('is divided for each tariff, with the reasons', async () => {
    const { response, html } = await load(query);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).toContain(robots);
    expect(html).not.toContain('rel="canonical"');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const cards = cardsIn(html);
    expect(cards.map(({ name, paid, left }) => [name, paid, left])).toEqual([
      [tariffNames.basis, 'höchstens 2.000 €', 'mindestens 8.000 €'],
      [tariffNames.top, 'höchstens 4.500 €', 'mindestens 5.500 €'],
      [tariffNames.premium, 'höchstens 4.500 €', 'mindestens 5.500 €'],
    ]);
    expect(cards.map(({ reasons }) => reasons.length)).toEqual([4, 3, 3]);
    expect(cards[2]?.reasons[0]).toContain('Nur im Notdienst');
    expect(html).toContain(billNote);
    expect(html).toContain(
      'Rechnung über 10.000 €, 4-facher GOT-Satz, nicht im Notdienst, 7 Tage in der Klinik, 500 € Selbstbeteiligung.',
    );
    expect(html).not.toContain('Ein Beispiel');
  });

  test('leads to an application and an offer with tariff, deductible and source', async () => {
    const { html } = await load(query);
    const chosen = (tariff: string) => `?tariff=${tariff}&deductible=500&source=messe`;
    const tariffs = ['basis', 'top', 'premium'].map(chosen);
    for (const to of [pages.calculator, pages.offer])
      expect(linksTo(html, to).filter((link) => link.includes('tariff='))).toEqual(
        tariffs.map((one) => to + one),
      );
    expect(html.match(/Antrag beginnen</g)).toHaveLength(3);
    expect(html.match(/Angebot per E-Mail</g)).toHaveLength(3);
  });
});

describe('what is wrong', () => {
  test.each([
    ['bill=', 'Rechnung in Euro'],
    ['bill=499', 'Rechnung in Euro'],
    ['bill=25200&rate=5', 'GOT-Satz'],
    ['bill=25200&deductible=100', 'Selbstbeteiligung'],
  ])('is refused with a message at its field: %s', async (query, label) => {
    const { response, html } = await load(`?${query}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([422, 'no-store']);
    expect(html).toContain('<title>Fehler: Was bleibt an mir hängen? | Sattelfest</title>');
    expect(html).toContain('Eine Angabe fehlt noch oder stimmt nicht:');
    expect(html).toMatch(new RegExp(`<a href="#feld-[a-z]+"[^>]*>${label.replace('?', '\\?')}</a>`));
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(html.match(/autofocus=""/gi)).toHaveLength(1);
    expect(html).toContain(robots);
    expect(cardsIn(html)).toEqual([]);
  });

  test('stays as it was typed, escaped', async () => {
    const typed = '"><script>alert(1)</script>';
    const { html } = await load(`?bill=${encodeURIComponent(typed)}&days=99`);
    expect(html).not.toContain('<script>alert');
    expect(typedIn(html, 'bill')).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(typedIn(html, 'days')).toBe('99');
    expect(html).toContain('2 Angaben fehlen noch oder stimmen nicht:');
  });

  test('is no reason to fail: a value that is no text of UTF-8, and the same name twice', async () => {
    expect((await load('?bill=%ff')).response.status).toBe(422);
    expect((await load('?bill=600&bill=viel')).response.status).toBe(200);
  });
});
