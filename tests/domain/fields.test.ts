import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Object as ObjectType } from 'typebox';
import { check, lines, optionalText, secret, text } from '#domain/fields';
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

  test('is empty if nobody sees anything of it', () => {
    expect(cleaned('\u200b\u2060 \u2800')).toEqual([
      { path: 'name', message: 'Bitte geben Sie Ihren Namen ein' },
      { path: 'note', message: 'Bitte geben Sie eine Notiz ein' },
    ]);
  });
});

test('what was stored is stored again as it is', () => {
  const texts = fc.array(fc.constantFrom(...'aß1. \u200b\u200c\u200d\ufe0f\u2060\u2800ع👩❤'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(texts, (signs) => {
      const once = check(more, { more: signs.join('') });
      const stored = once.ok ? once.value : {};
      expect(seen(stored.more ?? '')).toBe(seen(signs.join('')));
      expect(check(more, stored)).toEqual({ ok: true, value: stored });
    }),
    { numRuns: 2000 },
  );
});
