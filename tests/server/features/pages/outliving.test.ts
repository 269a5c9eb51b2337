/** What a CDN may show while no instance answers: only what is the same for everybody. */
import { afterAll, describe, expect, test } from 'bun:test';
import { pages } from '#domain/urls';
import { indexed } from '#server/features/pages/routes';
import { setApp } from '#tests/support/app';
import { setState } from '#tests/support/site-state';

const app = setApp();
const shared = [...indexed, '/robots.txt', '/sitemap.xml'];
const caching = ({ headers }: Response) => [headers.get('cache-control'), headers.get('cdn-cache-control')];
const outlives = ['public, max-age=60', 'max-age=60, stale-while-revalidate=60, stale-if-error=86400'];
const ask = (path: string, headers = {}) => app.ask('GET', path, { headers });

const states = [
  { state: 'live' },
  { state: 'trial' },
  { state: 'paused', reason: 'Betriebsferien', resumeOn: null },
] as const;

describe.each(states)('%p', (state) => {
  afterAll(() => setState(app, { state: 'live' }));

  test('each page, and its copy, is for everybody, and no cookie changes it', async () => {
    await setState(app, state);
    for (const path of shared) {
      const first = await ask(path);
      const text = await first.text();
      const second = await ask(path, {
        cookie: 'author=x; session=y; consent=all',
        authorization: 'Bearer x',
      });
      expect([path, await second.text()]).toEqual([path, text]);
      for (const { headers, status } of [first, second])
        expect([status, headers.getSetCookie(), headers.get('vary') ?? 'accept-encoding']).toEqual([
          200,
          [],
          'accept-encoding',
        ]);
      const copy = second.headers.get('etag');
      const third = copy ? [await ask(path, { 'if-none-match': copy })] : [];
      expect(third.map(({ status }) => status)).toEqual(copy ? [304] : []);
      for (const response of [first, second, ...third])
        expect([path, ...caching(response)]).toEqual([path, ...outlives]);
    }
  });
});

test.each([
  [`${pages.home}?source=messe`, 'no-store'],
  [`${pages.home}?callback=ok`, 'no-store'],
  [`${pages.home}?tariff=top`, 'public, max-age=60'],
  [`${pages.imprint}?utm_source=a`, 'public, max-age=60'],
  [`${pages.documents}?source=messe`, 'no-store'],
  [`${pages.precheck}?a=1`, 'no-store'],
  ['/gibt-es-nicht', 'no-store'],
  ['/assets/nope.js', 'no-store'],
  ['/static/nope.png', 'no-store'],
])('%s does not outlive the origin: %s', async (path, control) => {
  for (const _ of ['rendered', 'kept']) expect(caching(await ask(path))).toEqual([control, null]);
});

test('the answer to a form does not outlive the origin', async () => {
  const type = 'application/x-www-form-urlencoded';
  for (const path of ['/api/callback-requests', pages.precheck]) {
    const response = await app.ask('POST', path, { raw: 'name=', type, headers: { accept: 'text/html' } });
    expect([response.status, ...caching(response)]).toEqual([422, 'private, no-cache, max-age=0', null]);
  }
});
