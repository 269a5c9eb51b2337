import { Elysia } from 'elysia';
import type { Context } from '../context';

export function securityHeadersOf(production: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ...(production ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Of each answer. No search engine keeps what a trial shows. */
export function commonHeaders({ config, site }: Pick<Context, 'config' | 'site'>): Record<string, string> {
  return { ...securityHeadersOf(config.production), ...(site.isTrial() && { 'x-robots-tag': 'noindex' }) };
}

/** Sets the headers before anything else runs, so that refusals and errors have them too. */
export function securityHeaders(context: Pick<Context, 'config' | 'site'>) {
  const live = securityHeadersOf(context.config.production);
  return new Elysia({ name: 'security-headers' }).onRequest(({ set }) => {
    Object.assign(set.headers, context.site.isTrial() ? commonHeaders(context) : live);
  });
}

/** Headers of everything below an address that gives access to something. */
export const quietHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** Of what is the same for all visitors: a CDN may show it while no instance answers (RFC 9213). */
export const sharedCaching = {
  'cache-control': 'public, max-age=60',
  'cdn-cache-control': 'max-age=60, stale-while-revalidate=60, stale-if-error=86400',
};

/** Of a page that says only what this browser has typed: with `no-store`, "Back" to it would show an error. */
export const typedCaching = 'private, no-cache, max-age=0';

export function fileHeaders(filename: string, contentType = 'application/pdf') {
  return { 'content-type': contentType, 'content-disposition': `attachment; filename="${filename}"` };
}

export type PagePolicy = { nonce?: string; hashes?: string[]; styles?: string[]; frames?: boolean };

/**
 * The policy of a page: own files, inline scripts with the nonce or one of the hashes, style elements with one of the
 * hashes `styles`, and own pages in frames if it has `frames`. React writes a few style attributes.
 */
export function pagePolicy({ nonce, hashes = [], styles = [], frames }: PagePolicy = {}): string {
  const listed = (sources: string[]) => sources.map((source) => ` '${source}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${listed([...(nonce ? [`nonce-${nonce}`] : []), ...hashes])}`,
    `style-src 'self'${listed(styles)}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${frames ? "'self'" : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The policy of the frame of the analytics script: `sandbox` without `allow-same-origin` gives it an origin of its own,
 * also if it is opened directly. Only our inline script and files of the script's origin run. It may send to any site
 * over https: it knows nothing but the events.
 */
export function framePolicy(bridge: string, scriptOrigin: string): string {
  return [
    'sandbox allow-scripts',
    "frame-ancestors 'self'",
    "default-src 'none'",
    `script-src '${bridge}' ${scriptOrigin}`,
    `connect-src https: ${scriptOrigin}`,
    `img-src https: ${scriptOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
