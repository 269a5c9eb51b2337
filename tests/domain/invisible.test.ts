/** Characters that nobody sees, as copied from contact lists, banking apps and websites, in every form. */
import { describe, expect, test } from 'bun:test';
import { Object as ObjectType, type TObject } from 'typebox';
import { login } from '#domain/accounts/user';
import { setSchema } from '#domain/application';
import { callbackRequest } from '#domain/callbacks/request';
import { newNote } from '#domain/cases/staff';
import { newAnswer } from '#domain/cases/status-page';
import { check, sourceOf, text } from '#domain/fields';
import { withdrawalClosing } from '#domain/law/staff-withdrawals';
import { withdrawalRequest } from '#domain/law/withdrawals';
import { addressRequest } from '#domain/people';
import { setKeys } from '#domain/steps/all';
import { johanna } from '#tests/support/people';
import { today } from './rules';

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const all = Array.from({ length: 0xe1000 }, (_, code) =>
  code < 0xd800 || code > 0xdfff ? String.fromCodePoint(code) : '',
).filter((sign) => invisible.test(sign));
const some = [
  ...'\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200e\u200f\u202a\u202e\u2060\u2064\u2066\u2069',
];
const others = [
  ...'\u200c\u200d\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\ufffb\u{1d173}\u{e0041}\u{e0100}',
  '\u00a0',
  '\u202f',
];

const person = { name: 'Erika Muster', email: 'erika@müller-pferde.de' };
const id = '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64';
const forms: [string, TObject, Record<string, unknown>][] = [
  ...setKeys.map((key): (typeof forms)[number] => [key, setSchema(key, today), { ...johanna[key] }]),
  ['callback', callbackRequest, { ...person, phone: '0341 1', dataProcessingConsent: true }],
  ['withdrawal', withdrawalRequest, { ...person, contract: 'SF-20261120-7KQ4M2XW9C' }],
  ['own data', addressRequest, { email: person.email }],
  ['note', newNote, { id, text: 'Angerufen' }],
  ['answer', newAnswer, { id, text: 'Ja' }],
  ['closing', withdrawalClosing, { outcome: 'late', note: 'Zu spät' }],
  ['sign-in', login, { username: 'erika', code: '123456' }],
];

describe.each(forms)('in the form %s', (_, schema, entries) => {
  const { password: __, ...fields } = schema.properties;
  const form = ObjectType(fields);
  const clean = check(form, entries);

  test('are left out wherever they stand', () => {
    expect(clean.ok).toBe(true);
    for (const [field, value] of Object.entries(entries)) {
      if (typeof value !== 'string') continue;
      for (const sign of [...some, ...others]) {
        const isBlank = /\s/.test(sign);
        const ends = { ...entries, [field]: `${sign}${value}${sign}` };
        expect([field, sign, check(form, ends)]).toEqual([field, sign, clean]);
        if (isBlank) continue;
        const inside = { ...entries, [field]: `${value.slice(0, 2)}${sign}${value.slice(2)}` };
        expect([field, sign, check(form, inside)]).toEqual([field, sign, clean]);
      }
    }
  });
});

const scotland = '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}';

test('every one of them is left out of a name', () => {
  const form = ObjectType({ name: text('Name') });
  expect(all.length).toBeGreaterThan(4_000);
  const kept = all.filter((sign) => {
    const checked = check(form, { name: `${sign}Eri${sign}ka${sign}` });
    return !checked.ok || checked.value.name !== 'Erika';
  });
  expect(kept).toEqual([]);
});

test.each([
  ['nach\ufe0f Hause.\ufe0f', 'nach Hause.'],
  ['12\ufe0fa', '12a'],
  ['❤\ufe0f', '❤\ufe0f'],
  ['☎\ufe0e 12', '☎\ufe0e 12'],
  ['1\ufe0f\u20e3', '1\ufe0f\u20e3'],
  ['👩🏽\u200d👧', '👩🏽\u200d👧'],
  ['🏴\u{e0067}\u{e0062}', '🏴'],
  [`${scotland}\u{e0067}Isla\u{e0067}\u{e007f}`, `${scotland}Isla`],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['می\u200c\u200bخواهم\u200c', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['Jo\u200dhan\u200cna', 'Johanna'],
  ['Ио\u200dган\u200cна', 'Иоганна'],
  ['Ιω\u200dάν\u200cνα', 'Ιωάννα'],
])('selectors and joiners stay only where they change what is seen: %j', (typed, seen) => {
  const checked = check(ObjectType({ name: text('Name') }), { name: typed });
  expect(checked.ok && checked.value.name).toBe(seen);
});

test.each([...some, ...others.slice(0, -2)])('an IBAN and a BIC with %j and blanks are accepted', (sign) => {
  const { iban: _, bic: __, ...mandate } = johanna['sepa-mandate'];
  const iban = `${sign}DE89\u00a03704${sign}\u202f0044 0532${sign}0130${sign}00`;
  const checked = check(setSchema('sepa-mandate', today), {
    ...mandate,
    iban,
    bic: `COBA${sign}DE${sign}FFXXX`,
  });
  expect(checked).toMatchObject({ ok: true, value: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' } });
});

test('they do not count, and the refusal of what nobody sees is about control characters only', () => {
  const form = ObjectType({ name: text('Name', 4) });
  const refusal = 'Der Text enthält ein unsichtbares Zeichen. Bitte tippen Sie ihn neu ein';
  const longest = '\u202aE\u00adr\u200bi\u2066k\u2069\u202c';
  expect(check(form, { name: longest })).toEqual({ ok: true, value: { name: 'Erik' } });
  const long = { path: 'name', message: 'Bitte geben Sie höchstens 4 Zeichen ein' };
  expect(check(form, { name: `${longest}a` })).toEqual({ ok: false, errors: [long] });
  for (const sign of all) expect([sign, check(form, { name: `E${sign}` }).ok]).toEqual([sign, true]);
  for (const sign of '\u0000\u0007\u001b\u007f\u0085\u2028') {
    const found = check(form, { name: `E${sign}a` });
    expect(found.ok ? [] : found.errors).toEqual([{ path: 'name', message: refusal }]);
  }
});

test('a phone number from an address book is accepted', () => {
  const { phone: _, ...rest } = johanna['contact-data'];
  const checked = check(setSchema('contact-data', today), {
    ...rest,
    phone: '\u202a+49\u00a0341 9627\u2011100\u202c',
  });
  expect(checked).toMatchObject({ ok: true, value: { phone: '+49\u00a0341 9627\u2011100' } });
});

test('a source is stored without them', () => {
  expect(sourceOf('\u202ames\u00adse\u3164\u2060 \u034f2026')).toBe('messe 2026');
});
