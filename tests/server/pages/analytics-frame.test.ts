/** The frame of the analytics script: its headers, and which pages open it. */
// ASVS 3.4.2
import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { placeholders } from '#domain/operator/operator';
import { href, pages, staffPages } from '#domain/urls';
import { setApp, startApp } from '#tests/support/app';

const script = 'https://stats.example/js/count.js?site=1&mode=a';
const production = { NODE_ENV: 'production', HOST: '127.0.0.1' };
const analytics = { name: 'Zählwerk', provider: 'Zählwerk GmbH', country: 'Deutschland', purpose: 'Zählen' };
const operator = { ...placeholders, analytics };
const measured = setApp({ operator, env: { ...production, ANALYTICS_SCRIPT_URL: script } });
const unmeasured = setApp();
const frameMeta = `<meta name="analytics-frame" content="${pages.analyticsFrame}"/>`;

const visited = [
  ...[pages.home, '/?callback=ok', pages.privacy, pages.imprint, pages.documents, pages.accessibility],
  ...['/gibt-es-nicht', pages.wizard, href(pages.application, { id: crypto.randomUUID() })],
];
const token = 'x'.repeat(43);
const quiet = [
  ...[pages.precheck, pages.whatIsLeft, pages.withdrawal, pages.ownData, pages.linkSent],
  ...[pages.status, pages.confirmation, pages.resume].map((path) => href(path, { token })),
];
const staff = Object.values(staffPages).map((path) => path.replace(':id', crypto.randomUUID()));

async function load(app: typeof measured, path: string) {
  const response = await app.ask('GET', path);
  const policy = new Map(
    (response.headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((one) => one.split(/ (.*)/s) as [string, string]),
  );
  return { status: response.status, headers: response.headers, policy, html: await response.text() };
}

describe('the frame', () => {
  test('does not exist without a configured script', async () => {
    const { status, html } = await load(unmeasured, pages.analyticsFrame);
    expect(status).toBe(404);
    expect(html).not.toContain('data-address');
  });

  test('has an origin of its own, and runs our one inline script and files of the configured origin', async () => {
    const { status, headers, policy, html } = await load(measured, pages.analyticsFrame);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const inline = /<script[^>]*>([\s\S]+?)<\/script>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(inline).digest('base64');
    expect(Object.fromEntries(policy)).toEqual({
      sandbox: 'allow-scripts',
      'frame-ancestors': "'self'",
      'default-src': "'none'",
      'script-src': `'sha256-${hash}' https://stats.example`,
      'connect-src': 'https: https://stats.example',
      'img-src': 'https: https://stats.example',
      'base-uri': "'none'",
      'form-action': "'none'",
    });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain('data-address="https://stats.example/js/count.js?site=1&amp;mode=a"');
  });

  test('has the usual headers, and none that would keep it out of our pages', async () => {
    const [frame, page] = await Promise.all(
      [pages.analyticsFrame, pages.imprint].map((path) => load(measured, path)),
    );
    const security = 'x-content-type-options permissions-policy strict-transport-security';
    for (const name of [...security.split(' '), 'cross-origin-opener-policy']) {
      expect(page?.headers.get(name)).toBeTruthy();
      expect(frame?.headers.get(name)).toBe(page?.headers.get(name) ?? '');
    }
    expect(frame?.headers.get('referrer-policy')).toBe('no-referrer');
    expect(frame?.headers.get('x-robots-tag')).toBe('noindex');
    expect(frame?.headers.get('x-frame-options')).toBeNull();
  });

  test('is cached as briefly as the pages around it, and not sent again while it is the same', async () => {
    const { headers } = await load(measured, pages.analyticsFrame);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    const again = await measured.ask('GET', pages.analyticsFrame, { headers: known });
    expect(again.status).toBe(304);
    expect(again.headers.get('content-security-policy')).toStartWith('sandbox allow-scripts;');
  });

  test('cannot break out of its attribute, whatever the configured address is', async () => {
    const ANALYTICS_SCRIPT_URL = 'https://a.example/"><script>alert(1)</script>';
    const app = await startApp({ env: { ANALYTICS_SCRIPT_URL } });
    const { html } = await load(app, pages.analyticsFrame);
    expect(html).not.toContain('alert(1)</script>');
  });
});

describe('with a configured script', () => {
  test.each(visited)('%s may open the frame, and allows the third party nothing', async (path) => {
    const { headers, policy, html } = await load(measured, path);
    expect(html).toContain(frameMeta);
    expect(policy.get('frame-src')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(`${html} ${headers.get('content-security-policy')}`).not.toContain('stats.example');
  });

  test.each([...quiet, ...staff])('%s has no frame', async (path) => {
    const { headers, policy, html } = await load(measured, path);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(policy.get('frame-src')).toBe("'none'");
    for (const part of ['stats.example', pages.analyticsFrame]) expect(html).not.toContain(part);
  });
});

test.each([...visited, ...quiet, ...staff])('without a configured script %s has no frame', async (path) => {
  const { policy, html } = await load(unmeasured, path);
  expect(policy.get('frame-src')).toBe("'none'");
  expect(html).not.toContain(pages.analyticsFrame);
});

test.each(['null', 'https://stats.example'])('no call can be read by a page of %s', async (origin) => {
  for (const path of ['/api/tariffs', '/api/auth/user', '/', pages.analyticsFrame]) {
    const { headers } = await measured.ask('GET', path, { headers: { origin } });
    for (const name of ['origin', 'credentials'])
      expect(headers.has(`access-control-allow-${name}`)).toBe(false);
  }
});
