/** Pages that one test after another uses. */
import { expect, test } from 'bun:test';
import { openBrowser, phone } from '#tests/support/browser';
import { lendPage, takeBack } from '#tests/support/lent-pages';

/** Nobody answers there: a page that cannot be left is not used again. */
const nowhere = 'http://127.0.0.1:9';

test('a page that was given back is lent again by its own browser only', async () => {
  const server = Bun.serve({ port: 0, fetch: () => new Response('') });
  const [first, second] = await Promise.all([openBrowser(), openBrowser()]);
  try {
    const lent = await lendPage(first, phone);
    await takeBack(lent, server.url.origin);
    const other = await lendPage(second, phone);
    expect(other.context.browser() === second).toBe(true);
    const again = await lendPage(first, phone);
    expect(again.page === lent.page).toBe(true);
    await takeBack(again, nowhere);
    expect((await lendPage(first, phone)).page === lent.page).toBe(false);
  } finally {
    await Promise.all([first, second].map((browser) => browser.close()));
    await server.stop(true);
  }
});
