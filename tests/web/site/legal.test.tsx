import { describe, expect, test } from 'bun:test';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Operator, placeholders } from '#domain/operator/operator';
import { usualPeriods } from '#domain/retention/periods';
import { OperatorContext } from '#web/operator.tsx';
import { LegalPage } from '#web/site/legal/LegalPage.tsx';
import { AccessibilityPage, ImprintPage, PrivacyPage } from '#web/site/legal/pages.tsx';

const { company, insurer, legal } = placeholders;

/** The main part of a page, as markup and as plain text, and the text of its footer. */
function read(page: ReactNode, operator = placeholders) {
  const html = renderToStaticMarkup(<OperatorContext value={operator}>{page}</OperatorContext>);
  const part = (name: string) => html.slice(html.indexOf(`<${name}`), html.indexOf(`</${name}>`));
  const plain = (markup: string) =>
    markup
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  return { main: part('main'), text: plain(part('main')), footer: plain(part('footer')) };
}

const imprintOf = (operator: Operator) => read(<ImprintPage operator={operator} />, operator);
const analytics = { name: 'Matomo', provider: 'InnoCraft', country: 'Neuseeland', purpose: 'Zählen' };
const measured = { ...placeholders, analytics };
const privacy = read(<PrivacyPage operator={measured} periods={{ ...usualPeriods, openDays: 30 }} />);
const imprint = imprintOf(placeholders);
const accessibility = read(<AccessibilityPage operator={placeholders} />);

test.each([
  company.name,
  company.privacyEmail,
  'TLS-Verschlüsselung',
  'Notwendiges Cookie, 90 Tage',
  'Bleibt ein Antrag 30 Tage lang unverändert',
  'gesetzlichen Fristen',
  'application_author',
  'cookie-consent-analytics',
  'cookie-consent-rejected',
  'analytics-consent',
  '_ga, _ga_*, _gid und _gat',
  'Nur mit Ihrer Einwilligung',
  'ob Sie eine Nachricht lesen, erfahren wir nicht',
  `Haben Sie Ihren Antrag abgesendet, übermitteln wir ihn zum Abschluss des Vertrags an die ${insurer.name}`,
  `Ihre Beiträge zieht die ${placeholders.creditor.name} als Gläubigerin des SEPA-Lastschriftmandats ein`,
  'Es enthält Ihren Namen, Ihre Telefonnummer, E-Mail-Adresse und Wunschzeit',
  'Lesen kann es Matomo',
  'läuft abgeschottet in einem eigenen Rahmen',
  'Kennungen und Zugangslinks in Internetadressen ersetzen wir vorher',
  'entfernen den Rahmen mit allem, was darin läuft',
  ...['a', 'b', 'c', 'f'].map((letter) => `Art. 6 Abs. 1 lit. ${letter}`),
  ...[15, 16, 17, 18, 20, 21, 22, 77].map((article) => `Art. ${article} DSGVO`),
  'Stand: Mai 2025',
])('the privacy statement says: %s', (words) => {
  expect(privacy.text).toContain(words);
});

