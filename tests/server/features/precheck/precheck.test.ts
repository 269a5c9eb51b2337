/** `/vorpruefung` as visitors without a script, search engines and other sites ask for it. */
import { describe, expect, test } from 'bun:test';
import { precheckNote, requirements } from '#domain/law/wordings';
import { questionKeys } from '#domain/precheck';
import { pages } from '#domain/urls';
import { typedCaching } from '#server/http/headers';
import { setApp, startApp, type TestApp } from '#tests/support/app';
import { postForm } from '#tests/support/forms';
import { sentence } from '#tests/support/people';
import { until } from '#tests/support/until';

const app = setApp();
const healthy = Object.fromEntries(questionKeys.map((key) => [key, 'no']));
const type = 'application/x-www-form-urlencoded';
const robots = '<meta name="robots" content="noindex"/>';
const toCallback = ['Rückruf anfordern: /?source=vorpruefung#callback'];

async function load(query = '', on: TestApp = app) {
  const response = await on.ask('GET', pages.precheck + query);
  return { response, html: await response.text() };
}

async function check(entries: Record<string, string>, query = '', on: TestApp = app) {
  const response = await postForm(on, pages.precheck + query, entries, {});
  const html = (await response.text()).replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  return { response, html };
}

const linksTo = (html: string, path: string) =>
  Array.from(html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g))
    .filter(([, link]) => link?.startsWith(path))
    .map(([, link, text]) => `${text}: ${link}`);
/** The answers that are chosen in the form. */
const chosenIn = (html: string) =>
  Array.from(html.matchAll(/<input type="radio"[^>]*checked="" value="(\w+)"/g), ([, value]) => value);

describe('the form', () => {
  test('asks about each requirement in its own words, and posts to its own address', async () => {
    const { response, html } = await load();
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    expect(html).toMatch(/<h1[^>]*>Passt mein Pferd\?<\/h1>/);
    for (const requirement of requirements) expect(html).toContain(`Voraussetzung: ${requirement}</p>`);
    for (const part of ['<legend', '<span>Ja</span>', '<span>Nein</span>', '<span>Weiß nicht</span>'])
      expect(html.split(part)).toHaveLength(7);
    expect(html.match(/type="date"/g)).toHaveLength(3);
    expect(html).toMatch(/<form [^>]*action="\/vorpruefung" method="post">/);
    for (const words of [
      precheckNote,
      'Wir fragen nicht nach Ihrem Namen und speichern keine Ihrer Antworten.',
    ])
      expect(html).toContain(words);
  });

  test('is found by search engines without a query only', async () => {
    for (const query of ['?source=messe', '?x=1']) {
      const { response, html } = await load(query);
      expect([response.headers.get('cache-control'), html.includes(robots)]).toEqual(['no-store', true]);
      expect(html).not.toContain('rel="canonical"');
    }
    const { html } = await load();
    expect(html).toContain(`<link rel="canonical" href="http://localhost:3000${pages.precheck}"/>`);
    expect(html).not.toMatch(/noindex|messe/);
  });

  test('allows no day after today, also when the day has changed', async () => {
    const dated = await startApp();
    expect((await load('', dated)).html.match(/max="2026-11-20"/g)).toHaveLength(3);
    // from now on the page is sent as it was kept
    await until(async () => (await load('', dated)).response.headers.has('etag'));
    dated.clock.now += 24 * 60 * 60 * 1000;
    expect((await load('', dated)).html.match(/max="2026-11-21"/g)).toHaveLength(3);
  });
});

