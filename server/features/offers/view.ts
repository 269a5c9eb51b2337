import type { OfferView } from '#domain/offers/offers';
import type { Context } from '../../context';
import type { OfferCopy } from '../../documents/offer-content';
import { copyOfOffer, factsOfOffer, movedPrice } from '../../documents/offer-copy';
import { findOfferOf } from './opening';

/** Null for a link that opens nothing. */
export async function readOffer(context: Context, token: string): Promise<OfferView | null> {
  const offer = await findOfferOf(context, token, context.db.fresh);
  return offer && { ...factsOfOffer(offer), centsNow: await movedPrice(context.db.fresh, offer) };
}

/** What its PDF is drawn from; null as above. */
export async function readCopy(context: Context, token: string): Promise<OfferCopy | null> {
  const offer = await findOfferOf(context, token, context.db.fresh);
  return offer && (await copyOfOffer(context.db.fresh, offer, context));
}
