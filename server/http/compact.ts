/** Compresses long JSON of the backoffice: 100,000 applications are 25 MB without compression. */
import { Elysia } from 'elysia';
import { backofficeApi } from '#domain/urls';
import { encodingFor, pack } from './compression';

/** In characters. For shorter texts compression saves less than one packet. */
const worthwhile = 2000;

/**
 * Only for the backoffice. Responses to visitors are short, and may contain secrets beside text that an attacker chose
 * (BREACH).
 */
export const compactResponses = new Elysia({ name: 'compact-responses' }).mapResponse(
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
