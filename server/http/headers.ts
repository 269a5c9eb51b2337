/** Security headers of every answer (contract 5). Pages bring their own Content-Security-Policy with a nonce. */
import { Elysia } from 'elysia';

const permissions = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()';

/** Headers of every answer, by their lower-case names. */
export function securityHeadersOf(production: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions,
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Sets the headers before anything else runs, so that refusals and errors carry them too. */
export function securityHeaders(production: boolean) {
  const headers = securityHeadersOf(production);
  return new Elysia({ name: 'security-headers' }).onRequest(({ set }) => {
    Object.assign(set.headers, headers);
  });
}

type Policy = { nonce?: string; analyticsScript?: string | null };

/** The policy of a page: own files only, inline scripts by nonce. React writes a few style attributes. */
export function pagePolicy({ nonce, analyticsScript }: Policy = {}): string {
  const origin = analyticsScript ? ` ${new URL(analyticsScript).origin}` : '';
  return [
    "default-src 'self'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}${origin}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${origin}`,
    `connect-src 'self'${origin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
