import type { Reader } from '#db/client';
import { findPriceOffer, type OfferRecord } from '#db/offers';
import { invalidLinkTitle } from '#domain/access-links';
import type { Context } from '../../context';
import { refusals } from '../../refusal';

/** Null for a link that opens nothing, any more or at all. */
export async function findOfferOf(
  { links, now }: Context,
  token: string,
  reader: Reader,
): Promise<OfferRecord | null> {
  const link = await links.find('offer', token, reader);
  const offer = link && (await findPriceOffer(reader, link.subject));
  return offer && offer.expiresAt >= now() ? offer : null;
}

/** @throws Refusal */
export async function openOffer(context: Context, token: string, reader: Reader): Promise<OfferRecord> {
  const offer = await findOfferOf(context, token, reader);
  if (!offer) throw refusals.notFound(invalidLinkTitle);
  return offer;
}
