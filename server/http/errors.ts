/** The one place where anything that is not a 2xx of the API becomes an answer (contract 2). */
import { Elysia, ParseError, ValidationError } from 'elysia';
import { DatabaseUnavailable, QueryFailed } from '#db/client';
import type { FieldError } from '#domain/fields';
import { type Log, traceOf } from '../log';
import { isAddressed, isApi } from './host';
import { Refusal, type RefusalBody, refusals } from './refusal';
import { requestIdOf } from './requests';

type PageErrors = (request: Request, status: number) => Response | Promise<Response>;

/** Maps every error to JSON below `/api` and to a page elsewhere. No stack, SQL or input ever leaves the server. */
export function errorAnswers(log: Log, page: PageErrors) {
  return new Elysia({ name: 'errors' }).onError(
    { as: 'global' },
    async ({ error, code, request, path, set }) => {
      // what breaks off with a visitor who leaves is no error, and he reads no answer
      if (request.signal.aborted && isAbort(error)) return new Response(null, { status: 499 });
      const refusal = refusalOf(code, error) ?? unexpected(log, request, path, error);
      set.status = refusal.status;
      // of a request without a readable address nobody knows what it is for
      if (!isAddressed(request) || !isPage(request, path)) return jsonAnswer(refusal);
      try {
        return await page(request, refusal.status);
      } catch (broken) {
        return jsonAnswer(request.signal.aborted ? refusal : unexpected(log, request, path, broken));
      }
    },
  );
}

/**
 * The answer for an error that got past all of this, as `Bun.serve` takes it: Bun would print the error with its source
 * and the URL of the request, and say so in words of its own.
 */
export function lastResort(log: Log, headers: Record<string, string>) {
  return (error: unknown): Response => {
    const requestId = crypto.randomUUID();
    log('error', 'request failed', { requestId, route: 'none', ...traceOf(error) });
    const answer = jsonAnswer(unexplained(requestId));
    for (const [name, value] of Object.entries({ ...headers, 'x-request-id': requestId }))
      answer.headers.set(name, value);
    return answer;
  };
}

/** The answer for a refusal, as JSON. */
function jsonAnswer({ status, body, headers }: Refusal): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function refusalOf(code: string | number, error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof ParseError) return refusalToRead(error);
  if (error instanceof ValidationError) return refusals.invalid(fieldErrors(error));
  if (code === 'NOT_FOUND') return refusals.notFound();
  if (error instanceof DatabaseUnavailable) return refusals.unavailable();
  return null;
}

/** Before a body is read the guard asks the database, whose failures are no fault of the body. */
function refusalToRead({ cause }: ParseError): Refusal | null {
  if (cause instanceof Refusal) return cause;
  const isOurs = cause instanceof DatabaseUnavailable || cause instanceof QueryFailed;
  return isOurs ? refusalOf('UNKNOWN', cause) : refusals.notJson();
}

function unexpected(log: Log, request: Request, path: string, error: unknown): Refusal {
  const requestId = requestIdOf(request);
  log('error', 'request failed', { requestId, route: routeOf(path), ...traceOf(error) });
  // no fault of the program: saving goes on by itself when the operator, who reads the log, has made room
  if (error instanceof QueryFailed && /^SQLITE_(FULL|IOERR)/.test(error.code)) return refusals.unavailable();
  return unexplained(requestId);
}

function unexplained(requestId: string): Refusal {
  return new Refusal(500, {
    message: `Es ist ein unerwarteter Fehler aufgetreten. Kennung: ${requestId}`,
  } satisfies RefusalBody);
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

function isPage(request: Request, path: string): boolean {
  return !isApi(path) && ['GET', 'HEAD'].includes(request.method);
}

/** Ids are capabilities: they stay out of the log. */
function routeOf(path: string): string {
  return path.replace(/[0-9a-f-]{36}/gi, ':id').slice(0, 100);
}
