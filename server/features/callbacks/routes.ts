/** `POST /api/callback-requests`: JSON, or the plain HTML form (spec 7, contract 2 and 5). */
import { Elysia } from 'elysia';
import { DatabaseUnavailable } from '#db/client';
import { callbackRequest, sourceOf } from '#domain/callback';
import { check, type FieldError } from '#domain/fields';
import { api, pages } from '#domain/urls';
import type { Context } from '../../context';
import { isForm, readForm, readJson } from '../../http/body';
import { clientAddress } from '../../http/client-address';
import { type RateLimit, rateLimit } from '../../http/rate-limit';
import { Refusal, refusals } from '../../http/refusal';
import { entriesOf, type RenderCallbackForm, requestOf } from './form';
import { requestCallback } from './service';

type Taken = { id: string } | { errors: FieldError[] };

const minute = 60_000;
const failure = 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.';

// checked by the handler, because a form needs another answer than JSON: so the API docs are told by hand
const requestBody = { required: true, content: { 'application/json': { schema: { ...callbackRequest } } } };

/** The call behind the callback form; `renderForm` answers a form that was posted without JavaScript and refused. */
export function callbackRoutes(context: Context, writes: RateLimit, renderForm: RenderCallbackForm) {
  const { config } = context;
  // counts what passes the rules: a visitor who mistypes five times is still heard
  const requests = rateLimit(context, { name: 'callback', limit: 5, windowMs: minute });

  async function take(body: unknown, source: string | null, address: string): Promise<Taken> {
    const checked = check(callbackRequest, body);
    if (!checked.ok) return { errors: checked.errors };
    await requests.hit(address);
    return { id: await requestCallback(context, checked.value, source) };
  }

  async function answerForm(body: unknown, source: string | null, address: string): Promise<Response> {
    const refused = { entries: entriesOf(body), errors: [], source, notice: null, status: 422 };
    try {
      await writes.hit(address);
      const taken = await take(requestOf(body), source, address);
      if ('errors' in taken) return await renderForm({ ...refused, errors: taken.errors });
      const headers = { location: pages.callbackSent(source), 'cache-control': 'no-store' };
      return new Response(null, { status: 303, headers });
    } catch (error) {
      const refusal = refusalOf(error);
      const { status, headers } = refusal;
      const page = await renderForm({ ...refused, notice: refusal.body.message, status });
      for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
      return page;
    }
  }

  return new Elysia({ name: 'callbacks' })
    .onParse(({ request, path, server }) =>
      readCounted(request, path, () => writes.hit(clientAddress(request, server, config.trustProxy))),
    )
    .post(
      api.callbackRequests,
      async ({ body, request, server, set }) => {
        const source = sourceOf(new URL(request.url).searchParams.get('source'));
        const address = clientAddress(request, server, config.trustProxy);
        if (isForm(request)) return await answerForm(body, source, address);
        const taken = await take(body, source, address);
        if ('errors' in taken) throw refusals.invalid(taken.errors);
        set.status = 201;
        set.headers['cache-control'] = 'no-store';
        return taken;
      },
      { detail: { tags: ['Rückruf'], summary: 'Um einen Rückruf bitten', requestBody } },
    );
}

/**
 * Reads a body and counts it. JSON is counted before it is read. A form that can be read is counted later, so that a
 * visitor who sends too many gets the page back with the entries.
 */
async function readCounted(request: Request, path: string, count: () => Promise<void>): Promise<unknown> {
  if (!isForm(request)) {
    await count();
    return await readJson(request, path);
  }
  return await readForm(request).catch(async (refusal) => {
    await count();
    throw refusal;
  });
}

/** What a visitor without JavaScript is told on the page; anything else is for the log and the error answer. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable)
    return new Refusal(503, { message: failure }, { 'retry-after': '5' });
  throw error;
}
