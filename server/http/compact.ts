/** Compresses long JSON of the backoffice: 100,000 applications are 25 MB without compression. */

import { Elysia } from 'elysia';
import { nextTurn } from '#db/turn';
import { backofficeApi } from '#domain/urls';
import { compressed, encodingFor, pack } from './compression';

/** In characters. For shorter texts compression saves less than one packet. */
const worthwhile = 2000;

/** Only for the backoffice: responses to visitors may hold secrets beside text that an attacker chose (BREACH). */
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

/**
 * A JSON array whose rows come in batches: as one text, a long list would keep all other requests waiting. Rejects if
 * the first batch cannot be read. If a later one cannot, the response breaks off.
 */
export async function streamedArray(request: Request, batches: AsyncGenerator<unknown[]>): Promise<Response> {
  const pieces = jsonOf(await batches.next(), batches);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await batches.return(undefined)),
  });
  const response = new Response(body, { headers: { 'content-type': 'application/json' } });
  return compressed(request, response, 'list');
}

async function* jsonOf(first: IteratorResult<unknown[]>, batches: AsyncGenerator<unknown[]>) {
  yield '[';
  for (let [batch, comma] = [first, '']; !batch.done; batch = await batches.next()) {
    const rows = JSON.stringify(batch.value).slice(1, -1);
    if (rows !== '') {
      yield comma + rows;
      comma = ',';
    }
    // other requests: the driver of a local file never leaves the microtasks
    await nextTurn();
  }
  yield ']';
}
