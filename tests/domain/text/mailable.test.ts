import { describe, expect, test } from 'bun:test';
import { asGiven, mailable, mailableName, mailableNumber, personName } from '#domain/text/mailable';
import { mailableEmail, mailablePhone } from '#domain/text/mailable-reach';

describe('a mail repeats', () => {
  test.each([
    'Fjölnir vom Lindenhof',
    "L'Éclair d’Or II",
    'Nr. 5, Stall 3/4 (links)',
    'Donna-Clara A. Müller‐Özdemir',
    'Þórðr Иван 愛 عنتر',
    'Montag, 12.30 bis 13 Uhr',
    'am 20.11.2026',
    '12.30/13 Uhr',
    'Mo./Mi. abends/nachts',
    'z. B. mittwochs',
    '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    'a'.repeat(60),
    '-',
  ])('%p', (words) => {
    expect(mailable(words)).toBe(words);
  });
});

describe('a mail does not repeat', () => {
  test.each([
    'bit.ly/3xYz',
    'a.example',
    'Konto24.de',
    'BIT.LY',
    'bit．ly',
    'bit․ly',
    'bit。ly',
    'bit｡ly',
    'ｂｉｔ．ｌｙ',
    'bit.l\u0334y',
    'müller.рф',
    'bit.1y/x',
    'bit.1y2/3x',
    'www.x',
    'ＷＷＷ.x',
    'https://x',
    '203.0.113.7/konto',
    'jo@a.example',
    'jo＠a',
    'Sofort anmelden!',
    'Quick & Easy',
    '{pferd}',
    'Anna_B',
    'a\nb',
    'a\tb',
    'a\u2028b',
    'Fjöl\u00adnir',
    'Fjöl\u200bnir',
    'Fjöl\u034fnir',
    '\u202eriniöjF',
    'ㅤ',
    '🐴',
    'a'.repeat(61),
  ])('%p', (words) => {
    expect(mailable(words)).toBe(asGiven);
  });
});

describe('as a name a mail repeats', () => {
  test.each([
    'Fjölnir vom Lindenhof',
    "L'Éclair d’Or II",
    'Nr. 5, Stall 3/4 (links)',
    'Donnerhall 2019',
    'Hans 12 aus 34',
    'Þórðr Иван 愛 عنتر',
  ])('%p', (name) => {
    expect(mailableName(name)).toBe(name);
  });
});

describe('as a name a mail does not repeat', () => {
  test.each([
    'Konto gesperrt, rufen Sie 0900 1234567 an',
    'rufen Sie 110 22 an',
    '0.9.0.0.1',
    '09-00-1',
    '09/00/1',
    '(0)9,0’0 ‐ 1',
    '０９００１',
    '٠٩٠٠١',
    '0\u03019\u03010\u03010\u03011',
    'bit.1y/x',
    'bit/x',
    'konto/7',
    '7/konto',
    'bit／x',
    'bit.ly',
    'a'.repeat(61),
  ])('%p', (name) => {
    expect(mailableName(name)).toBe(asGiven);
  });
});

describe('a mail to others names a person', () => {
  test.each([
    'Johanna Sommer',
    "Seán O'Neill-Müller",
    'Dr. med. vet. Hans-Jürgen von der Heide',
    'José María de la Cruz y Ortega Gómez',
    'Þórðr Иван 愛',
    'Anne‐Sophie D’Arc',
    `${'a'.repeat(30)} ${'b'.repeat(29)}`,
  ])('as %p', (name) => {
    expect(personName(name)).toBe(name);
  });

  test.each([
    'eins zwei drei vier fünf sechs sieben acht neun',
    `${'a'.repeat(30)} ${'b'.repeat(30)}`,
    'Gewinn: 500 Euro',
    'Johanna Sommer 2',
    'Anna & Ben',
    'Sommer, Johanna',
    'Johanna (Jo) Sommer',
    'Johanna/Sommer',
    'evil.example',
    'Konto gesperrt! Anrufen',
    'www. evil',
    'a@b.example',
    'Johanna\nSommer',
    'Johanna\u202eSommer',
    'Johanna\u200bSommer',
    '„Johanna“',
    '🐴',
    '-.-',
    '',
  ])('not as %p', (name) => {
    expect(personName(name)).toBe('eine Person');
  });
});

test.each([
  ['0341 9627 100', '0341 9627 100'],
  ['Tel. +49 (0)251 4188-22', 'Tel. +49 (0)251 4188-22'],
  ['\u202a0341 9627\u202c', '0341 9627'],
  ['030 5 bit.ly/3xYz', asGiven],
  ['203.0.113.7', asGiven],
  ['abends', asGiven],
])('of the phone number %p a mail repeats %p', (entry, repeated) => {
  expect(mailablePhone(entry)).toBe(repeated);
});

test.each([
  ['johanna.sommer@post.example', 'johanna.sommer@post.example'],
  ["a.v'hoff+pferd@müller.example", "a.v'hoff+pferd@müller.example"],
  ['opfer+bit.ly/3xYz@post.example', asGiven],
  ['www.evil.example@post.example', asGiven],
  ['opfer?x@post.example', asGiven],
  ['johanna', asGiven],
])('of the address %p a mail repeats %p', (entry, repeated) => {
  expect(mailableEmail(entry)).toBe(repeated);
});

test.each([
  '0b0e7a52-1c1f-4c7e-9d55-aaaaabcdefab',
  'SF-DEMO-12345678',
  'Police 4711 / 2026',
  'OP-PF 2026.0001',
  'meine Stute Alina',
])('a mail repeats %s as a number', (entry) => {
  expect(mailableNumber(entry)).toBe(entry);
});

test.each([
  'Sofort anrufen, Tel. 0900 123 456',
  'Konto gesperrt 0900-12-34-56',
  'evil/login',
  'Ihr Konto: ٠٩٠٠١٢ Bank',
])('a mail does not repeat %s as a number', (entry) => {
  expect(mailableNumber(entry)).toBe(asGiven);
});
