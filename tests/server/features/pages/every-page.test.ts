/** Each page is one document in its source, outlives the origin if it is everybody's, and names its step. */
import { afterAll, describe, expect, test } from 'bun:test';
import { pageOperator } from '#domain/operator/operator';
import { href, pages } from '#domain/urls';
import { indexed } from '#server/features/pages/routes';
import { noAssets, setApp, startApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { createVisitor, johanna } from '#tests/support/people';
import { setState } from '#tests/support/site-state';
import { renderWizard } from '#web/app-pages.tsx';
import { newWizard } from '#web/wizard/start';

const app = setApp();

const once = ['html', 'head', 'head > title', 'body', 'main'] as const;

/** Counts what stands in templates too, as who reads the source does. */
async function expectOne(page: Response) {
  const found: string[] = [];
  const titles: string[] = [];
  const rewriter = new HTMLRewriter().on('head > title', {
    text: ({ text }) => {
      titles.push(text);
    },
  });
  for (const selector of once)
    rewriter.on(selector, {
      element: () => {
        found.push(selector);
      },
    });
  await rewriter.transform(page).text();
  expect(found.toSorted()).toEqual([...once].toSorted());
  expect(titles.join('')).toMatch(/\S/);
}

const paths = Object.values(pages).filter((path) => typeof path === 'string' && !/[:#]/.test(path));

test.each([...paths, '/gibt-es-nicht', '/application/:id'] as string[])('%s', async (path) => {
  const page = await app.ask('GET', path.replace(':id', crypto.randomUUID()), {
    headers: { accept: 'text/html' },
  });
  if (page.headers.has('location')) return;
  expect(page.headers.get('content-type')).toStartWith('text/html');
  await expectOne(page);
});

test('the wizard with stored data, and one that is sent before them', async () => {
  const visitor = createVisitor(app);
  await visitor.fill(johanna);
  await expectOne(await app.ask('GET', href(pages.application, visitor)));
  const page = {
    assets: noAssets.page,
    analyticsFrame: null,
    submitLabel: 'Absenden',
    wordings: app.context.wordings.forWizard,
    operator: pageOperator(app.context.operator),
  };
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof newWizard>>();
  const request = new Request(`http://localhost${href(pages.application, visitor)}`);
  const streamed = await renderWizard({ page, nonce: 'nonce', request, start: promise });
  resolve(newWizard('2026-11-20'));
  await expectOne(streamed);
});

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

const byTelephone = 'Lieber am Telefon? Wir füllen den Antrag mit Ihnen aus, Sie prüfen und bestätigen ihn.';
const fresh = () => href(pages.application, { id: crypto.randomUUID() });

test('the splash comes first in the body', async () => {
  const html = await (await app.ask('GET', fresh())).text();
  const splash = 'Ihre Versicherung wird geladen...';
  const before = html.slice(html.indexOf('<body'), html.indexOf(splash));
  expect(html).toContain(splash);
  // the only text before it is the brand
  expect(before.replace(/<[^>]*>/g, '').trim()).toBe('Sattelfest');
  expect(before).toMatch(/<progress[^>]*value="66"/);
});

test.each([
  [1, 'Schritt 1 von 6: Ihre Versicherung'],
  [2, 'Schritt 2 von 6: Kontaktdaten'],
  [3, 'Schritt 3 von 6: Tarifauswahl'],
  [4, 'Schritt 4 von 6: Versicherungsnehmer'],
  [5, 'Schritt 5 von 6: SEPA-Lastschriftmandat'],
  [6, 'Schritt 6 von 6: Übersicht und Beantragung'],
  ['completed', 'Ihr Antrag wurde bereits eingereicht'],
] as const)('an application at step %p is sent with its title', async (step, title) => {
  const visitor = await filled(app);
  if (step === 'completed') await visitor.complete();
  else await visitor.step(step);
  const headers = { cookie: visitor.cookie() };
  const response = await app.ask('GET', href(pages.application, visitor), { headers });
  expect(await response.text()).toContain(`<title>${title} | Sattelfest</title>`);
});

test.each([
  ['live', true],
  ['paused', false],
] as const)(
  'while the site is %s, pages offer to fill in an application by telephone: %p',
  async (state, offers) => {
    const own = await startApp();
    const draft = await filled(own);
    await setState(own, { state });
    const headers = { cookie: draft.cookie() };
    for (const path of [pages.home, pages.offer, pages.wizard, href(pages.application, draft)]) {
      const html = await (await own.ask('GET', path, { headers })).text();
      expect([path, html.includes(byTelephone)]).toEqual([path, offers]);
    }
  },
);
