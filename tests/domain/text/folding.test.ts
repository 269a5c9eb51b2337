import { describe, expect, test } from 'bun:test';
import { nameFits } from '#domain/law/withdrawal-match';
import { addressKey } from '#domain/text/addresses';
import { addressSpellings, folded, plainly, spelledOut, spellingsOf } from '#domain/text/folding';

describe('a name in plain letters', () => {
  test.each<[string, string, string]>([
    ['Yıldız', 'yildiz', 'yildiz'],
    ['İLKER IŞIK', 'ilker isik', 'ilker isik'],
    ['Łukasz', 'lukasz', 'lukasz'],
    ['Ødegård', 'odegard', 'oedegaard'],
    ['Đokić', 'dokic', 'djokic'],
    ['Əliyev', 'eliyev', 'aliyev'],
    ['Müller-Lüdenscheidt', 'muller-ludenscheidt', 'mueller-luedenscheidt'],
    ['WEIẞ', 'weiss', 'weiss'],
    ['Þórðarson', 'thordarson', 'thordarson'],
    ['Ħamrun Ŧ Œ Æ ſ', 'hamrun t oe ae s', 'hamrun t oe ae s'],
    ['Ǿ', 'o', 'o'],
    ['Nguyễn', 'nguyen', 'nguyen'],
    ['Şimşek', 'simsek', 'simsek'],
    ['O’Neill', "o'neill", "o'neill"],
    ['OʼNeill', "o'neill", "o'neill"],
    ['O´Neill', "o'neill", "o'neill"],
    ['Groß\u2011Gerau', 'gross-gerau', 'gross-gerau'],
    ['Eri\u00adka\u200e \u202aMuster\u202c', 'erika muster', 'erika muster'],
    [' Erika\u00a0\u00a0Muster ', 'erika muster', 'erika muster'],
    ['Mu\u0308ller', 'muller', 'mueller'],
    ['Αλέξανδρος', 'αλεξανδροσ', 'αλεξανδροσ'],
  ])('%s', (name, plain, usual) => {
    expect([plainly(name), spelledOut(name)]).toEqual([plain, usual]);
    expect(spellingsOf(name)).toEqual([...new Set([usual, plain])]);
    for (const typed of [name, name.toUpperCase(), plain, usual])
      expect(nameFits(typed, { firstName: typed, lastName: name })).toBe(true);
  });

  test('has none of the letters of Europe left that no keyboard has', () => {
    // Latin-1, Extended-A, and what Romanian, Croatian and Vietnamese have besides
    const letters = Array.from({ length: 0x180 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index));
    const named = [...letters, ...'ȘșȚțƠơƯưǅǈǋǍǎǦǧǨǩẞạẢấỹ'].filter((sign) => /\p{L}/u.test(sign));
    for (const letter of named)
      for (const spelling of spellingsOf(letter)) expect(spelling).toMatch(/^[a-z'·ʼ]+$/);
  });
});

test('what is compared exactly keeps its accents', () => {
  expect(folded('  MÜLLER\u200b  ｆｕｌｌ ')).toBe('müller full');
});

describe('an address', () => {
  const spellings = ['erika@müller-pferde.de', 'ERIKA@MÜLLER-Pferde.DE', 'erika@xn--mller-pferde-dlb.de'];

  test.each([...spellings, 'Erika@mu\u0308ller-pferde.de'])('%s has one key', (address) => {
    expect(addressKey(address)).toBe('erika@xn--mller-pferde-dlb.de');
  });

  test('that differs by more than its spelling has another', () => {
    for (const address of ['erika@mueller-pferde.de', 'e.rika@müller-pferde.de', 'erika@muller-pferde.de'])
      expect(addressKey(address)).not.toBe(addressKey('erika@müller-pferde.de'));
  });

  test('is found by its words, with plain letters, and in Punycode', () => {
    expect(addressSpellings('Erika@Müller-Pferde.de')).toEqual([
      'erika@mueller-pferde.de',
      'erika@muller-pferde.de',
      'erika@xn--mller-pferde-dlb.de',
    ]);
    expect(addressSpellings('Erika@Post.example')).toEqual(['erika@post.example']);
  });
});
