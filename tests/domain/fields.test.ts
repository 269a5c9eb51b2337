import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Object as ObjectType } from 'typebox';
import { check, lines, optionalText, secret, text } from '#domain/fields';
import { holdFor } from '#tests/support/properties';
import { seen } from './seen';

const form = ObjectType({
  name: text('Bitte geben Sie Ihren Namen ein'),
  note: lines('Bitte geben Sie eine Notiz ein', 100),
  more: optionalText(),
  password: secret('Passwort ist erforderlich', 100),
});

const more = ObjectType({ more: optionalText() });

const cleaned = (typed: string) => {
  const checked = check(form, { name: typed, note: typed, more: typed, password: typed });
  return checked.ok ? checked.value : checked.errors;
};

describe('a typed text', () => {
  test.each([
    ['zero width', '\u200bJo\u200bhanna\ufeff'],
    ['word joiners', 'Jo\u2060hanna\u2061\u2064'],
    ['directions', '\u202eJohanna\u202c\u200e\u200f\u2066\u2067\u2069'],
    ['soft hyphens', 'Jo\u00adhan\u00adna'],
    ['deprecated ones, tags and fillers', 'Johanna\u206a\u061c\u{e0041}\u3164'],
    ['blanks behind them', '\u200b  Johanna\u00a0 \u2800 \u200b'],
    ['joiners beside Latin letters', 'Jo\u200dhan\u200cna'],
    ['joiners and selectors at its ends', '\u200d\ufe0fJohanna\ufe0f\u200c'],
  ])('is stored without what nobody sees: %s', (_, typed) => {
    expect(cleaned(typed)).toEqual({ name: 'Johanna', note: 'Johanna', more: 'Johanna', password: typed });
  });

  test.each(['-', '.', '†', 'X', '7', '½', '愛', '🐴', '❤\ufe0f', 'e\u0301', '\u0301e', 'کِ', '°'])(
    'may be one sign that is seen: %s',
    (typed) => {
      expect(cleaned(typed)).toMatchObject({ name: typed, note: typed });
    },
  );

  test.each([
    ['a Persian name', 'علی\u200cرضا'],
    ['a picture of a family', 'Familie 👩🏽\u200d👩🏽\u200d👧'],
    ['a picture with a selector', 'Danke ❤\ufe0f\u200d🔥!'],
    ['a digit in a box', '1\ufe0f\u20e3 Pferd'],
  ])('keeps the joiners that it needs: %s', (_, typed) => {
    expect(cleaned(typed)).toMatchObject({ name: typed, note: typed });
  });

  test('keeps its lines', () => {
    const checked = check(form, { name: 'Jo', note: '\u200berste\r\n\u200bzweite', password: 'p' });
    expect(checked.ok && checked.value.note).toBe('erste\nzweite');
  });

  test.each([
    ['zero width and blanks', '\u200b\u2060 \u2800'],
    ['a musical note without a head', '\u{1d159}\u{1d159}'],
    ['hieroglyphs that are blanks', '\u{13441} \u{13442}'],
    ['an accent without a letter', '\u0301'],
    ['several of them', '\u0301 \u0338\u0489\u20dd'],
    ['a filler that is a mark', '\u{16fe4}'],
    ['vowels that only stand on a letter', '\u093e\u064e'],
    ['private characters', '\ue000\u{f0000}\u{10fffd}'],
    ['unassigned characters', '\u0378\u{e1000}'],
    ['wide blanks', '\u3000\u2003\u1680'],
  ])('is empty if nobody sees anything of it: %s', (_, typed) => {
    expect(cleaned(typed)).toEqual([
      { path: 'name', message: 'Bitte geben Sie Ihren Namen ein' },
      { path: 'note', message: 'Bitte geben Sie eine Notiz ein' },
    ]);
  });
});

test('what was stored is stored again as it is', async () => {
  const texts = fc.array(fc.constantFrom(...'aß1. \u200b\u200c\u200d\ufe0f\u2060\u2800ع👩❤'), {
    maxLength: 12,
  });
  await holdFor(
    2000,
    fc.property(texts, (signs) => {
      const once = check(more, { more: signs.join('') });
      const stored = once.ok ? once.value : {};
      expect(seen(stored.more ?? '')).toBe(seen(signs.join('')));
      expect(check(more, stored)).toEqual({ ok: true, value: stored });
    }),
  );
});
