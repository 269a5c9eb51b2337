import { expect, test } from 'bun:test';
import { lifeNumberKind } from '#domain/hints/life-numbers';

test.each([
  ['276020000123456', 'chip'],
  ['276 02 0000 123456', 'chip'],
  ['276.09.8100123456', 'chip'],
  ['276-020-000/123-456', 'chip'],
  ['\u202a276\u00a0020\u2009000\u2013123456\u202c', 'chip'],
  ['900182000123456', 'chip'],
  ['985 1410 0012 3456', 'chip'],
  ['276431310123404', 'ueln'],
  ['276 431 31 01234 04', 'ueln'],
  ['276331310123498', 'ueln'],
  ['528003201201234', 'ueln'],
  ['25000100155928M', 'ueln'],
  ['250001 00155928m', 'ueln'],
  ['250001001559281', 'ueln'],
  ['372414001234567', 'ueln'],
  ['056002W00123456', 'ueln'],
  ['826046G12345678', 'ueln'],
  ['372IRE123456789', 'ueln'],
  ['310123498', 'old'],
  ['50-14257-96', 'old'],
  ['DE 31 01234 98', 'old'],
  ['DE 431 31 01234 04', 'old'],
  ['de331310123498', 'old'],
  ['DEU 431310123404', 'old'],
  ['431310123404', 'old'],
] as const)('%s is %s', (typed, kind) => {
  expect(lifeNumberKind(typed)).toBe(kind);
});

test.each([
  '',
  '  ',
  'Fjölnir',
  '27602000012345',
  '2760200001234567',
  '276120000123456',
  '276431',
  '528210001234567',
  '826032001234567',
  '000000000000000A',
  'ABC431310123404',
  '9ABCDEF12345678',
  // a farm has 12 digits too, from the number of its state
  '035501234567',
  'DE 035501234567',
  'AT 431310123404',
  '31012349',
  '3101234987',
  '٣١٠١٢٣٤٩٨',
])('%p is none, or may be several', (typed) => {
  expect(lifeNumberKind(typed)).toBeNull();
});
