import { describe, expect, test } from 'bun:test';
import { callbackRequest } from '#domain/callbacks/request';
import { check, type FieldError, sourceOf } from '#domain/fields';
import { wish } from '#tests/server/features/callbacks/callback-wish';

const messages = {
  name: 'Bitte geben Sie Ihren Namen ein',
  phone: 'Bitte geben Sie Ihre Telefonnummer ein',
  email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
  dataProcessingConsent: 'Sie müssen der Datenverarbeitung zustimmen',
};
const tooLong = (limit: number) => `Bitte geben Sie höchstens ${limit} Zeichen ein`;
const unprintable = 'Der Text enthält ein unsichtbares Zeichen. Bitte tippen Sie ihn neu ein';

const errorsOf = (input: unknown): FieldError[] => {
  const checked = check(callbackRequest, input);
  return checked.ok ? [] : checked.errors;
};
const cases = (path: string, message: string, values: unknown[]) =>
  values.map((value) => [path, value, message] as const);
const nothing = [undefined, null, '', '   ', '\u00a0', 7, true, [], {}];
const control = ['a\u0000b', 'a\nb', 'a\u007fb', 'a\u0085b', 'a\u2028b', 'a\ud800b'];

describe('a callback request', () => {
  test.each([
    ...cases('name', messages.name, nothing),
    ...cases('name', tooLong(100), ['ä'.repeat(101), '🐴'.repeat(51)]),
    ...cases('name', unprintable, control),
    ...cases('phone', messages.phone, nothing),
    ...cases('phone', tooLong(50), ['0'.repeat(51)]),
    ...cases('phone', unprintable, control),
    ...cases('email', messages.email, [
      ...nothing,
      'johanna',
      'johanna@mail',
      '@mail.example',
      'a@x.example, b@y.example',
      'a@x.example,b@y.example',
      'a@x.example; b@y.example',
      'a@x.example b@y.example',
      'Johanna <johanna@mail.example>',
    ]),
    ...cases('email', unprintable, ['a@x.example\r\nBcc: b@y.example']),
    ...cases('email', tooLong(254), [`a@${'b.'.repeat(150)}example`]),
    ...cases('preferredTime', tooLong(500), ['x'.repeat(501)]),
    ...cases('preferredTime', unprintable, control),
    ...cases('preferredTime', 'Bitte geben Sie einen Text ein', [7, true, [], {}]),
    ...cases('dataProcessingConsent', messages.dataProcessingConsent, [
      undefined,
      null,
      false,
      'true',
      'on',
      1,
      [],
    ]),
  ])('is refused for %s %p: %s', (path, value, message) => {
    expect(errorsOf({ ...wish, [path]: value })).toEqual([{ path, message }]);
  });

  test('without entries gets an error for every field but the time, in the order of the form', () => {
    expect(errorsOf({})).toEqual(Object.entries(messages).map(([path, message]) => ({ path, message })));
  });

  test.each([
    ['names of other alphabets', { name: '李 محمد' }],
    ['a name of 100 characters', { name: 'ä'.repeat(100) }],
    ['no preferred time', { preferredTime: undefined }],
    ['null for the preferred time', { preferredTime: null }],
    ['an empty preferred time', { preferredTime: '' }],
    ['a preferred time of 500 characters', { preferredTime: 'x'.repeat(500) }],
    ['spaces around everything', { name: '  Jo  ', phone: ' 1 ', email: ' jo@mail.example ' }],
    ['markup', { name: '<b>Jo</b>', preferredTime: '<script>' }],
  ])('is accepted with %s', (_, change) => {
    expect(errorsOf({ ...wish, ...change })).toEqual([]);
  });
});

describe('the source in an address', () => {
  test.each([
    ['missing', null, null],
    ['empty', '', null],
    ['blank', ' \t\u00a0', null],
    ['nothing but control characters', '\u0000\u0007\u200b', null],
    ['a word', 'newsletter', 'newsletter'],
    ['spaces around it', '  messe equitana ', 'messe equitana'],
    ['lines', 'a\r\nBcc: b', 'a Bcc: b'],
    ['control characters', 'a\u0000b\u001b[31mc', 'ab[31mc'],
    ['a change of direction', 'a\u202egnp.exe', 'agnp.exe'],
    ['markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['100 characters', 'x'.repeat(100), 'x'.repeat(100)],
    ['5,000 characters', 'x'.repeat(5000), 'x'.repeat(100)],
    ['a space at the cut', `${'x'.repeat(99)} y`, 'x'.repeat(99)],
    ['an emoji across the cut', `${'x'.repeat(99)}🐴`, 'x'.repeat(99)],
    ['half an emoji', 'a\ud83d', 'a\ufffd'],
  ])('is cleaned and cut: %s', (_, given, source) => {
    expect(sourceOf(given)).toBe(source);
  });
});
