/** An offer as a PDF: what it says, and that it says it in the same bytes. */
import { expect, test } from 'bun:test';
import { firstCatalogue } from '#domain/landing-facts';
import { requirements } from '#domain/law/wordings';
import type { OfferFacts } from '#domain/offers';
import { placeholders } from '#domain/operator/operator';
import { tariffTypes } from '#domain/tariffs/catalogue';
import { applicationPdf } from '#server/documents/drawer';
import { readPdf } from '#tests/support/pdf';
import { without } from './support/a-copy';

const { company, insurer } = placeholders;
const offer: OfferFacts = {
  number: 'AN-20261120-7KQ4M2XW9C',
  tariffType: 'premium',
  selfParticipation: 250,
  paymentFrequency: 'quarterly',
  horseBirthYear: 2015,
  insuranceStartDate: '2026-12-01',
  monthlyCents: 6535,
  surchargePercent: 0,
  tariffVersion: 7,
  offeredOn: '2026-11-20',
  validUntil: '2026-12-20',
};
const draw = (changes: Partial<OfferFacts> = {}) =>
  applicationPdf({ offer: { ...offer, ...changes }, terms: firstCatalogue, operator: placeholders });
const lettersOf = async (changes: Partial<OfferFacts> = {}) => (await readPdf(await draw(changes))).letters;

test('the PDF of an offer says what is offered, at which price, from when, and how to begin', async () => {
  const letters = await lettersOf();
  const facts = [
    'Angebot AN-20261120-7KQ4M2XW9C, Tarifversion 7',
    'Unverbindlich. Preisstand 20.11.2026, gültig bis 20.12.2026.',
    insurer.name,
    'Premium-OP-Schutz 196,05 € im Vierteljahr',
    'Monatsbeitrag',
    '784,20 €',
    'Alle Beiträge inkl. 19 % Versicherungsteuer.',
    'Geburtsjahr des Pferdes 2015',
    'Gerechnet, als wäre Ihr Pferd am 1. Januar geboren.',
    'Wunschbeginn 01.12.2026: Unfälle sofort, Kolik ab 06.12.2026',
    'Wartezeiten: Unfälle keine, Kolik 5 Tage',
    'Physiotherapie 5 Einheiten zu je 60 Minuten',
    'Was nicht versichert ist',
    'bekannte Vorerkrankungen',
    ...requirements,
    '„Antrag beginnen“',
    company.phone,
  ];
  expect(facts.filter((fact) => !letters.includes(without(fact)))).toEqual([]);
  expect(letters).not.toMatch(/Alterszuschlag|Nachlass/);
});

test.each([
  ['monthly', ['65,35 €', '784,20 €']],
  ['quarterly', ['65,35 €', '196,05 €', '784,20 €']],
  ['semiannual', ['65,35 €', '392,10 €', '784,20 €']],
  ['annual', ['65,35 €', '784,20 €']],
] as const)('the PDF of an offer says each sum once: %s', async (paymentFrequency, sums) => {
  const letters = await lettersOf({ paymentFrequency });
  expect(letters.match(/\d+,\d{2}€/g)?.toSorted()).toEqual([...sums].map(without).sort());
});

test('the PDF of an offer says the surcharge, the discount and what the smaller tariff lacks', async () => {
  const basis = { tariffType: 'basis', paymentFrequency: 'annual', surchargePercent: 20 } as const;
  const letters = await lettersOf({ ...basis, horseBirthYear: null, insuranceStartDate: null });
  const facts = [
    'Berechnet für ein Pferd unter 12 Jahren.',
    'Alterszuschlag von 20 %',
    'Nachlass von 4 %',
    'Den Beginn wählen Sie im Antrag.',
    'bis 2.500 €, ohne Jahreshöchstgrenze',
  ];
  expect(facts.filter((fact) => !letters.includes(without(fact)))).toEqual([]);
  // of what only other tariffs insure, only the name
  expect(letters).toMatch(/nichtversichertist.*Physiotherapie/);
  expect(letters).not.toContain('5Einheiten');
  expect(letters).not.toContain('Wunschbeginn');
});

test('the PDF of an offer says the benefits of its own version, not those in force', async () => {
  const tariffs = firstCatalogue.tariffs.map((tariff) => ({
    ...tariff,
    benefits: [{ name: 'Hufbad', beschreibung: 'zweimal im Jahr' }],
  }));
  const terms = { ...firstCatalogue, tariffs };
  const { letters } = await readPdf(await applicationPdf({ offer, terms, operator: placeholders }));
  expect(letters).toContain('HufbadzweimalimJahr');
  expect(letters).not.toContain('Physiotherapie');
});

test('everything in it has a place in its structure, and the same offer has the same bytes', async () => {
  const bytes = await draw();
  expect(Buffer.from(await draw()).equals(Buffer.from(bytes))).toBe(true);
  const { sheets, info } = await readPdf(bytes);
  for (const { pieces } of sheets) expect(pieces.filter(({ marked }) => !marked)).toEqual([]);
  const roles = new Set(sheets.flatMap((sheet) => sheet.roles));
  expect([...roles]).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD', 'L', 'LI']));
  expect(info).toMatchObject({ Language: 'de-DE', Author: company.name });
  expect(String(info.Title)).toContain(offer.number);
});

test('what is not insured, and what the horse must fulfil, stands on one sheet with its heading', async () => {
  const together = [
    ['Was nicht versichert ist', 'angeratene oder geplante Behandlungen'],
    ['Was Ihr Pferd erfüllen muss', requirements.at(-1) ?? '-'],
  ].map((texts) => texts.map(without));
  for (const tariffType of tariffTypes) {
    for (const surchargePercent of [0, 20]) {
      const { sheets } = await readPdf(await draw({ tariffType, surchargePercent }));
      const letters = sheets.map(({ text }) => without(text));
      for (const [heading = '', last = ''] of together)
        expect(letters.findIndex((text) => text.includes(heading))).toBe(
          letters.findIndex((text) => text.includes(last)),
        );
    }
  }
});
