/** The application as a PDF: its content, for readers and screen readers, and its layout. */
import { describe, expect, test } from 'bun:test';
import { type AllSets, missingSentences } from '#domain/application';
import { consents, mandateText, requirements } from '#domain/law/wordings';
import { placeholders } from '#domain/operator/operator';
import { setKeys } from '#domain/steps/all';
import type { PaymentFrequency } from '#domain/tariffs/catalogue';
import { applicationPdf } from '#server/documents/drawer';
import { readPdf } from '#tests/support/pdf';
import { type Applicant, cast, johanna, kim, matthias } from '#tests/support/people';
import { application, applicationId, completed, mandateReference, outside, without } from './support/a-copy';

const { company, creditor } = placeholders;
/** A copy of a person with some fields changed. */
function changed(person: Applicant, fields: { [K in keyof Applicant]?: Partial<Applicant[K]> }): Applicant {
  return Object.fromEntries(
    setKeys.map((key) => [key, { ...person[key], ...fields[key] }]),
  ) as unknown as Applicant;
}

/** Each person is drawn and read once: most tests look at the same few. */
const drawn = new Map<Applicant, ReturnType<typeof applicationPdf>>();
const contents = new Map<Applicant, ReturnType<typeof readPdf>>();
const draw = (person: Applicant) =>
  drawn.getOrInsertComputed(person, () => applicationPdf(completed(person)));
const read = (person: Applicant) => contents.getOrInsertComputed(person, () => draw(person).then(readPdf));

/** A text without a space to break at. */
const long = (count: number) => 'W'.repeat(count);
const address = `${'a'.repeat(64)}@${'b'.repeat(181)}.example`;
const longest = changed(johanna, {
  'horse-data': { horseName: long(100), chipNumber: long(100) },
  'contact-data': { firstName: long(100), lastName: long(100), email: address, phone: '0'.repeat(50) },
  'policyholder-info': {
    ...{ firstName: long(100), lastName: long(100), email: address, phone: '0'.repeat(50) },
    ...{ street: long(200), houseNumber: long(20), zipCode: long(20), city: long(100) },
  },
  'sepa-mandate': { accountHolder: long(100), bankName: long(100) },
});

describe('the PDF contains', () => {
  test('all five data sets, the declarations and the mandate', async () => {
    const { letters } = await read(kim);
    const facts = [
      ...[applicationId, '20.11.2026, 10:00 Uhr', 'Basis-OP-Schutz', '1.000 €', 'Halbjährlich'],
      ...["L'Éclair d'Or", 'Hengst', '28.02.2022', 'DE 433330987622', '01.01.2027'],
      ...['Name Kim Lang', 'kim.lang@stall.example', '0160 5550199', "Name Anne-Sophie van 't Hoff"],
      ...['28.02.1999', 'Kerkstraat 7 bus 2', '1012 AB Amsterdam', "a.v'hoff@stal.example"],
      'Wartezeiten: Unfälle keine, Kolik 5 Tage, sonst 3 Monate',
      'Wunschbeginn 01.01.2027: Unfälle sofort, Kolik ab 06.01.2027, alles Übrige ab 01.04.2027.',
      ...[creditor.id, creditor.name, mandateReference, company.registerNumber],
      ...requirements,
      ...Object.values(consents),
      ...mandateText(creditor.name),
    ];
    expect(facts.filter((fact) => !letters.includes(without(fact)))).toEqual([]);
  });

  test.each(Object.entries(cast))('the masked IBAN of %s, and nowhere the whole one', async (_, person) => {
    const { iban } = person['sepa-mandate'];
    const bytes = await draw(person);
    const { letters, info } = await read(person);
    expect(letters).toContain(`${iban.slice(0, 4)}…${iban.slice(-4)}`);
    const everything = letters + JSON.stringify(info) + Buffer.from(bytes).toString('latin1');
    expect(everything).not.toContain(iban);
    expect(everything).not.toContain(iban.slice(4, -4));
  });

  test.each<[PaymentFrequency, string, string, string]>([
    ['monthly', '44,58 €', '44,58 €', '534,96 €'],
    ['quarterly', '44,58 €', '133,74 €', '534,96 €'],
    ['semiannual', '43,69 €', '262,14 €', '524,28 €'],
    ['annual', '42,80 €', '513,60 €', '513,60 €'],
  ])('the price, paid %s', async (paymentFrequency, monthly, payment, annual) => {
    const { letters } = await read(changed(johanna, { 'tariff-selection': { paymentFrequency } }));
    const facts = ['Monatsbeitrag', 'Beitrag je Zahlung', 'Jahresbeitrag'];
    expect(letters).toContain(
      without(facts.map((label, index) => label + [monthly, payment, annual][index]).join('')),
    );
    expect(letters.includes('Nachlass')).toBe(['semiannual', 'annual'].includes(paymentFrequency));
  });

  test('a note on the surcharge if the horse is 12 or older on the day of completion', async () => {
    const note = without('Alterszuschlag von 20 %');
    expect((await read(matthias)).letters).toContain(note);
    expect((await read(johanna)).letters).not.toContain(note);
    const born = (birthDate: string) => read(changed(johanna, { 'horse-data': { birthDate } }));
    expect((await born('2014-11-20')).letters).toContain(note);
    expect((await born('2014-11-21')).letters).not.toContain(note);
    const free = { ...completed(matthias), ageSurchargePercent: 0 };
    expect((await readPdf(await applicationPdf(free))).letters).not.toContain('Alterszuschlag');
  });
});

