import { describe, expect, test } from 'bun:test';
import type { Salutation } from '#domain/people';
import { partsOf } from '#web/backoffice/preparations/name';
import { keepable } from '#web/backoffice/preparations/typed';

describe('a name in one field', () => {
  test.each<[string, string, string, Salutation | null]>([
    ['Robin Falkner', 'Robin', 'Falkner', null],
    ['  Robin   Falkner ', 'Robin', 'Falkner', null],
    ['Falkner', '', 'Falkner', null],
    ['Falkner, Robin', 'Robin', 'Falkner', null],
    ['Anna Maria Schmidt-Lang', 'Anna Maria', 'Schmidt-Lang', null],
    ['Frau Gerda von der Heide', 'Gerda', 'von der Heide', 'mrs'],
    ['Herr Meier', '', 'Meier', 'mr'],
    ['Herrn Dr. Jan van den Berg', 'Dr. Jan', 'van den Berg', 'mr'],
    ['frau lang', '', 'lang', 'mrs'],
    ['Familie Sommer', '', 'Sommer', null],
    ['von der Heide', '', 'von der Heide', null],
    ['Della Reese', 'Della', 'Reese', null],
    ['Önder Ülker', 'Önder', 'Ülker', null],
    ['Frau', '', '', 'mrs'],
    ['', '', '', null],
  ])('%p', (name, firstName, lastName, salutation) => {
    expect(partsOf(name)).toEqual({ firstName, lastName, ...(salutation && { salutation }) });
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
