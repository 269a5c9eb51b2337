import { type AnyElysia, Elysia, ParseError, ValidationError } from 'elysia';
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import type { FieldError } from '#domain/fields';
import { minuteMs } from '#domain/time';
import { api, pages } from '#domain/urls';
import type { Assets } from './assets';
import type { Context } from './context';
import { accessRoutes } from './features/access/routes';
import { createBeginnings, type WriteLimits } from './features/applications/door';
import { applicationRoutes } from './features/applications/routes';
import { createGuesses, ownerChecks } from './features/auth/guesses';
import { authRoutes } from './features/auth/routes';
import { createReadings, type Read } from './features/backoffice/readings';
import { backofficeRoutes } from './features/backoffice/routes';
import { callbackRoutes, stopCallRoutes } from './features/callbacks/routes.tsx';
import { confirmationRoutes } from './features/confirmations/routes.tsx';
import { documentRoutes } from './features/documents';
import { healthRoutes, readinessRoutes, type Stage } from './features/health/routes';
import { bankRoutes, emailDomainRoutes, placeRoutes } from './features/hints';
import { mailInRoutes } from './features/mail-in/routes';
import { metricsRoutes } from './features/metrics/routes';
import { offerRoutes } from './features/offers/routes.tsx';
import { refusedFormPage } from './features/pages/public';
import { pageRoutes } from './features/pages/routes';
import { precheckRoutes } from './features/precheck/routes.tsx';
import { privacyRoutes } from './features/privacy/routes';
import { reminderRoutes } from './features/reminders/routes';
import { statusRoutes } from './features/status/routes';
import { tariffRoutes } from './features/tariffs/routes';
import { withdrawalRoutes } from './features/withdrawals/routes';
import { assertGuarded } from './http/access';
import { collectedBodies, jsonBody, serverLimit } from './http/body';
import { compactResponses } from './http/compact';
import { securityHeaders, securityHeadersOf } from './http/headers';
import { rateLimit } from './http/limits/rate-limit';
import { readLimits } from './http/limits/read-limits';
import { pauseInCrowd } from './http/queue';
import {
  isAbort,
  isAddressed,
  isApi,
  noteRefused,
  pathOf,
  readableAddresses,
  requestIdOf,
  requestRecord,
  wantsPage,
} from './http/requests';
import { type Log, traceOf } from './log';
import { createPageCache, type PageCache } from './pages/cache';
import { siteOf } from './pages/public-form';
import { errorPages } from './pages/render';
import { Refusal, refusals } from './refusal';

/** Idle connections and half-sent requests are closed after this time. */
const idleSeconds = 12;

/** Rejects if a route of the backoffice declares no role. The type of the whole chain would be too deep. */
export async function createApp(
  context: Context,
  assets: Assets,
  stage: Stage = { started: true, leaving: new AbortController().signal },
): Promise<AnyElysia> {
  const { config } = context;
  // one count per visitor for all public calls that write
  const publicWrites = rateLimit(context, { name: 'public-write', limit: 60, windowMs: minuteMs });
  const limits = { writes: publicWrites, beginnings: createBeginnings(context) };
  // with `reusePort`, a port in use would be shared with the other server instead of being an error
  const serve = {
    maxRequestBodySize: serverLimit,
    idleTimeout: idleSeconds,
    reusePort: false,
    error: lastResort(context, securityHeadersOf(config.production)),
  };
  const read = createReadings(context);
  // all calls that take a password or a code share these counts
  const guesses = createGuesses(context);
  const owner = ownerChecks(context, guesses);
  const pages = createPageCache(context, stage.leaving);
  // with `standardHostname`, Elysia expects a longer host name and misreads the path of `http://a/path`
  const app = new Elysia({ serve, handler: { standardHostname: false }, normalize: false })
    .use(pages.fresh)
    .use(errorResponses(context, errorPages(context, assets)))
    .use(securityHeaders(context))
    .use(requestRecord(context))
    .use(readableAddresses)
    .use(collectedBodies())
    .use(readinessRoutes(stage))
    .use(sameSiteCalls(context.publicUrl))
    .use(readLimits(context))
    .use(compactResponses)
    // before `jsonBody`: these check the role and the rate limit before they read the body
    .use(backofficeRoutes(context, read, owner))
    .use(authRoutes(context, guesses, owner))
    .use(linkedRoutes(context, assets, limits, read, pages))
    .use(applicationRoutes(context, limits, read))
    .use(jsonBody)
    .use(healthRoutes(context, stage))
    .use(metricsRoutes(context))
    .use(tariffRoutes(context))
    .use(documentRoutes(context))
    .use(bankRoutes)
    .use(await pageRoutes(context, assets, pages));
  if (!config.production) {
    // imported here so that production does not load them
    const { workshop } = await import('./features/workshop/routes');
    app.use(workshop(context, assets, () => app));
  }
  await app.modules;
  assertGuarded(app.routes);
  return app;
}