describe('the copy for staff', () => {
  const printedAt = '2026-11-25T15:00:00.000Z';
  const site = { operator: placeholders, ageSurchargePercent: 20, printedAt };
  const none = Object.fromEntries(setKeys.map((key) => [key, null])) as { [K in keyof AllSets]: null };
  const open = { ...application, completed: false };
  const lettersOf = async (copy: Parameters<typeof applicationPdf>[0]) =>
    (await readPdf(await applicationPdf(copy))).letters;

  test('has the whole IBAN, the status and the time of printing', async () => {
    const letters = await lettersOf({ ...completed(kim), printedAt });
    const facts = [
      'IBANBE68 5390 0754 7034',
      `Mandatsreferenz${mandateReference}`,
      'StatusAbgeschlossen',
      'Begonnen19.11.2026, 09:30',
      'Eingereicht20.11.2026, 10:00',
      'Stand vom 25.11.2026, 16:00. Enthält personenbezogene Daten.',
      ...Object.values(consents),
    ];
    expect(facts.filter((fact) => !letters.includes(without(fact)))).toEqual([]);
    expect(letters).not.toMatch(/verkürzt|DiesesDokument|Nochnicht/);
  });

  test('of an open application says so, uses the age of today, and has no mandate reference', async () => {
    const { sets } = completed(changed(johanna, { 'horse-data': { birthDate: '2018-11-22' } }));
    const mandate = { ...sets['sepa-mandate'], mandateReference: undefined };
    const shown = { ...sets, 'sepa-mandate': mandate };
    const letters = await lettersOf({ ...site, application: open, sets: shown });
    expect(letters).toContain(without('Noch nicht eingereicht: Die Angaben können sich ändern.'));
    expect(letters).toContain(without('Status In Bearbeitung'));
    expect(letters).toContain(without('Zuletzt aktualisiert 20.11.2026, 10:00'));
    expect(letters).toContain(without('Alter 8 Jahre'));
    expect(letters).not.toMatch(/Mandatsreferenz|Antragstellung|Eingereicht/);
    expect(letters).not.toContain(without(consents.submission));
  });

  test('names missing data sets, and contains no declaration that was not given', async () => {
    const letters = await lettersOf({ application: open, sets: none, ...site });
    const sentences = Object.values(missingSentences);
    expect(sentences.filter((sentence) => !letters.includes(without(sentence)))).toEqual([]);
    expect(Object.values(consents).filter((consent) => letters.includes(without(consent)))).toEqual([]);
  });

  test('without a tariff still names the start of the insurance', async () => {
    const sets = { ...completed(johanna).sets, 'tariff-selection': null };
    const copy = { application: open, sets, ...site };
    expect(await lettersOf(copy)).toContain('GewünschterVersicherungsbeginn21.11.2026');
  });
});

