/** Messages to the applicant: their placeholders, and what they must not contain. */
import { describe, expect, test } from 'bun:test';
import { ibanIn } from '#domain/bank/numbers';
import {
  builtInTemplates,
  fillMessage,
  longestMessage,
  type MessageFacts,
  messageErrors,
} from '#domain/cases/messages';
import { caseStatuses, caseStatusKeys, messageStatuses } from '#domain/cases/statuses';
import { greetingOf, type Person } from '#domain/text/mailable';
import { sepaIbans } from '#tests/support/people';

const johanna: Person = { salutation: 'mrs', firstName: 'Johanna', lastName: 'Sommer' };
const facts: MessageFacts = {
  applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
  applicant: johanna,
  horseName: 'Fjölnir',
  insuranceStart: '2026-12-01',
  tariff: 'top',
};
const filled = (body: string, change: Partial<MessageFacts> = {}) =>
  fillMessage({ subject: '', body }, { ...facts, ...change }).body;
const wrong = (body: string) => messageErrors({ subject: 'Betreff', body }, facts).map(({ path }) => path);

describe('a greeting', () => {
  test.each([
    ['Johanna', 'Sommer', 'Guten Tag Frau Sommer'],
    ['Anne-Sophie', "van 't Hoff", "Guten Tag Frau van 't Hoff"],
    ['Aoife', 'O’Brien', 'Guten Tag Frau O’Brien'],
    ['Dr. Eva', 'Özdemir', 'Guten Tag Frau Özdemir'],
    ['Anna\u00a0Lena', 'Müller\u2011Groß', 'Guten Tag Frau Müller\u2011Groß'],
    ['Δήμητρα', 'Παπαδοπούλου', 'Guten Tag Frau Παπαδοπούλου'],
    ['E.', 'J. Muster', 'Guten Tag Frau J. Muster'],
    ['Eva', 'x'.repeat(56), `Guten Tag Frau ${'x'.repeat(56)}`],
    ['Eva', 'x'.repeat(57), 'Guten Tag'],
    ['Gewinn', 'https://evil', 'Guten Tag'],
    ['Gewinn', 'evil.example', 'Guten Tag'],
    ['WWW.', 'evil', 'Guten Tag'],
    ['Gewinn', '5000 Euro', 'Guten Tag'],
    ['Eva', 'Sommer!', 'Guten Tag'],
    ['Eva', 'So\nmmer', 'Guten Tag'],
  ])('of %s %s is %s', (firstName, lastName, greeting) => {
    expect(greetingOf({ salutation: 'mrs', firstName, lastName })).toBe(greeting);
  });
});

describe('a placeholder', () => {
  test.each([
    ['{anrede},', 'Guten Tag Frau Sommer,'],
    ['Hallo {name},', 'Hallo Johanna Sommer,'],
    ['{pferd}', 'Fjölnir'],
    ['{antrag}', facts.applicationId],
    ['{beginn}', '01.12.2026'],
    ['{tarif}', 'Top-OP-Schutz'],
    ['{pferd}{pferd} und {tarif}', 'FjölnirFjölnir und Top-OP-Schutz'],
  ])('%s becomes %s', (body, text) => {
    expect(filled(body)).toBe(text);
  });

  // ASVS 1.3.7
  test('whose value looks like one stays as it is, and is not refused', () => {
    const horseName = 'tarif';
    expect(filled('{pferd} {tarif}', { horseName })).toBe('tarif Top-OP-Schutz');
    expect(messageErrors({ subject: '', body: '{pferd}' }, { ...facts, horseName })).toEqual([]);
  });

  test.each(['{tarif} $& {x}', 'Konto gesperrt bit.ly/3xYz'])(
    'for a horse called „%s“ does not repeat that name, and is not refused',
    (horseName) => {
      expect(filled('Für {pferd}!', { horseName })).toBe(
        'Für „Ihr Pferd“ (Name wie auf unserer Website angegeben)!',
      );
      expect(messageErrors({ subject: '', body: '{pferd}' }, { ...facts, horseName })).toEqual([]);
    },
  );

  test('for a name that may be an advertisement is left out with its blank', () => {
    const applicant = { ...johanna, lastName: 'www.evil.example' };
    expect(filled('{anrede}. Hallo {name},', { applicant })).toBe('Guten Tag. Hallo,');
    const errors = messageErrors({ subject: '{name}', body: 'Hallo {name}' }, { ...facts, applicant });
    expect(errors).toMatchObject([{ path: 'subject' }]);
  });

  test.each(['{Pferd}', '{vorname}', '{', '}', '{ pferd }', '{{pferd}}', '{pferd', 'a } b', '{}'])(
    'that is none is refused: %s',
    (body) => {
      expect(wrong(body)).toEqual(['body']);
      expect(messageErrors({ subject: body, body: '{pferd}' })).toMatchObject([{ path: 'subject' }]);
    },
  );

  test('is named in the message about a wrong one', () => {
    const [error] = messageErrors({ subject: 'Zu {pfred}', body: '' });
    expect(error?.message).toContain('„{pfred}“ ist kein Platzhalter');
    expect(error?.message).toContain('{anrede} {name} {pferd} {antrag} {beginn} {tarif}');
  });
});

