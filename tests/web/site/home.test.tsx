/** The texts of the landing page: the order of its sections, and every fact that it must state. */
import { describe, expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { typeset } from '#domain/format';
import { claimExamples, comparisonRows } from '#domain/landing-facts';
import { taxSentence } from '#domain/law/wordings';
import { placeholders } from '#domain/operator/operator';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { OperatorContext } from '#web/operator.tsx';
import { benefitsOf, questionsOf } from '#web/site/home/texts';
import { landingPage } from './landing.tsx';

const { company } = placeholders;

const render = (operator = placeholders, catalogue = fallbackCatalogue) =>
  renderToStaticMarkup(
    <OperatorContext value={operator}>{landingPage(operator, catalogue)}</OperatorContext>,
  );

const html = render();
const plain = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
const between = (start: string, end: string) => html.slice(html.indexOf(start), html.indexOf(end));
const text = plain(html);

test('the landing page has its seven sections in order and one main heading', () => {
  const names = [
    ...html.matchAll(/<section(?: id="(\w+)")? aria-label="([^"]+)" class="(?!rounded)[^"]*bg-/g),
  ];
  expect(names.map(([, id, name]) => [id ?? null, name])).toEqual([
    [null, 'Willkommen'],
    ['benefits', 'Was Ihr Pferd davon hat'],
    ['tariffs', 'Drei Tarife im Vergleich'],
    ['examples', 'Beispiele aus der Praxis'],
    [null, 'Wie es sich anfühlt, gut versichert zu sein'],
    ['faq', 'Häufige Fragen'],
    ['callback', 'Haben Sie Fragen?'],
  ]);
  expect(html.match(/<h1/g)).toHaveLength(1);
});

test('the header has the logo, four links in order and the button', () => {
  const header = between('<header', '</header>');
  const links = [...header.matchAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(([, href, label]) => [
    href,
    plain(label ?? '').trim(),
  ]);
  expect(links.slice(0, 6)).toEqual([
    ['/', 'Sattelfest OP-Schutz für Pferde'],
    ['/#benefits', 'Vorteile'],
    ['/#tariffs', 'Tarife'],
    ['/#examples', 'Schadensbeispiele'],
    ['/#faq', 'FAQ'],
    ['/calculator', 'Jetzt berechnen'],
  ]);
});

test('the hero links to the wizard and, on a wide screen, to the benefits', () => {
  const hero = between('aria-label="Willkommen"', 'id="benefits"');
  expect(hero).toMatch(/<a href="\/calculator"[^>]*>Jetzt Tarif berechnen<\/a>/);
  expect(hero).toMatch(/<a href="\/#benefits" class="[^"]*hidden! md:inline-flex![^"]*">Mehr erfahren<\/a>/);
});

test.each([
  'bis zum 2-fachen Satz der Gebührenordnung für Tierärzte',
  'im Notdienst bis zum 4-fachen Satz, einschließlich der Notdienstgebühr',
  'auf der ganzen Welt',
  'Bei Unfällen sind Sie ab dem ersten Tag geschützt, bei Kolik nach 5 Tagen. Allgemein gilt eine Wartezeit von 3 Monaten',
  'bis zu 14 Tage nach der Operation',
  '5 Einheiten Physiotherapie',
  'weder ein Mindest- noch ein Höchstalter',
  'Bekannte Vorerkrankungen, auch chronische, sind nicht versichert',
  'Tierarztrechnung und Schadensformular einsenden',
  'Gesundheitsvoraussetzungen gelten; ab 12 Jahren kommt ein Alterszuschlag hinzu',
  'für OC, OCD und Gelenkchip von 12 Monaten (nur Top und Premium)',
  'auf Ihr Konto, meist innerhalb weniger Tage',
])('the benefits say: %s', (claim) => {
  expect(plain(between('id="benefits"', 'id="tariffs"'))).toContain(claim);
});

test('every benefit has a title and a drawing', () => {
  const section = between('id="benefits"', 'id="tariffs"');
  for (const { title } of benefitsOf(20)) expect(section).toContain(`>${title}</h3>`);
  expect(section.match(/viewBox="0 0 48 48"/g)).toHaveLength(benefitsOf(20).length);
  expect(section).toContain('viewBox="0 0 480 360"');
});

describe('the tariff comparison', () => {
  const section = between('id="tariffs"', 'id="examples"').replaceAll('&quot;', '"');

  test('has a row for every benefit, with the values of all three tariffs', () => {
    const table = section.slice(section.indexOf('<table'), section.indexOf('</table>'));
    const rows = [...table.matchAll(/<tr class="border-t[^>]*>(.*?)<\/tr>/g)].map(([, row]) =>
      plain(row ?? '').trim(),
    );
    expect(rows).toEqual([
      'Kostenerstattung nach GOT bis 2-fach bis 2-fach bis 2-fach, im Notdienst bis 4-fach',
      'Leistung je Operation im Rahmen der GOT-Sätze und Einzelgrenzen bis 2.500 € unbegrenzt unbegrenzt',
      'Jahreshöchstleistung unbegrenzt unbegrenzt unbegrenzt',
      'Nachbehandlung bis 7 Tage bis 10 Tage bis 14 Tage',
      'Unterbringung in der Klinik pro Tag bis 15 € bis 30 € bis 30 €',
      'Regenerative Therapien je Versicherungsfall bis 500 € bis 1.000 € bis 1.000 €',
      'OC-, OCD- und Gelenkchip-OP nach 12 Monaten Wartezeit – nicht versichert bis 1.500 € mitversichert',
      'Physiotherapie – nicht versichert – nicht versichert 5 Einheiten zu je 60 Minuten',
    ]);
    expect(plain(table.slice(0, table.indexOf('</thead>')))).toContain(
      'Günstiger Basisschutz Basis-OP-Schutz 39,77 € im Monat Jetzt berechnen : Basis-OP-Schutz Angebot per E-Mail : Basis-OP-Schutz Empfehlung Top-OP-Schutz 48,44 € im Monat',
    );
  });

  test('shows the same on a phone, with one card for each tariff', () => {
    const cards = [...section.matchAll(/<section aria-label="([^"]+)"(.*?)<\/section>/g)];
    expect(cards.map(([, name]) => name)).toEqual(['Basis-OP-Schutz', 'Top-OP-Schutz', 'Premium-OP-Schutz']);
    for (const [, , card] of cards)
      for (const { name } of comparisonRows) expect(plain(card ?? '')).toContain(name);
  });

  test('says on a phone and on a wide screen what each tariff does not insure', () => {
    const never = 'bekannte Vorerkrankungen, angeratene oder geplante Behandlungen';
    const basis = `OC-, OCD- und Gelenkchip-OP, Physiotherapie, ${never}`;
    const row = section.slice(section.indexOf('<dl class="grid'), section.indexOf('</dl>'));
    expect(plain(row).trim()).toBe(
      `Nicht versichert Basis-OP-Schutz : ${basis} Top-OP-Schutz : Physiotherapie, ${never} Premium-OP-Schutz : ${never}`,
    );
    const card = plain(section.slice(section.indexOf('<section aria-label="Basis')));
    expect(card).toContain(`Nicht versichert: ${basis} .`);
  });

  test('explains the deductible beside its field', () => {
    expect(plain(section)).toContain('Mit 1.000 € SB sparen Sie in Basis 205,08 € im Jahr.');
  });
});

test('below the lowest price stands what it buys', () => {
  const hero = plain(between('aria-label="Willkommen"', 'id="benefits"'));
  expect(hero).toContain(
    'Schon ab 22,68 € im Monat Basis-OP-Schutz, 1.000 € Selbstbeteiligung, Pferd unter 12 Jahren; höchstens 2.500 € je Operation.',
  );
});

test('the examples show cost, full reimbursement and nothing left to pay', () => {
  const section = between('id="examples"', 'aria-label="Wie es sich');
  for (const { title } of claimExamples) expect(section).toContain(`>${title}</h3>`);
  const sums = [...section.matchAll(/<dd[^>]*>([^<]+)<\/dd>/g)].map(([, sum]) => plain(sum ?? ''));
  expect(sums).toEqual(['25.200 €', '25.200 €', '0 €', '3.800 €', '3.800 €', '0 €']);
});

test('one bill is shown in all three tariffs', () => {
  const section = between('id="examples"', 'aria-label="Wie es sich');
  const rows = [...section.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) => plain(row ?? '').trim());
  expect(plain(section)).toMatch(/Eine Rechnung, drei Tarife Kolik-OP im Notdienst, 25.200 €, ohne Selbstb/);
  expect(rows.map((row) => row.replace(/ +/g, ' '))).toEqual([
    'Tarif Der Versicherer erstattet Ihr Anteil',
    'Basis-OP-Schutz höchstens 2.500 € mindestens 22.700 €',
    'Top-OP-Schutz bis zum 2-fachen GOT-Satz der Rest',
    'Premium-OP-Schutz 25.200 € 0 €',
  ]);
});

describe('the testimonials', () => {
  const sectionOf = (page: string) =>
    page.slice(page.indexOf('aria-label="Wie es sich'), page.indexOf('id="faq"'));
  const verified = [{ kind: 'verified' as const, text: 'Alles lief gut.', name: 'Eva L.' }];

  test('are three invented ones, and a notice above the first says so', () => {
    const section = sectionOf(html);
    expect(section.match(/<blockquote/g)).toHaveLength(3);
    const notice = section.indexOf('Erfundene Beispiele, keine Kundenbewertungen.');
    expect(notice).toBeGreaterThan(0);
    expect(notice).toBeLessThan(section.indexOf('<blockquote'));
  });

  test('of the operator file replace them, and the notice says how they were checked', () => {
    const legal = { ...placeholders.legal, testimonialsChecked: 'Wir haben den Vertrag gesehen.' };
    const section = sectionOf(render({ ...placeholders, legal, testimonials: verified }));
    expect(section.match(/<blockquote/g)).toHaveLength(1);
    expect(section).toContain('„Alles lief gut.“');
    expect(section.indexOf('Wir haben den Vertrag gesehen.')).toBeLessThan(section.indexOf('<blockquote'));
    expect(section).not.toContain('Erfunden');
  });

  test('that are verified have a notice even if the file does not say how', () => {
    expect(sectionOf(render({ ...placeholders, testimonials: verified }))).toContain('Wir haben geprüft');
  });

  test('can be left out', () => {
    expect(render({ ...placeholders, testimonials: [] })).not.toContain('Wie es sich anfühlt');
  });
});

test('the five questions are one accordion, each with its answer', () => {
  const section = between('id="faq"', 'id="callback"');
  expect(section.match(/<details name="faq"/g)).toHaveLength(5);
  for (const { title, text: answer } of questionsOf(20)) {
    expect(section).toContain(title);
    expect(section).toContain(typeset(answer));
  }
});

test('the callback section makes three promises and offers a phone number and a form', () => {
  const section = plain(between('id="callback"', '<footer'));
  for (const words of [
    'Kostenlose und unverbindliche Beratung',
    'Expertinnen und Experten für Pferdeversicherungen',
    'Rückruf zu Ihrer Wunschzeit',
    company.phone,
    'Rückruf anfordern',
    'Nennen Sie uns Ihre Wunschzeit: Montag bis Freitag, 9 bis 18 Uhr',
  ])
    expect(section).toContain(words);
});

test('the footer has the company, its contact data, the legal pages and the cookie settings', () => {
  const footer = html.slice(html.indexOf('<footer'));
  for (const words of [company.name, company.street, company.city, company.phone, company.email])
    expect(plain(footer)).toContain(words);
  expect(footer).toMatch(/href="\/impressum".*href="\/datenschutz".*<button[^>]*>Cookie-Einstellungen/);
});

test('the insurer pays, not the company, and no sentence promises more than the tariffs', () => {
  expect(text).not.toMatch(/wir (erstatten|zahlen|leisten|prüfen und)|ohne Grenze|jedes Pferd versichern/i);
});

test('no line ends between a number and its sign', () => {
  // options do not break, and props are data
  const shown = html
    .replace(/<option.*?<\/option>|data-props="[^"]*"/g, '')
    // a wording, which is kept to the letter
    .replace(taxSentence(placeholders), '');
  expect(shown).toContain('2.500\u00a0€');
  expect(shown).not.toMatch(/\d [€%]/);
});

test('the page addresses the reader formally', () => {
  expect(text).not.toMatch(/\b(du|dein|deine|deinem|deinen|dir|dich)\b/i);
});

test('without an age surcharge nothing says that there is one', () => {
  const catalogue = { ...fallbackCatalogue, ageSurchargePercent: 0 };
  expect(plain(render(placeholders, catalogue))).not.toMatch(/Alterszuschlag|Pferd unter 12/);
});
