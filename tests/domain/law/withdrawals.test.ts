/** The rules and texts of a withdrawal. */
import { describe, expect, test } from 'bun:test';
import { check } from '#domain/fields';
import { withdrawalNotices } from '#domain/form-notices';
import { withdrawalAssignment, withdrawalClosing } from '#domain/law/staff-withdrawals';
import {
  declarationFacts,
  receiptName,
  receivedSentence,
  withdrawalFields,
  withdrawalOutcomes,
  withdrawalRequest,
} from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import { placeholders } from '#domain/operator/operator';
import { folded } from '#domain/text/folding';

const valid = { name: 'Johanna Sommer', email: 'johanna.sommer@mail.example' };
const id = '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64';

test('the form has the words of the law', () => {
  expect(Object.values(withdrawalFields).map(({ label }) => label)).toEqual([
    'Name',
    'E-Mail für die Eingangsbestätigung',
    'Antrags- oder Versicherungsnummer (falls zur Hand)',
  ]);
  expect(withdrawalSentence).toBe(
    'Hiermit widerrufe ich meine Vertragserklärung zur OP-Versicherung für Pferde.',
  );
  expect(Object.keys(withdrawalOutcomes)).toEqual(['effective', 'late', 'unmatched', 'duplicate']);
});

const noName = 'Bitte geben Sie Ihren Namen ein';
const noEmail = 'Bitte geben Sie eine gültige E-Mail-Adresse ein';
const noAddress = 'Bitte geben Sie hier keine Internetadresse ein';
const tooLong = (count: number) => `Bitte geben Sie höchstens ${count} Zeichen ein`;
const control = 'Der Text enthält ein unsichtbares Zeichen. Bitte tippen Sie ihn neu ein';

describe('a declaration is refused with', () => {
  test.each<[unknown, string]>([
    [undefined, noName],
    [null, noName],
    ['', noName],
    ['  ', noName],
    [7, noName],
    [['Johanna'], noName],
    ['a'.repeat(201), tooLong(200)],
    ['a'.repeat(5000), tooLong(200)],
    ['Johanna\r\nBcc: all@evil.example', control],
    ['Johanna\u0000', control],
    ['Siehe https://evil.example', noAddress],
    ['WWW.evil.example', noAddress],
    ['ｗｗｗ.evil.example', noAddress],
    ['ftp:／／evil', noAddress],
  ])('name %p: %s', (name, message) => {
    expect(check(withdrawalRequest, { ...valid, name })).toEqual({
      ok: false,
      errors: [{ path: 'name', message }],
    });
  });

  test.each<[unknown, string]>([
    [undefined, noEmail],
    ['', noEmail],
    ['johanna', noEmail],
    ['a@x.de, b@y.de', noEmail],
    ['Johanna <johanna@mail.example>', noEmail],
    [`${'a'.repeat(5000)}@mail.example`, tooLong(254)],
  ])('e-mail %p: %s', (email, message) => {
    expect(check(withdrawalRequest, { ...valid, email })).toEqual({
      ok: false,
      errors: [{ path: 'email', message }],
    });
  });

  test.each<[unknown, string]>([
    ['1'.repeat(101), tooLong(100)],
    ['1'.repeat(5000), tooLong(100)],
    ['http://evil.example/1', noAddress],
    ['www.evil.example', noAddress],
    ['1\n2', control],
  ])('number %p: %s', (contract, message) => {
    expect(check(withdrawalRequest, { ...valid, contract })).toEqual({
      ok: false,
      errors: [{ path: 'contract', message }],
    });
  });
});

describe('a declaration is accepted with', () => {
  test.each([
    ['no number', {}],
    ['an empty number', { contract: '' }],
    ['null as number', { contract: null }],
    ['markup', { name: '<script>alert(1)</script>', contract: '<b>1</b>' }],
    ['200 letters and 100 digits', { name: 'ä'.repeat(200), contract: '1'.repeat(100) }],
    ['an address that begins with www', { email: 'post@www.mail.example' }],
    ['unknown fields', { reason: 'Gefällt mir nicht' }],
  ])('%s', (_, change) => {
    expect(check(withdrawalRequest, { ...valid, ...change }).ok).toBe(true);
  });
});

test.each([
  ['2026-11-20T13:03:27.000Z', 'Eingegangen am 20.11.2026 um 14:03:27 Uhr'],
  ['2026-07-01T22:00:00.999Z', 'Eingegangen am 02.07.2026 um 00:00:00 Uhr'],
  ['2026-12-31T23:59:59.000Z', 'Eingegangen am 01.01.2027 um 00:59:59 Uhr'],
  ['2026-10-25T00:30:00.000Z', 'Eingegangen am 25.10.2026 um 02:30:00 Uhr'],
  ['2026-10-25T01:30:00.000Z', 'Eingegangen am 25.10.2026 um 02:30:00 Uhr'],
])('the receipt at %s is dated in German time: %s', (iso, sentence) => {
  expect(receivedSentence(iso)).toBe(sentence);
});

test('the facts of a declaration are all that was typed', () => {
  expect(declarationFacts({ ...valid, contract: null })).toEqual([
    { label: 'Name', value: 'Johanna Sommer' },
    { label: 'E-Mail', value: 'johanna.sommer@mail.example' },
    { label: 'Antrags- oder Versicherungsnummer', value: 'Nicht angegeben' },
  ]);
  expect(receiptName(id)).toBe('Widerruf-5b0c6d8e.pdf');
});

test.each(Object.entries(withdrawalNotices))('whoever is refused reads another way: %s', (_, notice) => {
  const operator = { ...placeholders, company: { ...placeholders.company, email: 'hallo@anders.example' } };
  const { name, street, zipCode, city } = operator.company;
  for (const part of [name, `${street}, ${zipCode} ${city}`, 'hallo@anders.example'])
    expect(notice(operator)).toContain(part);
});

test.each([
  ['  Johanna   SOMMER ', 'johanna sommer'],
  ['Johanna\u00a0Sommer', 'johanna sommer'],
  ['ＪＯＨＡＮＮＡ', 'johanna'],
  ['MU\u0308LLER', 'müller'],
])('%p is compared as %p', (text, same) => {
  expect(folded(text)).toBe(same);
});

describe('the bodies of staff calls', () => {
  test.each([
    [{ applicationId: id }, true],
    [{ applicationId: null }, true],
    [{}, false],
    [{ applicationId: '' }, false],
    [{ applicationId: '5b0c6d8e' }, false],
    [{ applicationId: 7 }, false],
    [{ applicationId: [id] }, false],
  ])('assign %p: %p', (body, ok) => {
    const checked = check(withdrawalAssignment, body);
    expect(checked.ok).toBe(ok);
    if (!checked.ok) expect(checked.errors).toEqual([{ path: 'applicationId', message: expect.any(String) }]);
  });

  test.each([
    [{ outcome: 'effective' }, []],
    [{ outcome: 'duplicate', note: 'Doppelt gesendet' }, []],
    [{}, ['outcome']],
    [{ outcome: 'maybe' }, ['outcome']],
    [{ outcome: 'late', note: 'x'.repeat(501) }, ['note']],
    [{ outcome: 'late', note: 7 }, ['note']],
  ])('close %p is refused at %p', (body, paths) => {
    const checked = check(withdrawalClosing, body);
    expect(checked.ok ? [] : checked.errors.map(({ path }) => path)).toEqual(paths);
  });
});
