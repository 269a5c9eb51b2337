/** Which application a withdrawal fits. */
import { describe, expect, test } from 'bun:test';
import { type Candidate, matchOf, nameFits, numberIn } from '#domain/law/withdrawal-match';

const id = '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64';

test.each([
  [id, id],
  [id.toUpperCase(), id],
  [` ${id.replaceAll('-', ' ')} `, id],
  [`Antragsnummer ${id}`, id],
  ['5b0c6d8e', '5b0c6d8e'],
  ['5B0C6D8E...', '5b0c6d8e'],
  ['Antrag-5b0c6d8e.pdf', '5b0c6d8e'],
  ['Nr. 5b0c 6d8e', '5b0c6d8e'],
  ['5b0c6d8', null],
  ['5b0c6d8ef', null],
  ['ghijklmn', null],
  ['', null],
  [null, null],
])('%p is the id %p', (typed, found) => {
  expect(numberIn(typed).id).toBe(found);
});

test.each([
  ['SF-20261120-7KQ4M2XW9C', 'SF-20261120-7KQ4M2XW9C'],
  ['sf-20261120-7kq4m2xw9c', 'SF-20261120-7KQ4M2XW9C'],
  ['Mandatsreferenz: SF 20261120 7KQ4M2XW9C', 'SF-20261120-7KQ4M2XW9C'],
  ['SF202611207KQ4M2XW9C', 'SF-20261120-7KQ4M2XW9C'],
  ['SF.20261120.7KQ4M2XW9C', 'SF-20261120-7KQ4M2XW9C'],
  ['SF-DEMO-3', 'SF-DEMO-3'],
])('%p is the mandate reference %p', (typed, reference) => {
  expect(numberIn(typed).references).toContain(reference);
});

const person = (firstName: string, lastName: string) => ({ firstName, lastName });

test.each([
  ['Johanna Sommer', person('Johanna', 'Sommer'), true],
  ['SOMMER, johanna', person('Johanna', 'Sommer'), true],
  ['Frau Dr. Johanna Sommer', person('Johanna', 'Sommer'), true],
  ['Johanna Sommer', person('Johanna Maria', 'Sommer'), true],
  ['Jürgen Müller', person('Juergen', 'Mueller'), true],
  ['Marta Grossmann', person('Márta', 'Großmann'), true],
  ['Matthias Brandt Özdemir', person('Matthias', 'Brandt-Özdemir'), true],
  ['Goetz von der Heyde', person('Götz', 'von der Heyde'), true],
  ['Aydin Yildiz', person('Aydın', 'Yıldız'), true],
  ['Lukasz Nowak', person('Łukasz', 'Nowak'), true],
  ['Can Ozturk', person('Can', 'Öztürk'), true],
  ['Can Öztürk', person('Can', 'Ozturk'), true],
  ['Erika\u200e Bei\u00adspiel', person('Erika', 'Beispiel'), true],
  ['Sommer', person('Johanna', 'Sommer'), false],
  ['Johanna Winter', person('Johanna', 'Sommer'), false],
  ['Klaus Sommer', person('Johanna', 'Sommer'), false],
  ['Matthias Brandt', person('Matthias', 'Brandt-Özdemir'), false],
  ['🐴', person('🐴', '🐴'), false],
])('%p is the name of %p: %p', (typed, of, fits) => {
  expect(nameFits(typed, of)).toBe(fits);
});

describe('a withdrawal fits', () => {
  const candidate = (
    applicationId: string,
    firstName: string,
    lastName: string,
    email: string,
  ): Candidate => ({
    applicationId,
    people: [
      { firstName, lastName, email },
      { firstName: 'Anne', lastName: 'Holder', email: 'holder@mail.example' },
    ],
  });
  const johanna = candidate('johanna', 'Johanna', 'Sommer', 'Johanna@mail.example');
  const other = candidate('other', 'Johanna', 'Sommer', 'other@mail.example');
  const kim = candidate('kim', 'Kim', 'Lang', 'kim@mail.example');
  const declared = { name: 'Johanna Sommer', email: 'johanna@mail.example', contract: null };
  const stranger = { name: 'Eve Stranger', email: 'eve@mail.example', contract: null };

  test.each([
    [
      'exactly: number and e-mail',
      { ...stranger, email: 'JOHANNA@mail.example' },
      [johanna],
      [],
      'exact',
      'johanna',
    ],
    ['exactly: number and name', { ...stranger, name: 'Johanna Sommer' }, [johanna], [], 'exact', 'johanna'],
    ['exactly: number and policyholder', { ...stranger, name: 'Anne Holder' }, [kim], [], 'exact', 'kim'],
    [
      'exactly the one of several with the number that is theirs',
      declared,
      [kim, johanna],
      [],
      'exact',
      'johanna',
    ],
    [
      'by a suggestion: the e-mail in another spelling',
      { ...stranger, email: 'erika@xn--mller-pferde-dlb.de' },
      [],
      [candidate('erika', 'Erika', 'Muster', 'Erika@müller-pferde.de')],
      'suggested',
      'erika',
    ],
    ['by number only', stranger, [johanna, kim], [johanna], 'number', 'johanna'],
    ['by a suggestion: the e-mail before the name', declared, [], [other, johanna], 'suggested', 'johanna'],
    ['by a suggestion: the name', { ...declared, email: 'x@y.example' }, [], [other], 'suggested', 'other'],
    ['nothing', stranger, [], [johanna, kim], 'none', null],
  ] as const)('%s', (_, typed, numbered, likely, match, applicationId) => {
    expect(matchOf(typed, numbered, likely)).toEqual({ match, applicationId });
  });
});
