/** The pages of the wizard as they are sent: addresses, headers, titles, and the splash. */
import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { isUuid } from '#domain/ids';
import { href, pages } from '#domain/urls';
import { setApp, startApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { setState } from '#tests/support/site-state';

const app = setApp();
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

test('every click on the calculate button starts a new application', async () => {
  const ids = new Set<string>();
  for (let click = 0; click < 3; click += 1) {
    const { status, headers } = await app.ask('GET', pages.calculator);
    expect([status, headers.get('cache-control')]).toEqual([303, 'no-store']);
    const [, id = ''] = headers.get('location')?.split('/application/') ?? [];
    expect(isUuid(id)).toBe(true);
    ids.add(id);
  }
  expect(ids.size).toBe(3);
});

test('an unknown path shows a 404 page', async () => {
  const response = await app.ask('GET', '/gibt/es/nicht');
  expect(response.status).toBe(404);
  const html = await response.text();
  for (const text of ['404 Page Not Found', 'Did you forget to add the page to the router?'])
    expect(html).toContain(text);
});

test.each([pages.wizard, fresh()])(
  '%s has strict security headers, is not cached and not indexed',
  async (path) => {
    const response = await app.ask('GET', path);
    const header = (name: string) => response.headers.get(name) ?? '';
    const rules = header('content-security-policy').split('; ');
    const policy = new Map(rules.map((rule) => rule.split(/ (.*)/s) as [string, string]));
    expect(policy.get('default-src')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    const allowed = policy.get('script-src') ?? '';
    expect(allowed).not.toMatch(/unsafe|\*|https?:/);
    expect(header('referrer-policy')).toBe('no-referrer');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('permissions-policy')).not.toBe('');
    expect(header('cache-control')).toBe('no-store');
    const html = await response.text();
    expect(html).toStartWith('<!DOCTYPE html><html lang="de">');
    expect(`${header('x-robots-tag')} ${html.match(/<meta name="robots"[^>]*>/)}`).toContain('noindex');
    // a new wizard and the staff pages are the same for everybody, so hashes allow their inline scripts
    expect(allowed).not.toContain('nonce-');
    for (const [, script = ''] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g))
      expect(allowed).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  },
);

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

test('every page has its own title', async () => {
  const titles = new Set<string>();
  const paths = [pages.home, pages.privacy, pages.imprint, pages.login, fresh(), '/gibt-es-nicht'];
  for (const path of paths) {
    const html = await (await app.ask('GET', path)).text();
    expect(html).toContain('<html lang="de"');
    const found = html.match(/<title>[^<]+<\/title>/g) ?? [];
    expect(found).toHaveLength(1);
    titles.add(found[0] ?? '');
  }
  expect(titles.size).toBe(paths.length);
});
