/** Limits the PDFs that visitors have drawn: each takes as long as 50 saved steps. */
import { minuteMs } from '#domain/time';
import type { Context } from '../context';
import { clientAddress, type Server } from './client-address';
import { rateLimit } from './rate-limit';

/**
 * Counts a PDF for its link and for the client.
 * @throws Refusal 429 above 10 a minute of either
 */
export type PdfLimit = (from: { request: Request; server: Server }, token: string) => Promise<void>;

export function createPdfLimit(context: Context): PdfLimit {
  const rule = { limit: 10, windowMs: minuteMs };
  const byClient = rateLimit(context, { name: 'pdf-client', ...rule });
  const byLink = rateLimit(context, { name: 'pdf-link', ...rule });
  return async ({ request, server }, token) => {
    await byClient.hit(clientAddress(request, server, context.config.trustProxy));
    await byLink.hit(token);
  };
}
