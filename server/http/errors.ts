import { Elysia, ParseError, ValidationError } from 'elysia';
import { DatabaseUnavailable, QueryFailed } from '#db/driver/errors';
import type { FieldError } from '#domain/fields';
import type { Context } from '../context';
import { type Log, traceOf } from '../log';
import { Refusal, refusals } from '../refusal';
import { pauseInCrowd } from './queue';
import { isAbort, isAddressed, noteRefused, requestIdOf, wantsPage } from './requests';

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
export function lastResort(
  { log, meters }: Pick<Context, 'log' | 'meters'>,
  headers: Record<string, string>,
) {
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
