/** What the headers of every response have to be, and the calls that are tried (docs/product.md, "Security headers"). */
import type { AnyElysia } from 'elysia';

import { api, pages } from '#domain/urls';
import { styleSheet } from '#emails/theme';
import { typedCaching } from '#server/http/headers';
import { hashOf } from '#server/pages/shared-page';

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

export const production = { NODE_ENV: 'production', HOST: '127.0.0.1' };
const id = crypto.randomUUID();
export const json = { 'content-type': 'application/json' };
/** `angebot` of a page, `api/offers` of a call: what stands before the token of a link. */
const beforeToken = [...Object.values(pages), ...Object.values(api)].flatMap((path) =>
  typeof path === 'string' && path.includes('/:token') ? [path.slice(1).split('/:token', 1).join()] : [],
);
const below = (...paths: string[]) => new RegExp(`^/(${paths.join('|')})(/|$)`);
/** Pages whose address gives access to data, or that lead to such a page: they send no referrer and are not stored. */
const secretive = below(...beforeToken, 'application', 'backoffice', 'login', 'zugangslink');
const byToken = below(
  ...beforeToken,
  'zugangslink',
  'api/withdrawals',
  'api/privacy-requests',
  'api/applications/[^/]+(/(link|another-horse|prefill))?$',
);
const ownAndMails = `'self' '${hashOf(styleSheet)}'`;
const usualReferrer = 'strict-origin-when-cross-origin';

/** Everything that is wrong with the headers of a response, one line each. */
export function faultsIn(
  path: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  secure = true,
): string[] {
  const value = (name: string) => headers.get(name) ?? '';
  const isPage = value('content-type').startsWith('text/html');
  const policy = new Map(
    value('content-security-policy')
      .split('; ')
      .map((one) => one.split(/ (.*)/s) as [string, string]),
  );
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? '';
  const previewsMails = status === 200 && /^\/(backoffice|login)(\/|$)/.test(path);
  const strictReferrer = isPage && status === 200 && secretive.test(path);
  // also its refusals, but not the 404 of a method that it does not have
  const referrers = byToken.test(path) ? ['no-referrer', usualReferrer] : [usualReferrer];
  const ofTyped = isPage ? [typedCaching] : [];
  const rules: [name: string, holds: boolean][] = [
    ['nosniff', value('x-content-type-options') === 'nosniff'],
    ['referrer', (strictReferrer ? ['no-referrer'] : referrers).includes(value('referrer-policy'))],
    ['permissions', /camera=\(\).*geolocation=\(\).*microphone=\(\)/.test(value('permissions-policy'))],
    ['opener', value('cross-origin-opener-policy') === 'same-origin'],
    ['frames', policy.get('frame-ancestors') === "'none'"],
    ['default', policy.get('default-src') === (isPage ? "'self'" : "'none'")],
    ['scripts', !/unsafe|\*|https?:|data:/.test(scripts)],
    ['nonce', !scripts.includes('nonce-') || /'nonce-[\w+/]{22}=='/.test(scripts)],
    ['styles', !isPage || policy.get('style-src') === (previewsMails ? ownAndMails : "'self'")],
    ['base', policy.get('base-uri') === "'none'"],
    ['forms', !isPage || policy.get('form-action') === "'self'"],
    ['objects', !isPage || policy.get('object-src') === "'none'"],
    ['HSTS', (value('strict-transport-security') === 'max-age=31536000') === secure],
    ['type', status === 304 || /^(?!text\/)|; ?charset=utf-8$/i.test(value('content-type'))],
    ['no other origin', !headers.has('access-control-allow-origin')],
    ['request id', /^[0-9a-f-]{36}$/.test(value('x-request-id'))],
    ['error not cached', status < 400 || ['no-store', ...ofTyped].includes(value('cache-control'))],
    ['maker', !headers.has('server') && !headers.has('x-powered-by')],
  ];
  return rules.filter(([, holds]) => !holds).map(([name]) => `${status} ${path}: ${name}`);
}

/** Each route with valid and invalid requests. Returns the statuses that were seen, and the faults. */
export async function walkRoutes({ routes }: AnyElysia, ask: Ask) {
  const found: string[] = [];
  const seen = new Set<number>();
  for (const route of routes) {
    const path = route.path
      .replace(':id', id)
      .replace(':bankCode', '37040044')
      .replace(':zipCode', '14193')
      .replace(/\*|:name/, 'nope');
    const methods = route.method === 'ALL' ? ['GET', 'POST', 'DELETE'] : [route.method, 'OPTIONS'];
    for (const method of methods) {
      const bodies = /GET|OPTIONS/.test(method) ? [undefined] : [undefined, '{}', '{'];
      for (const body of bodies) {
        const response = await ask(path, { method, body, headers: body ? json : {} });
        seen.add(response.status);
        found.push(...faultsIn(path, response));
      }
    }
  }
  return { found, seen: [...seen] };
}

/** Requests that are refused before or beside the routes. */
const badPaths = [
  ...['/gibt-es-nicht', '/api', '/api/nope', '/api/%', '/%E0%A4%A', '/backoffice/settings'],
  ...['/application/keine-kennung', '/assets/nope.js', '/assets/..%2F..%2Fpackage.json'],
  ...['/static/..%2f..%2f..%2fpackage.json', '/?callback=ok&source=messe'],
];

export async function walkBadPaths(ask: Ask): Promise<string[]> {
  const found: string[] = [];
  for (const path of badPaths)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'])
      found.push(...faultsIn(path, await ask(path, { method })));
  return found;
}