test.each([privacy, imprint, accessibility])('no id stands twice on a page', ({ main }) => {
  const ids = [...main.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(10);
  expect(ids).toEqual([...new Set(ids)]);
});

test('each entry of the table of contents links to a section with that heading', () => {
  const entries = [...privacy.main.matchAll(/<li><a href="#([\w-]+)"[^>]*>([^<]+)</g)];
  expect(entries.length).toBeGreaterThan(9);
  for (const [, id, title] of entries) {
    expect(privacy.main).toMatch(new RegExp(`<h2 id="${id}-titel"[^>]*>${title}<`));
    expect(privacy.main).toContain(`<section id="${id}"`);
  }
});

test.each([
  company.name,
  company.registerNumber,
  'gebundener Versicherungsvertreter nach § 34d Abs. 7',
  company.intermediaryNumber,
  'Deutsche Industrie- und Handelskammer (DIHK)',
  insurer.name,
  ...insurer.productLines,
  'Online-Streitbeilegung über die Plattform der Europäischen Kommission (OS-Plattform) nehmen wir nicht teil',
  'Versicherungsombudsmann e. V.',
  'Postfach 08 06 32',
  '10006 Berlin',
  company.contentResponsible,
  'Stand: Mai 2025',
])('the legal notice says: %s', (words) => {
  expect(imprint.text).toContain(words);
});

describe.each([
  ['privacy statement', privacy],
  ['legal notice', imprint],
  ['accessibility statement', accessibility],
])('the %s', (_, { main }) => {
  test('does not link to the closed dispute platform', () => {
    expect(main).not.toMatch(/ec\.europa\.eu|consumers\/odr/);
  });

  test('has one main heading', () => {
    expect(main.match(/<h1/g)).toHaveLength(1);
  });
});

test.each([
  'vermitteln wir eine OP-Versicherung für Pferde',
  'Der Antrag hat sechs Schritte',
  'Web Content Accessibility Guidelines, WCAG 2.2 AA',
  'EN 301 549',
  'Was noch nicht barrierefrei ist',
  company.email,
  company.phone,
  'innerhalb von 14 Tagen',
  legal.enforcement.name,
  legal.enforcement.city,
  'Stand: 22.11.2026',
])('the accessibility statement says: %s', (words) => {
  expect(accessibility.text).toContain(words);
});

test('complaints have a section of their own with us, the ombudsman and the supervision', () => {
  const section = imprint.main.match(/<section id="beschwerde".*?<\/section>/s)?.[0] ?? '';
  expect(section).toContain('>Beschwerden</h2>');
  for (const words of [company.street, company.email, legal.ombudsman.name, legal.supervision.name])
    expect(section).toContain(words);
});

describe('an operator who is', () => {
  const permission = { name: 'IHK zu Leipzig', street: 'Goerdelerring 5', city: '04109 Leipzig' };
  const ofStatus = (status: Operator['legal']['status']): Operator => ({
    ...placeholders,
    legal: { ...legal, status, permission },
  });

  test.each([
    ['tied_agent', 'Gebundener Versicherungsvertreter nach § 34d Abs. 7 GewO'],
    ['agent', 'Versicherungsvertreter mit Erlaubnis nach § 34d Abs. 1 GewO'],
    ['broker', 'Versicherungsmakler mit Erlaubnis nach § 34d Abs. 1 GewO'],
  ] as const)('%s says so in the last line of every page', (status, words) => {
    const { footer } = imprintOf(ofStatus(status));
    const { intermediaryNumber } = company;
    const line = `${words} · Registernummer ${intermediaryNumber} · Versicherer: ${insurer.name} · Erstinformation`;
    expect(footer).toEndWith(line);
  });

  test.each([
    ['tied_agent', 'uneingeschränkte Haftung', 'IHK zu Leipzig'],
    ['agent', 'IHK zu Leipzig', 'uneingeschränkte Haftung'],
    ['broker', 'IHK zu Leipzig', 'Vertretener Versicherer'],
  ] as const)('%s has the facts of that status in the legal notice', (status, said, unsaid) => {
    const { text } = imprintOf(ofStatus(status));
    expect(text).toContain(said);
    expect(text).not.toContain(unsaid);
  });

  test('of the register is linked beside the number, if the file says where it can be checked', () => {
    const registerUrl = 'https://register.example/?nummer=(1)';
    const operator = { ...placeholders, company: { ...company, registerUrl } };
    const { main, footer, text } = imprintOf(operator);
    const { intermediaryNumber: number } = company;
    expect(text).toContain(`${number} ( Eintrag prüfen ).`);
    expect(main).toContain(`<a href="${registerUrl}" rel="noreferrer">Eintrag prüfen</a>`);
    expect(footer).toContain(`Registernummer ${number} ( Eintrag prüfen ) · Versicherer: ${insurer.name}`);
    for (const part of [imprint.text, imprint.footer]) expect(part).not.toContain('Eintrag prüfen');
  });

  test('not in the commercial register has no empty lines there', () => {
    const bare = { ...company, managingDirectors: '', registerCourt: '', registerNumber: '', vatId: '' };
    const { text } = imprintOf({ ...placeholders, company: bare });
    expect(text).not.toMatch(/Handelsregister|Umsatzsteuer|Geschäftsführung/);
  });
});

test.each([
  [null, null, 'Mai 2025'],
  ['2026-12-31', null, 'Dezember 2026'],
  [null, '2027-03-01', 'März 2027'],
  ['2026-12-31', '2027-03-01', 'März 2027'],
  ['2027-04-01', '2027-03-01', 'April 2027'],
])(
  'with wordings confirmed on %p and texts of %p the legal pages are of %s',
  (wordingsConfirmed, textsDate, from) => {
    const operator = { ...placeholders, legal: { ...legal, wordingsConfirmed, textsDate } };
    const stated = read(<PrivacyPage operator={operator} periods={usualPeriods} />);
    for (const { text } of [imprintOf(operator), stated]) expect(text).toEndWith(`Stand: ${from}`);
  },
);

describe('a text in which a name stands for a value', () => {
  const page = (block: string, values = {}) =>
    read(<LegalPage text={`# Titel\n\nWorum es geht.\n\n## Thema {#thema}\n\n${block}\n`} values={values} />)
      .main;

  test('shows a value as it is, without markup of its own', () => {
    const main = page('Hier steht {{name}}.', { name: '<b>{{x}} [y](https://z.example)' });
    expect(main).toContain('<p>Hier steht &lt;b&gt;{{x}} [y](https://z.example).</p>');
  });

  test('shows points, terms, a box and links', () => {
    expect(page('- eins\n  und mehr\n- zwei')).toContain('<li>eins und mehr</li><li>zwei</li>');
    expect(page('a\n: was a\n  ist\nb\n: was b ist')).toMatch(
      />a<\/dt><dd>was a ist<\/dd>.*>b<\/dt><dd>was b ist</,
    );
    expect(page('> wichtig')).toMatch(/<p class="rounded[^>]*>wichtig</);
    expect(page('[innen][ownData], [außen](https://z.example)')).toContain(
      '<a href="/meine-daten">innen</a>, <a href="https://z.example" rel="noreferrer">außen</a>',
    );
  });

  test.each(['Hier steht {{name}}.', '{{name}}', '[innen][nowhere]'])(
    'is no page if nothing is given for %s',
    (block) => {
      expect(() => page(block)).toThrow('A legal text');
    },
  );
});
