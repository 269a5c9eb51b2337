import { describe, expect, test } from 'bun:test';
import { productActors } from '#domain/accounts/actors';
import { isReserved, usernameProblem } from '#domain/accounts/user';

describe('a username', () => {
  test.each([
    ...['erika3', 'lukas.weber', 'Jörg Müller-Ğüneş', 'Jo\u0308rg', 'Jürgen 2.'],
    ...['johanna_büro@sattelfest.example', 'Łukasz Đukić', 'Işık Yıldız', 'Nguyễn Thị Ươm', 'Ștefan', 'Əli'],
    ...['Ọlá\u0323ọ\u0301', 'ẞ-Maier', 'Ñandú', 'Ǻsa Dvořáǩ ǰ', 'admin', 'Administrator', 'Sachbearbeiter'],
    ...['Syst3m', 'Systemadministration', 'sattelfest-berlin', '007'],
  ])('can be %s', (username) => {
    expect(usernameProblem(username)).toBeNull();
  });

  test.each([
    ...[
      'аdmin',
      'АДМИН',
      'Αντιγόνη',
      'μira',
      '山田たろう',
      '王mei',
      '김민수',
      'علی',
      'ａｎｔｊｅ',
      'Ｓｙｓｔｅｍ',
      'ﬁona',
    ],
    ...['ɑdmin', 'ꜱystem', 'ᏚᎳᎪ', 'a\u0301\u0302\u0303lice', '\u0301kim', '٣kim', 'kimⅣ', 'kim²'],
    ...['antje․brandt', "o'hara", 'o’hara', 'johanna+büro', 'Kim (Vertretung)', 'kim/lee', '<b>kim</b>'],
    ...['kim🐴', 'kim\u00a0lee', 'kim\tlee', 'kim\u200blee', 'kim\u034flee', 'kim\u202elee', 'kim–lee'],
    'kim@„lee“',
  ])('cannot be %s', (username) => {
    expect(usernameProblem(username)).toBe(
      'Bitte verwenden Sie nur Buchstaben, Ziffern, Leerzeichen, Punkt, Binde- und Unterstrich und @',
    );
  });

  test.each([
    ...Object.values(productActors),
    'WIEDERHERSTELLUNG',
    'betroffene  person',
    'Betroffene-Person.',
    'nicht_angemeldet',
    'Systém',
    'S-y-s-t-e-m',
    'E-Mail Versand',
  ])('cannot be %s, as the product names itself', (username) => {
    expect(usernameProblem(username)).toBe(
      'Diesen Namen verwendet das Protokoll selbst. Bitte wählen Sie einen anderen',
    );
  });
});

test('a name of an older account that the product uses is known in every script', () => {
  expect(['Ｓｙｓｔｅｍ', 'Sattelfe\u200bst', 'Kim'].map(isReserved)).toEqual([true, true, false]);
});
