import { expect, test } from 'bun:test';
import { api, href, pages } from '#domain/urls';

test('a path becomes an address when its parts are filled in', () => {
  expect(href(api.details, { id: '5a77e1fe' })).toBe('/api/backoffice/applications/5a77e1fe/details');
  expect(href(pages.application, { id: '5a77e1fe' })).toBe('/application/5a77e1fe');
  expect(href(api.set('horse-data'), { id: '5a77e1fe' })).toBe('/api/applications/5a77e1fe/horse-data');
});

// ASVS 1.2.2
test('a value stays one part of the path, whatever characters it contains', () => {
  expect(href(api.bank, { bankCode: '../users?a=:id#$&' })).toBe(
    '/api/banks/..%2Fusers%3Fa%3D%3Aid%23%24%26',
  );
});

test('a missing part is a type error', () => {
  // @ts-expect-error: the id is required
  expect(href(api.user, {})).toBe('/api/backoffice/users/undefined');
});
