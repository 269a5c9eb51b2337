/** The labels and values of a data set as people read them. */
import { describe, expect, test } from 'bun:test';
import { setFields } from '#domain/application';
import { type Consent, type Field, factsOf, isConsent } from '#domain/facts';
import { nameFields } from '#domain/people';
import { setKeys } from '#domain/steps/all';
import { johanna } from '#tests/support/people';

const fields = {
  name: { label: 'Vorname', readLabel: 'Name' },
  surname: { label: 'Nachname', joined: true },
  born: { label: 'Geboren', kind: 'date' },
  coat: {
    label: 'Farbe',
    options: { bay: 'Braun', 0: 'Keine', mixed: '50 % Schimmel', other: 'Andere' },
    readOptions: { other: '' },
  },
  agreed: { label: 'Zustimmung', sentence: 'Ich stimme zu.' },
} satisfies Record<string, Field | Consent>;

describe('facts', () => {
  test('are lines with readable labels, days and choices', () => {
    const entered = { name: 'Kim', surname: 'Lang', born: '2022-02-28', coat: 'bay', agreed: true };
    expect(Object.entries(factsOf(fields, entered))).toEqual([
      ['name', { label: 'Name', value: 'Kim Lang' }],
      ['born', { label: 'Geboren', value: '28.02.2022' }],
      ['coat', { label: 'Farbe', value: 'Braun' }],
    ]);
  });

  test('are null where nothing was entered, and 0 is a value', () => {
    const { name, born, coat } = factsOf(fields, { surname: null, born: '', coat: 0 });
    expect([name.value, born.value, coat.value]).toEqual([null, null, 'Keine']);
    expect(factsOf(fields, { surname: 'Lang' }).name.value).toBe('Lang');
  });

  test('keep a number and its sign together in a choice, and what was typed as it is', () => {
    const { name, coat } = factsOf(fields, { name: '100 %', coat: 'mixed' });
    expect([name.value, coat.value]).toEqual(['100 %', '50\u00a0% Schimmel']);
  });

  test('leave out a choice that has no words where it is read', () => {
    expect(factsOf(fields, { coat: 'other' }).coat.value).toBeNull();
    const kim = { salutation: 'diverse', firstName: 'Kim', lastName: 'Lang' };
    expect(factsOf(nameFields, kim).salutation).toEqual({ label: 'Name', value: 'Kim Lang' });
    expect(factsOf(nameFields, { ...kim, salutation: 'mrs' }).salutation.value).toBe('Frau Kim Lang');
  });
});

test.each(setKeys.map((key) => [key] as const))(
  'every field of %s can be entered and appears in the facts',
  (key) => {
    const entered: Record<string, unknown> = johanna[key];
    // the one that stays empty with most people
    const optional = key === 'contact-data' ? ['reminderConsent'] : [];
    const names = [...Object.keys(entered), ...optional];
    expect(Object.keys(setFields[key]).toSorted()).toEqual(names.toSorted());
    const text = Object.values(factsOf(setFields[key], entered)).map(({ value }) => value);
    for (const [name, field] of Object.entries(setFields[key])) {
      if (isConsent(field)) continue;
      const [only] = Object.values(factsOf({ [name]: { ...field, joined: undefined } }, entered));
      expect(text.join('\n')).toContain(only?.value ?? 'missing');
    }
  },
);
