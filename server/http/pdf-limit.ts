import { minuteMs } from '#domain/time';
import type { Context } from '../context';
import { clientAddress, type Server } from './client-address';
import { rateLimit } from './rate-limit';

/** @throws Refusal 429 above 10 a minute of the link or of the client */
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
