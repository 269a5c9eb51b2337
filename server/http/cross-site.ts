/** Calls that another site's page makes a visitor's browser send: refused where they would change something. */
import { Elysia } from 'elysia';
import { isApi, pathOf } from './host';
import { refusals } from './refusal';

const reading = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses state-changing calls of the API that a foreign page sends, before their body is read. Only below `/api`:
 * the one-click way out of reminders (RFC 8058) is posted by mail programs, from wherever they are.
 */
export function sameSiteCalls(publicUrl: () => string) {
  return new Elysia({ name: 'same-site-calls' }).onRequest(({ request }) => {
    if (reading.includes(request.method)) return;
    if (!isApi(pathOf(request))) return;
    if (!isSameOrigin(request, publicUrl())) throw refusals.foreign();
  });
}

/**
 * True unless a browser says that another site's page asks: forms, unlike JSON, need nobody's permission for that.
 * Whoever sends neither header is no browser, and no visitor can be tricked through it.
 */
function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = request.headers.get('origin');
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const here = request.headers.get('host') ?? new URL(request.url).host;
  return new URL(origin).host === here || new URL(origin).origin === new URL(publicUrl).origin;
}
