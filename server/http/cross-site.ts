/** Refuses writing calls that a page of another site makes a visitor's browser send. */
import { Elysia } from 'elysia';
import { api, pages } from '#domain/urls';
import { refusals } from '../refusal';
import { isApi, pathOf } from './requests';

const reading = ['GET', 'HEAD', 'OPTIONS'];

/** Mail programs post the one-click unsubscribe (RFC 8058) from other origins. */
const oneClick = patternOf(pages.stopReminders);

/**
 * Forms on pages with `Referrer-Policy: no-referrer`, for which browsers hide the origin. Old ones send nothing else, so
 * a hidden origin is accepted here, and where a page takes its own form. No cookie gives these calls a right: a page of
 * another site gains nothing by them.
 */
const hiddenOrigins = [
  api.withdrawals,
  api.answerStatus,
  api.revokeStatus,
  api.accessLink,
  api.privacyRequests,
  api.exportOwnData,
  api.eraseOwnData,
  api.anotherHorseByLink,
  api.confirmation,
  api.offers,
  api.beginFromOffer,
  api.deleteOffer,
].map(patternOf);

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}

/** Refuses before the body is read. */
export function sameSiteCalls(publicUrl: () => string) {
  return new Elysia({ name: 'same-site-calls' }).onRequest(({ request }) => {
    const path = pathOf(request);
    if (reading.includes(request.method) || oneClick.test(path)) return;
    const mayHide = !isApi(path) || hiddenOrigins.some((one) => one.test(path));
    if (!isSameOrigin(request, publicUrl(), mayHide)) throw refusals.foreign();
  });
}

/**
 * False if a browser reports that a page of another site sent the request. Browsers let any site send forms to us
 * without a preflight request. A client that sends neither header is no browser, so it cannot be misused like one.
 */
function isSameOrigin(request: Request, publicUrl: string, mayHide: boolean): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = request.headers.get('origin');
  if (origin === null || (mayHide && origin === 'null')) return true;
  if (!URL.canParse(origin)) return false;
  const here = request.headers.get('host') ?? new URL(request.url).host;
  return new URL(origin).host === here || new URL(origin).origin === new URL(publicUrl).origin;
}
