/** The footer of all public pages begins with the way to withdraw. */
import { expect, test } from 'bun:test';
import { href, pages } from '#domain/urls';
import { setApp } from '#tests/support/app';

const app = setApp();
const footerOf = (html: string) => html.slice(html.indexOf('<footer'), html.indexOf('</footer>'));

test.each([
  pages.home,
  pages.privacy,
  pages.imprint,
  pages.withdrawal,
  pages.wizard,
  href(pages.application, { id: '5a77e1fe-a000-4000-8000-0000000000ab' }),
  '/gibt-es-nicht',
])('the footer begins with the link to withdraw: %s', async (path) => {
  const footer = footerOf(await (await app.ask('GET', path)).text());
  const [first = ''] = footer.match(/<a [^>]*>[^<]*<\/a>/) ?? [];
  expect(first).toContain(`href="${pages.withdrawal}"`);
  expect(first).toContain('>Vertrag widerrufen</a>');
  expect(footer.slice(0, footer.indexOf(first)).replace(/<[^>]+>/g, '')).toBe('');
});
