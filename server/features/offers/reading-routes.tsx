import { Elysia } from 'elysia';
import { type OfferView, offerFileName } from '#domain/offers/offers';
import { pages } from '#domain/urls';
import { OfferPage } from '#web/site/offers/OfferPage.tsx';
import type { Context } from '../../context';
import type { OfferCopy } from '../../documents/offer-content';
import { copyOfOffer, factsOfOffer, movedPrice } from '../../documents/offer-copy';
import { fileHeaders, quietHeaders } from '../../http/headers';
import type { PdfLimit } from '../../http/limits/read-limits';
import type { QuietPages } from '../../pages/quiet';
import { findOfferOf } from './opening';

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

/** Null for a link that opens nothing. */
async function readOffer(context: Context, token: string): Promise<OfferView | null> {
  const offer = await findOfferOf(context, token, context.db.fresh);
  return offer && { ...factsOfOffer(offer), centsNow: await movedPrice(context.db.fresh, offer) };
}

/** What its PDF is drawn from; null as above. */
async function readCopy(context: Context, token: string): Promise<OfferCopy | null> {
  const offer = await findOfferOf(context, token, context.db.fresh);
  return offer && (await copyOfOffer(context.db.fresh, offer, context));
}
