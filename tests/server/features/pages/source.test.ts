/** The source in the address of a page goes along with its links, and never into a page that is kept for everybody. */
import { describe, expect, test } from 'bun:test';
import { sourceOf } from '#domain/fields';
import { href, pages } from '#domain/urls';
import { setApp } from '#tests/support/app';

const app = setApp();

async function load(path: string) {
  const response = await app.ask('GET', path);
  return { response, html: await response.text() };
}

/** The addresses of the links within the site. */
const linksIn = (html: string) =>
  Array.from(html.matchAll(/<a [^>]*?href="(\/[^"]*)"/g), ([, link = '']) =>
    link.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"),
  );
const leadsTo = (path: string) => (link: string) => link === path || link.startsWith(`${path}?`);
const sourceIn = (link: string) => new URL(link, 'http://localhost').searchParams.get('source');

const at = (path: string, source: string) => `${path}?source=${encodeURIComponent(source)}`;

describe('the landing page', () => {
  test.each([
    ['alone', ''],
    ['with a choice', '&deductible=250&frequency=annual&birthYear=2015'],
    ['with other parameters', '&utm_campaign=x&tariff=top'],
    ['after a callback request', '&callback=ok'],
  ])('takes it along with every button to calculate and each offer: %s', async (_, more) => {
    const { response, html } = await load(`/?source=stall-mueller${more}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const links = linksIn(html);
    const buttons = links.filter(leadsTo(pages.calculator));
    const offers = links.filter(leadsTo(pages.offer));
    // header, menu, welcome, and one for each tariff, in the wide and in the narrow table
    expect([buttons.length, offers.length]).toEqual([9, 6]);
    for (const link of [...buttons, ...offers]) expect(sourceIn(link)).toBe('stall-mueller');
    for (const path of [pages.precheck, pages.whatIsLeft])
      expect(links.filter(leadsTo(path)).map(sourceIn)).toEqual(['stall-mueller']);
    // without a script the calculator is a form
    expect(html).toContain('<input type="hidden" name="source" value="stall-mueller"/>');
    // a link to a section must not lead to a page without it
    const sections = links.filter((link) => link.includes('#'));
    expect(sections.length).toBeGreaterThan(8);
    for (const link of sections) expect(link).toStartWith('/?source=stall-mueller#');
    // footer and banner
    const further = links.filter(leadsTo(pages.privacy)).map(sourceIn);
    expect(further.filter((source) => source === 'stall-mueller').length).toBeGreaterThan(1);
  });

  test.each([
    '"><script>alert(1)</script>',
    "'onmouseover=alert(1)",
    'javascript:alert(1)',
    'a\u0000b\r\nc\u202e',
    'x'.repeat(5000),
    '50 % & mehr #1?',
    'Grüße vom Stall Müller 🐴',
    '$& $1 $`',
    '\ud83d',
  ])('escapes and cuts it: %p', async (given) => {
    const text = given.toWellFormed();
    const { html } = await load(at('/', text));
    expect(html).not.toMatch(/<script>alert|[\r\n]c|"onmouseover/);
    const links = linksIn(html).filter((link) =>
      [pages.calculator, pages.offer].some((path) => leadsTo(path)(link)),
    );
    expect(links).toHaveLength(15);
    for (const link of links) {
      expect(sourceIn(link)).toBe(sourceOf(text));
      expect(link).toMatch(/^[!-~]*$/);
    }
  });

  test('names none without one, also after a visit with one', async () => {
    const before = (await load('/')).html;
    await load('/?source=messe');
    for (const path of ['/', '/?source=', '/?source=%20', '/?utm_source=messe', '/?Source=messe', '/'])
      expect((await load(path)).html).toBe(before);
    expect(before).not.toContain('source=');
    expect(before).not.toContain('messe');
  });
});

describe.each([pages.precheck, pages.documents, pages.privacy, pages.imprint, pages.accessibility])(
  '%s',
  (path) => {
    test('takes it along, and is kept for others without it', async () => {
      // the first visitor makes the page that is kept
      const visit = await load(`${path}?source=messe`);
      expect(visit.response.headers.get('cache-control')).toBe('no-store');
      expect(visit.response.headers.get('etag')).toBeNull();
      const buttons = linksIn(visit.html).filter(leadsTo(pages.calculator));
      expect(buttons).toHaveLength(2);
      for (const link of buttons) expect(sourceIn(link)).toBe('messe');
      const usual = await load(path);
      expect(usual.response.headers.get('cache-control')).toBe('public, max-age=60');
      expect(usual.html).not.toContain('source=');
      await load(`${path}?source=messe`);
      expect((await load(path)).html).toBe(usual.html);
    });
  },
);

test('a page that does not exist and the form for an offer take it along', async () => {
  for (const path of ['/gibt-es-nicht', pages.offer]) {
    const buttons = linksIn((await load(`${path}?source=messe`)).html).filter(leadsTo(pages.calculator));
    expect(buttons.map(sourceIn)).toEqual(['messe', 'messe']);
  }
});

describe('the calculator', () => {
  const application = /^\/application\/[0-9a-f-]{36}/;
  test.each([
    ['?source=messe', { source: 'messe' }],
    ['', {}],
    ['?source=', {}],
    [
      '?source=a&tariff=top&deductible=250&frequency=annual',
      { tariff: 'top', deductible: '250', frequency: 'annual', source: 'a' },
    ],
    ['?source=%22%3E%0D%0ASet-Cookie:%20x=1', { source: '"> Set-Cookie: x=1' }],
    [`?source=${'x'.repeat(5000)}`, { source: 'x'.repeat(100) }],
    ['?source=M%C3%BCller+%F0%9F%90%B4', { source: 'Müller 🐴' }],
    ['?source=%ZZ%FF', { source: '%ZZ\ufffd' }],
  ])('%s leads to a new application with %p', async (query, kept) => {
    for (const path of [pages.calculator, href(pages.application, { id: 'abgeschnitten' })]) {
      const { response } = await load(path + query);
      const location = response.headers.get('location') ?? '';
      expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
      expect(location).toMatch(application);
      expect(Object.fromEntries(new URL(location, 'http://localhost').searchParams)).toEqual(kept);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  test('the empty wizard is the same for every source', async () => {
    const path = href(pages.application, { id: crypto.randomUUID() });
    const { html } = await load(path);
    expect((await load(`${path}?source=messe`)).html).toBe(html);
  });
});
