/** What leaves the server is small, and says the same in every form. */
import { expect, test } from 'bun:test';
import { pages } from '../../domain/urls';
import { startApp, type TestApp } from '../support/app';

test.each([pages.home, pages.privacy, pages.imprint])(
  'a page from the cache carries the headers of every answer, and an id of its own: %s',
  async (path) => {
    const app = await startApp();
    const plain = { 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/), 'content-length': undefined };
    const first = await untilKept(app, path);
    const second = await app.ask('GET', path);
    // HEAD goes the way of everything that is not kept ready
    const long = await app.ask('HEAD', path);
    const headersOf = (response: Response) => ({ ...Object.fromEntries(response.headers), ...plain });
    expect(headersOf(first)).toEqual(headersOf(long));
    expect(first.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
    expect(await second.text()).toBe(await first.text());
  },
);

test('with a query the landing page is another address', async () => {
  const app = await startApp();
  await untilKept(app, pages.home);
  const sent = await app.ask('GET', `${pages.home}?callback=ok`);
  expect(sent.headers.get('cache-control')).toBe('no-store');
  expect(sent.headers.get('etag')).toBeNull();
});

/** The page once it is kept; whoever comes while it is packed still gets it streamed. */
async function untilKept({ ask }: TestApp, path: string): Promise<Response> {
  for (;;) {
    const response = await ask('GET', path);
    if (response.headers.get('etag')) return response;
    await response.text();
    await new Promise(setImmediate);
  }
}
