/** The details of an application: overview and six tabs. */
import { describe, expect, test } from 'bun:test';
import { setDocument } from '#tests/support/dom';
import type { DetailTab } from '#web/backoffice/applications/details/DataTabs.tsx';
import { stepLabel } from '#web/backoffice/applications/details/Overview.tsx';
import { linesIn, type Shown } from '../../scripted-screen';
import { bare, id, openDetails, whole } from './details-case';

const stage = setDocument();

/** Names and values of the list of facts that contains `name`. */
const factsBeside = ({ screen }: Shown, name: string) =>
  Array.from(
    screen.getByText(name).closest('dl')?.querySelectorAll('dt') ?? [],
    (dt) => `${dt.textContent}: ${dt.nextElementSibling?.textContent}`,
  ).join(' | ');

test('each step has a label, and what is no step has none', () => {
  const labels = ['Pferdedaten', 'Kontaktdaten', 'Tarif-Auswahl', 'Versicherungsnehmer', 'SEPA-Mandat'];
  const all = [0, 1, 2, 3, 4, 5, 6].map(stepLabel);
  expect(all).toEqual(['Nicht gestartet', ...labels, 'Abgeschlossen']);
  for (const step of [7, -1, 1.5, Number.NaN]) expect(stepLabel(step)).toBe('Unbekannt');
});

test('the overview shows id, status, step and times of the application', async () => {
  const shown = await openDetails(stage, { body: whole });
  await shown.screen.findByText(id);
  const times = 'Erstellt: 04.03.2026, 10:00 | Zuletzt aktualisiert: 05.03.2026, 11:15';
  expect(factsBeside(shown, 'Aktueller Schritt')).toBe(
    `Antrag-ID: ${id} | Status: Abgeschlossen | Aktueller Schritt: Abgeschlossen | ${times} | Quelle: website`,
  );
});

describe('the tabs of an application', () => {
  test('are six in the order of the wizard, with the first one open', async () => {
    const { screen } = await openDetails(stage, { body: whole });
    const tabs = await screen.findAllByRole('tab');
    const names = ['Pferd', 'Kontakt', 'Tarif', 'Versicherungsnehmer', 'SEPA', 'E-Mails'];
    expect(tabs.map(({ textContent }) => textContent ?? '')).toEqual(names);
    expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual(['true', ...Array(5).fill('false')]);
  });

  test.each<[DetailTab, name: string, ...facts: string[]]>([
    [
      'horse',
      'Name des Pferdes',
      'Gewünschter Versicherungsbeginn: 01.04.2026 | Name des Pferdes: Donna Clara | Geburtsdatum: 02.03.2009',
      'Geschlecht: Stute | Lebensnummer: - | Voraussetzungen bestätigt: Ja',
    ],
    [
      'contact',
      'Telefon',
      'Name: Frau <i>Johanna</i> Sommer | E-Mail: johanna.sommer@mail.example | Telefon: 0341 9627 100',
      'Datenverarbeitung zugestimmt: Ja',
    ],
    [
      'tariff',
      'Zahlweise',
      'Gewählter Tarif: Premium-OP-Schutz | Selbstbeteiligung: 250,00\u00a0€ | Zahlweise: Halbjährlich',
      'Monatsbeitrag: 1.076,85\u00a0€ | Beitrag für 6 Monate: 6.461,10\u00a0€ | Jahresbeitrag: 12.922,20\u00a0€',
    ],
    [
      'policyholder',
      'Geburtsdatum',
      'Name: Frau <i>Johanna</i> Sommer | Geburtsdatum: 30.09.1984',
      'Straße und Hausnummer: Lindenallee 12a | PLZ und Ort: 14193 Berlin',
      'Andere Person als der Kontakt: Ja',
    ],
    [
      'sepa',
      'IBAN',
      'Kontoinhaber: Johanna Sommer | IBAN: DE89 3704 0044 0532 0130 00 | BIC: COBADEFFXXX | Bank: Commerzbank',
      'Mandat erteilt: Ja',
      'Mandatsreferenz: SF-0001',
      'Gläubiger-ID: DE98ZZZ09999999999',
    ],
  ])('show the stored data: %s', async (tab, name, ...facts) => {
    const shown = await openDetails(stage, { body: whole }, { tab });
    await shown.screen.findByText(name);
    for (const part of facts) expect(factsBeside(shown, name)).toContain(part);
  });

  test.each([
    ['horse', 'Keine Pferdedaten verfügbar'],
    ['contact', 'Keine Kontaktdaten verfügbar'],
    ['tariff', 'Keine Tarifdaten verfügbar'],
    ['policyholder', 'Keine Versicherungsnehmerdaten verfügbar'],
    ['sepa', 'Keine SEPA-Daten verfügbar'],
    ['emails', 'Keine E-Mails verfügbar'],
  ] as const)('say that there is no data: %s', async (tab, sentence) => {
    const { screen } = await openDetails(stage, { body: bare }, { tab });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  test('show a dash for a missing value', async () => {
    const sepaMandate = whole.sepaMandate && { ...whole.sepaMandate, mandateReference: null };
    const shown = await openDetails(stage, { body: { ...whole, sepaMandate } }, { tab: 'sepa' });
    await shown.screen.findByText('Mandatsreferenz');
    expect(factsBeside(shown, 'IBAN')).toContain('Mandatsreferenz: - |');
  });

  test('list the mails with their delivery status', async () => {
    const { screen } = await openDetails(stage, { body: whole }, { tab: 'emails' });
    const table = await screen.findByRole('table', { name: 'Verlauf' });
    const outcome = 'Fehlgeschlagen550 Mailbox unavailableNochmals zustellen';
    expect(linesIn(table)).toEqual([
      `05.03.2026, 12:00 | 1. Erinnerung | johanna.sommer@mail.example | Ihr Antrag wartet | ${outcome}`,
    ]);
  });
});
