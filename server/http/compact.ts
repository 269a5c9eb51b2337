/** Long JSON of the backoffice leaves compressed: 100,000 applications are 25 MB otherwise. */
import { Elysia } from 'elysia';
import { backofficeApi } from '#domain/urls';
import { compressedText } from './encoding';

/** Only there: an answer to a visitor is short, and may mix what is secret with what a stranger chose (BREACH). */
export const compactAnswers = new Elysia({ name: 'compact-answers' }).mapResponse(
  { as: 'global' },
  async ({ request, path, responseValue, set }) => {
    if (request.method !== 'GET' || !path.startsWith(`${backofficeApi}/`)) return;
    if (typeof responseValue !== 'object' || responseValue === null || responseValue instanceof Response)
      return;
    const text = JSON.stringify(responseValue);
    const packed = await compressedText(request, text);
    const headers = { 'content-type': 'application/json', vary: 'accept-encoding' };
    const status = Number(set.status ?? 200);
    if (!packed) return new Response(text, { status, headers });
    return new Response(packed.bytes, {
      status,
      headers: { ...headers, 'content-encoding': packed.encoding },
    });
  },
);