/** What the links of mails and pages lead to, all public forms with what helps to fill them in, and what comes back. One plugin, because the type of a long chain is too deep. */
function linkedRoutes(context: Context, assets: Assets, limits: WriteLimits, read: Read, cache: PageCache) {
  const site = siteOf(context, assets, limits.writes);
  return new Elysia({ name: 'linked' })
    .use(mailInRoutes(context))
    .use(reminderRoutes(site))
    .use(stopCallRoutes(site))
    .use(accessRoutes(site, limits, read))
    .use(withdrawalRoutes(site))
    .use(statusRoutes(site))
    .use(confirmationRoutes(site))
    .use(precheckRoutes(site, assets, cache))
    .use(offerRoutes(site, limits))
    .use(privacyRoutes(site))
    .use(callbackRoutes(site, refusedFormPage(context, assets)))
    .use(emailDomainRoutes(context))
    .use(placeRoutes);
}

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

/** Refuses writing calls that a page of another site makes a visitor's browser send, before the body is read. */
function sameSiteCalls(publicUrl: () => string) {
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

type Needs = Pick<Context, 'log' | 'config' | 'noteRefusal'>;
type PageErrors = (request: Request, refusal: Refusal) => Promise<Response>;

/** Maps each error to JSON below `/api` and to a page elsewhere. No response contains a stack, SQL or the input. */
export function errorResponses(context: Needs, page: PageErrors) {
  const { log } = context;
  return new Elysia({ name: 'errors' }).onError(
    { as: 'global' },
    async ({ error, code, request, route, server, set }) => {
      // what is refused costs little, so nothing else slows down who asks without end
      await pauseInCrowd();
      // the visitor has left: the abort is no error, and nobody reads the response
      if (request.signal.aborted && isAbort(error)) return new Response(null, { status: 499 });
      const refusal = refusalOf(code, error) ?? unexpected(log, request, route, error);
      set.status = refusal.status;
      noteRefused(context, { request, route, server }, refusal.status);
      // without a valid address it is unknown whether the request wants a page
      if (!isAddressed(request) || !(wantsPage(request) || refusal.toForm)) return jsonResponse(refusal);
      try {
        return await page(request, refusal);
      } catch (broken) {
        if (broken instanceof Refusal) {
          // one page too many: the refusal of that needs none
          set.status = broken.status;
          noteRefused(context, { request, server }, broken.status);
          return await page(request, broken);
        }
        return jsonResponse(request.signal.aborted ? refusal : unexpected(log, request, route, broken));
      }
    },
  );
}

/** For what Elysia does not catch: Bun would answer with its own text, and print the source and the URL. */
function lastResort({ log, meters }: Pick<Context, 'log' | 'meters'>, headers: Record<string, string>) {
  return (error: unknown): Response => {
    const requestId = crypto.randomUUID();
    log('error', 'request failed', { requestId, route: 'none', ...traceOf(error) });
    meters.request({ method: 'other', route: 'none', status: 500, ms: 0 });
    return jsonResponse(unexplained(requestId, { ...headers, 'x-request-id': requestId }));
  };
}

function jsonResponse({ status, body, headers }: Refusal): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

function refusalOf(code: string | number, error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof ParseError) {
    // `staffAccess` reads the database before the body: if that fails, the body is not to blame
    return error.cause instanceof QueryFailed ? null : (refusalOf(code, error.cause) ?? refusals.notJson());
  }
  if (error instanceof ValidationError) return refusals.invalid(fieldErrors(error));
  if (code === 'NOT_FOUND') return refusals.notFound();
  if (error instanceof DatabaseUnavailable) return refusals.unavailable();
  return null;
}

/** `route` is the pattern: paths contain ids of applications and tokens. */
function unexpected(log: Log, request: Request, route: string, error: unknown): Refusal {
  const requestId = requestIdOf(request);
  log('error', 'request failed', { requestId, route: route || 'none', ...traceOf(error) });
  // not a bug: saving works again as soon as the operator has freed disk space
  if (error instanceof QueryFailed && /^SQLITE_(FULL|IOERR)/.test(error.code)) return refusals.unavailable();
  return unexplained(requestId);
}

function unexplained(requestId: string, headers?: Record<string, string>): Refusal {
  const message = `Das hat leider nicht geklappt. Bitte versuchen Sie es in einigen Minuten erneut. Hilft das nicht, nennen Sie uns diese Kennung: ${requestId}`;
  return new Refusal(500, { message }, headers);
}

function fieldErrors(error: ValidationError): FieldError[] {
  const seen = new Map<string, string>();
  for (const issue of error.all) {
    const path = String('path' in issue ? issue.path : '').replace(/^\//, '');
    const message =
      'message' in issue && typeof issue.message === 'string' ? issue.message : 'Ungültiger Wert';
    if (!seen.has(path)) seen.set(path, message);
  }
  return [...seen].map(([path, message]) => ({ path, message }));
}
