import { expect, test } from 'bun:test';
import { keepable, typedOf } from '#web/backoffice/preparations/typed';

test.each([
  ['Robin Falkner', 'Robin', 'Falkner'],
  ['  Robin   von der  Heide ', 'Robin', 'von der Heide'],
  ['Falkner', 'Falkner', ''],
  ['', '', ''],
])('the name %p is its first word and the rest', (name, firstName, lastName) => {
  expect(typedOf({ name, phone: '1', email: null })).toMatchObject({
    'contact.firstName': firstName,
    'contact.lastName': lastName,
  });
});

test('the storage of the tab gives back nothing that no form has, and no way to reach anybody', () => {
  const found = {
    'contact.firstName': 'Gerda',
    'contact.email': 'gerda@post.example',
    'policyholder.phone': '1',
    'horse.requirementsConsent': 'true',
    'sepa.iban': 'DE89',
    another: 'ja',
    'horse.horseName': 7,
  };
  expect(keepable(found)).toEqual({ 'contact.firstName': 'Gerda', another: 'ja' });
  for (const nothing of [null, undefined, 'text', []]) expect(keepable(nothing)).toEqual({});
});
