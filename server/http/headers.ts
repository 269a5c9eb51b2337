/** Security headers of all responses. Pages have their own Content-Security-Policy, with a nonce. */
import { Elysia } from 'elysia';

export function securityHeadersOf(production: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Sets the headers before anything else runs, so that refusals and errors have them too. */
export function securityHeaders(production: boolean) {
  const headers = securityHeadersOf(production);
  return new Elysia({ name: 'security-headers' }).onRequest(({ set }) => {
    Object.assign(set.headers, headers);
  });
}

type Policy = { nonce?: string; hashes?: string[]; analyticsScript?: string | null };

/**
 * The policy of a page: own files, and inline scripts with the nonce or one of the hashes. React writes a few style
 * attributes.
 */
export function pagePolicy({ nonce, hashes = [], analyticsScript }: Policy = {}): string {
  const origin = analyticsScript ? ` ${new URL(analyticsScript).origin}` : '';
  const inline = [...(nonce ? [`nonce-${nonce}`] : []), ...hashes].map((source) => ` '${source}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${inline}${origin}`,
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
