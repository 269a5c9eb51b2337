import { describe, expect, test } from 'bun:test';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { company, insurer } from '#domain/company';
import { placeholders } from '#domain/operator';
import { ImprintPage } from '#web/site/legal/ImprintPage.tsx';
import { PrivacyPage } from '#web/site/legal/PrivacyPage.tsx';

/** The main part of a page, as markup and as plain text. */
function read(page: ReactNode) {
  const html = renderToStaticMarkup(page);
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return { main, text: main.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') };
}

const privacy = read(<PrivacyPage retentionDays={30} />);
const imprint = read(<ImprintPage />);

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
  'Lesen kann es Google Analytics',
  ...['a', 'b', 'c', 'f'].map((letter) => `Art. 6 Abs. 1 lit. ${letter}`),
  ...[15, 16, 17, 18, 20, 21, 22, 77].map((article) => `Art. ${article} DSGVO`),
  'Stand: Mai 2025',
])('the privacy statement says: %s', (words) => {
  expect(privacy.text).toContain(words);
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
])('the %s', (_, { main }) => {
  test('does not link to the closed dispute platform', () => {
    expect(main).not.toMatch(/ec\.europa\.eu|consumers\/odr/);
  });

  test('has one main heading', () => {
    expect(main.match(/<h1/g)).toHaveLength(1);
  });
});
