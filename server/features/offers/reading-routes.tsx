import { Elysia } from 'elysia';
import { offerFileName } from '#domain/offers/offers';
import { pages } from '#domain/urls';
import { OfferPage } from '#web/site/offers/OfferPage.tsx';
import type { Context } from '../../context';
import { fileHeaders, quietHeaders } from '../../http/headers';
import type { PdfLimit } from '../../http/limits/read-limits';
import type { QuietPages } from '../../pages/quiet';
import { readCopy, readOffer } from './view';

/** Opening changes nothing. */
export function offerReadingRoutes(context: Context, show: QuietPages, pdfs: PdfLimit) {
  return new Elysia({ name: 'offer-reading', detail: { hide: true } })
    .onTransform(({ set }) => {
      // also of what is refused
      Object.assign(set.headers, quietHeaders);
    })
    .get(pages.offerOf, async ({ params: { token }, request }) => {
      const offer = await readOffer(context, token);
      if (!offer) return await show.invalid(request, 'offer');
      return await show.respond(request, 'Ihr Angebot', <OfferPage token={token} offer={offer} />);
    })
    .get(pages.offerFile, async ({ params: { token }, request, server }) => {
      await pdfs({ request, server }, token);
      const copy = await readCopy(context, token);
      if (!copy) return await show.invalid(request, 'offer');
      const content = await context.draw(copy, { signal: request.signal });
      return new Response(content, {
        headers: { ...quietHeaders, ...fileHeaders(offerFileName(copy.offer)) },
      });
    });
}
