/** `POST /api/callback-requests`: JSON or the plain HTML form. */
import { Elysia } from 'elysia';
import { DatabaseUnavailable } from '#db/client';
import { callbackRequest, sourceOf } from '#domain/callback';
import { check, type FieldError } from '#domain/fields';
import { api, pages } from '#domain/urls';
import type { Context } from '../../context';
import { isForm, readCounted } from '../../http/body';
import { clientAddress } from '../../http/client-address';
import { type RateLimit, rateLimit } from '../../http/rate-limit';
import { Refusal, refusals } from '../../http/refusal';
import { entriesOf, type RefusedForm, requestOf } from './form';
import { requestCallback } from './service';

type Outcome = { id: string } | { errors: FieldError[] };

const minute = 60_000;
const failure = 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.';

// the handler checks the body, because a form gets a page instead of JSON: so the API docs need the schema here
const requestBody = { required: true, content: { 'application/json': { schema: { ...callbackRequest } } } };

/** `renderForm` returns the page for a refused form that was posted without JavaScript. */
export function callbackRoutes(
  context: Context,
  writes: RateLimit,
  renderForm: (form: RefusedForm) => Promise<Response>,
) {
  const { config } = context;
  // counts valid requests only, so that a visitor may mistype several times
  const requests = rateLimit(context, { name: 'callback', limit: 5, windowMs: minute });

  async function accept(body: unknown, source: string | null, address: string): Promise<Outcome> {
    const checked = check(callbackRequest, body);
    if (!checked.ok) return { errors: checked.errors };
    await requests.hit(address);
    return { id: await requestCallback(context, checked.value, source) };
  }

  async function acceptForm(body: unknown, source: string | null, address: string): Promise<Response> {
    const refused = { entries: entriesOf(body), errors: [], source, notice: null, status: 422 };
    try {
      await writes.hit(address);
      const outcome = await accept(requestOf(body), source, address);
      if ('errors' in outcome) return await renderForm({ ...refused, errors: outcome.errors });
      const headers = { location: pages.callbackSent(source), 'cache-control': 'no-store' };
      return new Response(null, { status: 303, headers });
    } catch (error) {
      const { status, headers, body } = refusalOf(error);
      const page = await renderForm({ ...refused, notice: body.message, status });
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
        if (isForm(request)) return await acceptForm(body, source, address);
        const outcome = await accept(body, source, address);
        if ('errors' in outcome) throw refusals.invalid(outcome.errors);
        set.status = 201;
        set.headers['cache-control'] = 'no-store';
        return outcome;
      },
      { detail: { tags: ['Rückruf'], summary: 'Um einen Rückruf bitten', requestBody } },
    );
}

/** Errors that the page of the form shows; all others get the usual error response. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable)
    return new Refusal(503, { message: failure }, { 'retry-after': '5' });
  throw error;
}