describe('an IBAN', () => {
  test.each([...sepaIbans])('%s is found in a sentence', (iban) => {
    expect(ibanIn(`Ihr Konto ${iban}.`)).toBe(iban);
  });

  test.each([
    ...['DE89 3704 0044 0532 0130 00', 'de89370400440532013000'],
    ...['Konto:DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000, danke', 'DE89-3704-0044-0532-0130-00'],
    ...[
      'DE89\u20133704.0044/0532_0130, 00',
      'DE89 (370 400 44) "0532013000"',
      'ＤＥ８９３７０４００４４０５３２０１３０００',
    ],
    ...['DE89 3704\n0044 0532 0130 00', 'D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0'],
    ...['DE\u200b89370400440532013000', 'DE12 3456, nein: DE89 3704 0044 0532 0130 00'],
  ])('is refused, however it is written: %p', (iban) => {
    expect(wrong(iban)).toEqual(['body']);
  });

  test.each([
    'DE88 3704 0044 0532 0130 00',
    'DE89 3704 0044 0532 0130',
    'Lebensnummer DE 433330987622',
    'Chip 276020000123456',
    '',
  ])('is not seen in %p', (text) => {
    expect(wrong(text)).toEqual([]);
  });

  test('is not repeated as the name of a horse', () => {
    const horse = { ...facts, horseName: 'DE89370400440532013000' };
    const message = { subject: '{pferd}', body: '' };
    expect(messageErrors(message, horse)).toEqual([]);
    expect(fillMessage(message, horse).subject).toBe('„Ihr Pferd“ (Name wie auf unserer Website angegeben)');
  });

  test('is looked for in no time, whatever the text', () => {
    const long = 16 * longestMessage.body;
    for (const part of ['DE89', 'a', ' ', 'a ', 'de8 ', '{', 'DE89 3704 0044 0532 0130 01 ']) {
      // it takes 8 ms at most, and minutes if each character looks at all others
      expect(shortestTime(part, long)).toBeLessThan(1000);
    }
  });

  /** In milliseconds; a busy machine interrupts some of the five, hardly all. */
  function shortestTime(part: string, length: number): number {
    const body = part.repeat(Math.floor(length / part.length));
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      wrong(body);
      return performance.now() - start;
    });
    return Math.min(...times);
  }
});

describe('the built-in templates', () => {
  test('are one for each status that has messages', () => {
    expect(builtInTemplates.map(({ status }) => status)).toEqual([...messageStatuses]);
  });

  test.each(builtInTemplates)('$name can be sent as it is, and its subject names nobody', (template) => {
    expect(messageErrors(template, facts)).toEqual([]);
    expect(template.subject.length).toBeLessThanOrEqual(longestMessage.subject);
    expect(template.subject).not.toMatch(/\{(anrede|name|pferd)\}/);
    const { body } = fillMessage(template, facts);
    expect(body).toStartWith('Guten Tag Frau Sommer,\n\n');
    expect(body).toContain('Fjölnir');
    expect(body).not.toContain('!');
  });
});

test('applicants read these statuses', () => {
  expect(caseStatusKeys.map((key) => caseStatuses[key].publicLabel)).toEqual([
    'Eingegangen',
    'In Prüfung',
    'Rückfrage an Sie',
    'Beim Versicherer',
    'Angenommen',
    'Nicht angenommen',
    'Widerrufen',
  ]);
});