test('text that people type is read back unchanged, in composed characters', async () => {
  const horseName = 'Ää Öö Üü ß ẞ é ł ń ø æ œ ş ğ İ ı ő ř ž đ þ ð ț';
  const firstName = 'Nguyễn Thị Ánh';
  const holder = { lastName: 'Щербакова', street: 'Ελένη Παπαδοπούλου' };
  const city = '<script>alert("x")</script> &amp; (%) \\ {a} BT ET';
  const accountHolder = 'fi fl ffi Schifffahrt – „Zitat“ … 100 €';
  const bankName = 'Süße Amélie';
  const { letters } = await read(
    changed(johanna, {
      'horse-data': { horseName },
      'contact-data': { firstName },
      'policyholder-info': { ...holder, city },
      'sepa-mandate': { accountHolder, bankName: bankName.normalize('NFD') },
    }),
  );
  for (const text of [horseName, firstName, ...Object.values(holder), city, accountHolder, bankName])
    expect(letters).toContain(without(text));
});

test('text that people type shows nothing in the place of characters that nobody sees', async () => {
  const horseName = '\u202aSturm\u200bwind \u2068Lu\u00adna\u2069\u034f\ufeff\u{e0041}';
  const { letters } = await read(changed(johanna, { 'horse-data': { horseName } }));
  expect(letters.replace(/[\u00ad\u200b]/g, '')).toContain('SturmwindLunaGeschlecht');
});

test('text that people type is readable for screen readers even if our fonts lack a character', async () => {
  const horseName = 'Fury 🐴 李';
  const person = changed(johanna, { 'horse-data': { horseName } });
  expect((await read(person)).letters).toContain('Fury??Geschlecht');
  expect(Buffer.from(await draw(person)).includes(Buffer.from(horseName, 'utf16le').swap16())).toBe(true);
  const family = await read(changed(johanna, { 'horse-data': { horseName: 'Fury 👩‍👩‍👧' } }));
  expect(family.letters).toContain('Fury?Geschlecht');
});

test.each([
  ['the shortest', johanna, 2],
  ['one with notes', matthias, 2],
  ['the longest', longest, 4],
] as const)('the layout stays inside the margins: %s', async (_, person, atMost) => {
  const { sheets } = await read(person);
  expect(sheets.length).toBeLessThanOrEqual(atMost);
  for (const { width, height, pieces } of sheets) {
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    expect(outside(pieces)).toEqual([]);
    // columns do not overlap
    const cells = pieces.filter((one) => one.text.includes('WW'));
    expect(cells.filter((one) => one.width > 232)).toEqual([]);
  }
});

test('the layout shows the longest values completely', async () => {
  const { letters } = await read(longest);
  const count = (letter: string) => letters.split(letter).length - 1;
  expect(count('W')).toBeGreaterThanOrEqual(1040);
  expect(letters.split(address)).toHaveLength(3);
});

test('the layout has the page number and the company on each sheet', async () => {
  const { sheets } = await read(longest);
  for (const [index, { text }] of sheets.entries()) {
    expect(text).toContain(`Seite ${index + 1} von ${sheets.length}`);
    expect(text).toContain(company.registerNumber);
    expect(text).toContain(applicationId);
  }
});

test('the file is tagged, has a language and a title, and embeds its fonts', async () => {
  const bytes = await draw(johanna);
  const source = Buffer.from(bytes).toString('latin1');
  const tagged = ['/StructTreeRoot', '/MarkInfo', '/Marked true', '/Lang (de-DE)', '/DisplayDocTitle true'];
  for (const part of tagged) expect(source).toContain(part);
  expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(source.split('/FontFile2')).toHaveLength(4);
  expect(source).not.toMatch(/\/Type1\b|\/JavaScript|\/Launch|\/EmbeddedFile/);
  const { info } = await read(johanna);
  expect(info).toMatchObject({ Author: company.name, Language: 'de-DE' });
  expect(info.Title).toContain(applicationId);
  expect(bytes.length).toBeLessThan(100_000);
});

test('the file has an element for every text, also for headings, rows and list items', async () => {
  const { sheets } = await read(matthias);
  expect(sheets.flatMap(({ pieces }) => pieces.filter(({ marked }) => !marked))).toEqual([]);
  const roles = sheets.flatMap((sheet) => sheet.roles);
  const count = (role: string) => roles.filter((one) => one === role).length;
  expect([count('H1'), count('H2')]).toEqual([1, 6]);
  expect(count('LI')).toBe(requirements.length);
  expect(count('TR')).toBeGreaterThan(20);
  expect([count('TH'), count('TD')]).toEqual([count('TR'), count('TR')]);
});

test('the file is the same for the same application', async () => {
  const application = completed(matthias);
  const [first, second] = [await applicationPdf(application), await applicationPdf(application)];
  expect(Buffer.compare(first, second)).toBe(0);
});
