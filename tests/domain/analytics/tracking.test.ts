/** What analytics is told of an address. */
import { describe, expect, test } from 'bun:test';
import { withoutIds } from '#domain/analytics/tracking';
import { pages } from '#domain/urls';

const uuid = '5a77e1fe-a000-4000-8000-0000000000ab';
const token = 'zmovymfylwjhei-xdxgtmdeymzqnjc-owfiyrlzgabc';
const digits = '37040044';

const routes = Object.values(pages).filter((page) => typeof page === 'string');
const plain = routes.filter((route) => !/[:#]/.test(route));
const withParts = routes.filter((route) => route.includes(':'));

describe('an address in an event', () => {
  test.each(plain)('is %s as it is, because it contains no id', (route) => {
    expect(withoutIds(route)).toBe(route);
  });

  test.each(withParts)('never contains the parts of %s', (route) => {
    for (const value of [uuid, uuid.toUpperCase(), token, digits]) {
      const told = withoutIds(route.replace(/:\w+/g, value));
      expect(told).not.toContain(value);
      expect(told).toContain('/:id');
      expect(told.split('/')).toHaveLength(route.split('/').length);
    }
  });

  test.each([
    ['/application/5a77e1fe-a000-4000-8000-0000000000ab', '/application/:id'],
    ['/application/5a77e1fe-a000-4000-8000-0000000000ab/', '/application/:id/'],
    [`/fortsetzen/${token}`, '/fortsetzen/:id'],
    [`/erinnerungen/${token}/abbestellen`, '/erinnerungen/:id/abbestellen'],
    // no route of ours, but perhaps a mistyped or broken link
    [`/aplication/${uuid}`, '/aplication/:id'],
    [`/${token}`, '/:id'],
    ['/application/5a77e1fe-a0', '/application/:id'],
    ['/johanna.sommer@example.org', '/:id'],
    ['/gibt-es-nicht', '/gibt-es-nicht'],
    ['/%E0%A4', '/:id'],
    ['//', '//'],
    ['/', '/'],
  ])('%s is told as %s', (path, told) => {
    expect(withoutIds(path)).toBe(told);
  });
});
