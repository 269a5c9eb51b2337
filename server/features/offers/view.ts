import type { Reader } from '#db/client';
import type { OfferView } from '#domain/offers/offers';
import type { Context } from '../../context';
import type { OfferCopy } from '../../documents/offer-content';
import { copyOfOffer, factsOfOffer, movedPrice } from '../../documents/offer-copy';
import { findOfferOf } from './opening';

/** Null for a link that opens nothing. */
export async function readOffer(context: Context, token: string): Promise<OfferView | null> {
  const reader = readerOf(context);
  const offer = await findOfferOf(context, token, reader);
  return offer && { ...factsOfOffer(offer), centsNow: await movedPrice(reader, offer) };
}

/** What its PDF is drawn from; null as above. */
export async function readCopy(context: Context, token: string): Promise<OfferCopy | null> {
  const reader = readerOf(context);
  const offer = await findOfferOf(context, token, reader);
  return offer && (await copyOfOffer(reader, offer, context));
}

/** Not a replica, which may not have the offer of a mail that has just been sent. */
function readerOf({ db }: Context): Reader {
  return db.shared ?? db.read;
}