describe('the result', () => {
  test('of a horse that fits leads to application and offer, with the source of the page', async () => {
    const { response, html } = await check(healthy);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, typedCaching]);
    for (const words of ['>Das passt.</h1>', precheckNote]) expect(html).toContain(words);
    for (const [page, source] of [
      [html, ''],
      [(await check(healthy, '?source=messe')).html, '?source=messe'],
    ] as const) {
      expect(linksTo(page, pages.calculator)).toContain(`Antrag beginnen: ${pages.calculator}${source}`);
      expect(linksTo(page, pages.offer)).toEqual([`Angebot per E-Mail: ${pages.offer}${source}`]);
      expect(page).toContain(`action="${pages.precheck}${source}"`);
      expect(page.includes(robots)).toBe(source !== '');
    }
  });

  test('names each obstacle with its first day, or says that it stays', async () => {
    const operated = { operation: 'yes', operationDay: '2025-07-11', planned: 'yes' };
    const wounded = { wound: 'yes', woundDay: '2026-11-01', malformations: 'yes' };
    const { html } = await check({ ...healthy, ...operated, ...wounded });
    expect(html).toContain('>Das passt leider nicht.</h1>');
    expect(html.match(/Ab [\d.]+ kein Hindernis mehr\./g)).toEqual([
      'Ab 12.01.2027 kein Hindernis mehr.',
      'Ab 02.02.2027 kein Hindernis mehr.',
    ]);
    expect(html.match(/Das bleibt ein Hindernis\./g)).toHaveLength(2);
    expect(html).toContain('Nach der Operation dauert es noch 18 Monate.');
    expect([linksTo(html, pages.offer), linksTo(html, '/?source=vorpruefung')]).toEqual([[], toCallback]);
  });

  test('leads who does not know to the form for a callback', async () => {
    const { html } = await check({ ...healthy, behaviour: 'unknown' }, '?source=messe');
    expect(html).toContain('>Das klären wir mit Ihnen.</h1>');
    expect(html).toContain('Voraussetzung: frei von Verhaltensstörungen');
    expect(linksTo(html, '/?source=vorpruefung')).toEqual(toCallback);
    expect(html).not.toContain('Das passt.');
  });
});

describe('what is missing or wrong', () => {
  test('is refused with a summary and messages, and everything entered stays', async () => {
    const days = { operationDay: '2027-01-01', colicDay: '31.02.2026', woundDay: '1900-01-01' };
    const chosen = { operation: 'yes', planned: 'no', colic: 'yes', wound: 'yes' };
    const typed = { ...chosen, ...days, behaviour: '"><script>alert(1)</script>' };
    const { response, html } = await check(typed);
    expect(response.status).toBe(422);
    for (const words of [
      '<title>Fehler: Passt mein Pferd? | Sattelfest</title>',
      '5 Angaben fehlen noch oder stimmen nicht:',
      'Der Tag darf nicht in der Zukunft liegen',
      'Diesen Tag gibt es nicht. Bitte prüfen Sie das Datum',
      'So alt kann Ihr Pferd nicht sein. Bitte prüfen Sie das Datum',
      'Bitte wählen Sie Ja, Nein oder Weiß nicht',
    ])
      expect(html).toContain(words);
    for (const id of [...Object.keys(days), 'malformations', 'behaviour'])
      expect(html).toContain(`href="#feld-${id}"`);
    for (const day of Object.values(days)) expect(html).toContain(`value="${day}"`);
    expect(chosenIn(html)).toEqual(['yes', 'no', 'yes', 'yes']);
    expect(html).not.toContain('<script>alert');
    expect(html.match(/autofocus=""/gi)).toHaveLength(1);
  });

  test.each([
    ['an empty form', { raw: '', type }, 422],
    ['JSON without answers', { body: {} }, 422],
    ['broken JSON', { raw: '{' }, 400],
    ['too large a form', { raw: `operation=${'x'.repeat(65_536)}`, type }, 413],
    ['another site', { raw: 'a=1', type, headers: { 'sec-fetch-site': 'cross-site' } }, 403],
  ])('%s is refused', async (_, sent, status) => {
    const response = await app.ask('POST', pages.precheck, sent);
    const isJson = response.headers.get('content-type')?.includes('json');
    const caching = isJson ? 'no-store' : typedCaching;
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, caching]);
    if (isJson) expect(await response.json()).toMatchObject({ message: sentence });
    else expect(await response.text()).toContain('Passt mein Pferd?');
  });
});

test('who asks too often keeps the entries', async () => {
  const limited = await startApp({ env: { RATE_LIMIT: 'on' } });
  for (let count = 0; count < 60; count += 1)
    expect((await check(healthy, '', limited)).response.status).toBe(200);
  const { response, html } = await check({ ...healthy, behaviour: 'unknown' }, '', limited);
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeWithin(1, 61);
  expect(html).toContain('Von Ihrem Anschluss kamen gerade mehrere Prüfungen.');
  expect(chosenIn(html)).toEqual(['no', 'no', 'no', 'no', 'no', 'unknown']);
});
