/** Public pages as search engines, link previews and curious strangers request them. */
import { describe, expect, test } from 'bun:test';
import { placeholders } from '#domain/operator/operator';
import { href, pages } from '#domain/urls';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { stopPath } from '#tests/support/mail-links';
import { createVisitor, johanna } from '#tests/support/people';
import { questionsOf } from '#web/site/home/texts';

const url = 'http://localhost:3000';
const { home, precheck, whatIsLeft, documents, privacy, imprint, accessibility } = pages;
const indexed = [home, precheck, whatIsLeft, documents, privacy, imprint, accessibility];

const app = setApp();
const ask: TestApp['ask'] = (...call) => app.ask(...call);

/** The title of a page, and the values of its meta and link elements by name. */
function headOf(html: string) {
  const head = html.slice(0, html.indexOf('</head>'));
  const tags = [
    ...head.matchAll(/<(?:meta|link) (?:name|property|rel)="([^"]+)" (?:content|href)="([^"]*)"/g),
  ];
  return {
    title: head.match(/<title>([^<]+)<\/title>/)?.[1] ?? '',
    tags: Object.fromEntries(tags.map(([, name, value]) => [name, value])),
  };
}

describe('a page for search engines', () => {
  test.each(indexed)('describes itself in its head: %s', async (path) => {
    const response = await ask('GET', path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toStartWith('<!DOCTYPE html><html lang="de">');
    const { title, tags } = headOf(html);
    expect(title).toContain('Sattelfest');
    expect(tags.description?.length).toBeWithin(25, 161);
    expect(tags).toMatchObject({
      ...{ canonical: url + path, 'og:url': url + path, 'og:title': title, 'og:type': 'website' },
      ...{ 'og:description': tags.description, 'og:image': `${url}/static/og.png`, 'og:locale': 'de_DE' },
    });
    expect(tags.robots).toBeUndefined();
    // no analytics script is configured
    expect(html).not.toContain('analytics-script');
  });

  test('has its own title and description', async () => {
    const heads = await Promise.all(
      indexed.map(async (path) => headOf(await (await ask('GET', path)).text())),
    );
    expect(new Set(heads.map(({ title }) => title)).size).toBe(indexed.length);
    expect(new Set(heads.map(({ tags }) => tags.description)).size).toBe(indexed.length);
  });

  test('is in the sitemap, and the others are closed to robots', async () => {
    const sitemap = await ask('GET', '/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toStartWith('application/xml');
    const found = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    expect(found).toEqual(indexed.map((path) => url + path));
    const robots = await ask('GET', '/robots.txt');
    expect(robots.headers.get('content-type')).toStartWith('text/plain');
    const lines = (await robots.text()).trim().split('\n');
    expect(lines).toContain(`Sitemap: ${url}/sitemap.xml`);
    for (const closed of ['/application', '/calculator', '/login', '/backoffice', '/api/'])
      expect(lines).toContain(`Disallow: ${closed}`);
    for (const path of indexed) expect(lines).not.toContain(`Disallow: ${path}`);
  });
});

test('the landing page describes company, tariffs with prices, and questions for search engines', async () => {
  const html = await (await ask('GET', '/')).text();
  const [block] = html.match(/(?<=<script type="application\/ld\+json">)[^<]+/) ?? [];
  const graph: { '@type': string; [key: string]: unknown }[] = JSON.parse(block ?? '')['@graph'];
  const [agency, product, faq] = ['InsuranceAgency', 'FinancialProduct', 'FAQPage'].map((type) =>
    graph.find((one) => one['@type'] === type),
  );
  expect(agency).toMatchObject({ name: 'Sattelfest', url, address: { addressCountry: 'DE' } });
  expect(product).toMatchObject({
    offers: [
      { name: 'Basis-OP-Schutz', price: 39.77, priceCurrency: 'EUR' },
      { name: 'Top-OP-Schutz', price: 48.44 },
      { name: 'Premium-OP-Schutz', price: 69.52 },
    ],
  });
  expect(faq?.mainEntity).toEqual(
    questionsOf(20).map(({ title, text }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  );
  expect(questionsOf(20)).toHaveLength(5);
});

test.each([
  ['/static/og.png', 1200, 630],
  ['/static/apple-touch-icon.png', 180, 180],
  ['/static/mail-horse.png', 176, 176],
])('the picture %s exists', async (path, width, height) => {
  const response = await ask('GET', path);
  expect(response.headers.get('content-type')).toBe('image/png');
  const header = new DataView(await response.arrayBuffer());
  // in a PNG the width and height follow the signature
  expect([header.getUint32(16), header.getUint32(20)]).toEqual([width, height]);
});

test('the favicon exists', async () => {
  const response = await ask('GET', '/static/favicon.svg');
  expect(response.headers.get('content-type')).toStartWith('image/svg+xml');
});

describe.each([
  ['0', 'Einen offenen Antrag bewahren wir auf, bis Sie uns bitten, ihn zu löschen.'],
  ['1', 'Bleibt ein Antrag 1 Tag lang unverändert, löschen wir ihn mit allen Angaben und E-Mails.'],
  ['1.5', 'Bleibt ein Antrag 1,5 Tage lang unverändert'],
  ['1000', 'Bleibt ein Antrag 1.000 Tage lang unverändert'],
])('if open applications are kept for %s days', (days, sentence) => {
  test('the privacy statement says so, and so does the page that stops reminders', async () => {
    const app = await startApp({ env: { RETENTION_DAYS: days } });
    expect(await (await app.ask('GET', pages.privacy)).text()).toContain(sentence);
    const visitor = createVisitor(app);
    await visitor.save('contact-data', johanna['contact-data']);
    const stop = await stopPath(app, visitor.id);
    for (const method of ['GET', 'POST'])
      expect(await (await app.ask(method, stop)).text()).toContain(sentence);
  });
});

const company = { provider: 'InnoCraft Ltd.', country: 'Neuseeland' };
const matomo = { name: 'Matomo', ...company, purpose: 'Bessere Formulare' };

describe.each([
  [
    'a service',
    'https://stats.example/count.js',
    matomo,
    'Mit Ihrer Zustimmung misst Matomo, welche Seiten',
    'auftreten. Anbieter: InnoCraft Ltd. (Neuseeland). Zweck: Bessere Formulare.',
    'einen Dienst von: InnoCraft Ltd., Neuseeland. Zweck: Bessere Formulare.',
  ],
  [
    'a service that nobody has named',
    'https://stats.example/count.js',
    null,
    'Mit Ihrer Zustimmung misst stats.example, welche Seiten',
    'Fehler auftreten. Mehr',
    'Wir setzen dafür stats.example ein.Das Skript',
  ],
  [
    'no service, even if the file names one,',
    '',
    matomo,
    'Einen Dienst, der Besuche misst, nutzen wir nicht. Mit Ihrer Zustimmung hält nur Ihr Browser fest, welche',
    'Gesendet wird davon nichts.',
    'Einen Dienst, der Besuche misst, nutzen wir nicht. Mit Ihrer Einwilligung',
  ],
])('with %s visitors learn who measures', (_, address, analytics, measured, who, stated) => {
  const operator = { ...placeholders, analytics };
  const app = setApp({ operator, env: address ? { ANALYTICS_SCRIPT_URL: address } : {} });
  const wordsOf = (html: string) => html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');

  test('by the banner at first, and in its settings', async () => {
    const page = await (await app.ask('GET', pages.imprint)).text();
    const [choice = '', settings = ''] = page
      .slice(page.indexOf('data-view="choice"'))
      .split('data-view="settings"');
    for (const words of [measured, who, 'wie lange ein Schritt dauert und wo Fehler auftreten']) {
      expect(wordsOf(choice)).toContain(words);
      expect(wordsOf(settings)).toContain(words.replace(' Mehr', ''));
    }
  });

  test('by the privacy statement', async () => {
    const page = await (await app.ask('GET', pages.privacy)).text();
    expect(wordsOf(page)).toContain(stated);
    expect(page.includes('Matomo')).toBe(Boolean(address && analytics));
    expect(page).not.toContain('Google');
  });
});

test.each([
  ['application_author', 'Notwendiges Cookie, 90 Tage'],
  ['cookie-consent-analytics', 'Analytics-Cookies zugestimmt'],
  ['cookie-consent-rejected', 'Analytics-Cookies abgelehnt'],
  ['analytics-consent', 'Die Reichweitenmessung ist eingeschaltet'],
  ['draft:…', 'Entwurf Ihrer Eingaben im Antrag'],
  ['auth_token', 'Anmeldung am Bearbeitungsbereich'],
  ['device', 'nur bei unseren Mitarbeitenden, 180 Tage'],
])('the privacy statement names what a browser stores: %s', async (name, words) => {
  const page = await (await ask('GET', pages.privacy)).text();
  expect(page).toMatch(new RegExp(`>${name}</dt><dd[^>]*>[^<]*${words}`));
});

describe('an unknown address', () => {
  test.each([
    '/gibt-es-nicht',
    '/datenschutz/mehr',
    `${href(pages.backofficeApplication, { id: '5a77e1fe-a000-4000-8000-0000000000ab' })}/print`,
    '/assets',
    '/static',
    '/index.html',
    '/%00',
    '/%zz',
  ])('gets the not-found page: %s', async (path) => {
    const response = await ask('GET', path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    const { tags, title } = headOf(html);
    expect([tags.robots, tags.canonical]).toEqual(['noindex', undefined]);
    expect(title).toBe('404 Page Not Found | Sattelfest');
    expect(html).toMatch(/<h1[^>]*>404 Page Not Found<\/h1>/);
    expect(html).toContain('Did you forget to add the page to the router?');
    expect(html).toMatch(/<a href="\/"[^>]*>Zur Startseite<\/a>/);
  });

  const up = ['../../', '..%2f..%2f', '%2e%2e/%2e%2e/', '..%5c..%5c'].map((way) => `${way}package.json`);

  test.each(['/assets/', '/static/'].flatMap((folder) => up.map((way) => folder + way)))(
    'does not lead out of its folder: %s',
    async (path) => {
      const response = await ask('GET', path);
      expect([response.status, (await response.text()).includes('"sattelfest"')]).toEqual([404, false]);
    },
  );
});
