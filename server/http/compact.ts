/** Long JSON of the backoffice leaves compressed: 100,000 applications are 25 MB otherwise. */
import { Elysia } from 'elysia';
import { backofficeApi } from '#domain/urls';
import { encodingFor, pack } from './compression';

/** Below this compressing saves less than a packet. */
const worthwhile = 2000;

/** Only there: an answer to a visitor is short, and may mix what is secret with what a stranger chose (BREACH). */
export const compactAnswers = new Elysia({ name: 'compact-answers' }).mapResponse(
  { as: 'global' },
  async ({ request, path, responseValue, set }) => {
    if (request.method !== 'GET' || !path.startsWith(`${backofficeApi}/`)) return;
    if (typeof responseValue !== 'object' || responseValue === null || responseValue instanceof Response)
      return;
    const text = JSON.stringify(responseValue);
    const encoding = text.length < worthwhile ? undefined : encodingFor(request);
    const headers = { 'content-type': 'application/json', vary: 'accept-encoding' };
    return new Response(encoding ? await pack(text, encoding, 'list') : text, {
      status: Number(set.status ?? 200),
      headers: encoding ? { ...headers, 'content-encoding': encoding } : headers,
    });
  },
);
