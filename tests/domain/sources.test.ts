/** Where visitors come from: addresses carry it. */
import { describe, expect, test } from 'bun:test';
import { sourceIn, withSource } from '#domain/fields';
import { usualSource } from '#domain/preparations/prefill';
import { anchors, pages } from '#domain/urls';

describe('a link', () => {
  test.each([
    [pages.calculator, 'messe', '/calculator?source=messe'],
    [pages.home, 'messe', '/?source=messe'],
    [anchors.tariffs, 'messe', '/?source=messe#tariffs'],
    [pages.calculator, null, '/calculator'],
    [anchors.tariffs, '', '/#tariffs'],
    [anchors.tariffs, 'a&b=c#d ü', '/?source=a%26b%3Dc%23d%20%C3%BC#tariffs'],
    [anchors.tariffs, "$& $' $1", "/?source=%24%26%20%24'%20%241#tariffs"],
  ])('to %s with the source %p is %s', (path, source, link) => {
    expect(withSource(path, source)).toBe(link);
    expect(sourceIn(link)).toBe(source || null);
  });
});

describe('an address', () => {
  test.each([
    ['http://localhost/?source=messe', 'messe'],
    ['http://localhost/?a=1&source=messe+2026#tariffs', 'messe 2026'],
    ['http://localhost/?source=a&source=b', 'a'],
    ['http://localhost/?source=a?b', 'a?b'],
    ['http://localhost/#x?source=messe', null],
    ['http://localhost/?Source=messe', null],
    ['http://localhost/?source', null],
    ['http://localhost/source=messe', null],
    ['http://a,b:99999/?source=messe', 'messe'],
    ['', null],
  ])('%s has the source %p', (address, source) => {
    expect(sourceIn(address)).toBe(source);
  });
});

test('what is begun from something without a source comes by telephone only if staff prepared it', () => {
  expect(usualSource('preparation')).toBe('telefon');
  expect([usualSource('application'), usualSource('offer')]).toEqual(['website', 'website']);
});
