import type { Reader } from '#db/client';
import type { OfferRecord } from '#db/offers';
import { readCatalogue } from '#db/tariffs/catalogue';
import { assumedBirthDate, type OfferView } from '#domain/offers/offers';
import { quote } from '#domain/tariffs/premium';
import type { Context } from '../../context';
import type { OfferCopy } from '../../documents/offer-content';
import { copyOfOffer, factsOfOffer } from '../../mail/offers';
import { findOfferOf } from './opening';

/** Null for a link that opens nothing. */
export async function readOffer(context: Context, token: string): Promise<OfferView | null> {
  const reader = readerOf(context);
  const offer = await findOfferOf(context, token, reader);
  return offer && { ...factsOfOffer(offer), centsNow: await movedPrice(reader, offer, context.today()) };
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

async function movedPrice(reader: Reader, offer: OfferRecord, today: string): Promise<number | null> {
  const price = quote(await readCatalogue(reader), offer, assumedBirthDate(offer.horseBirthYear), today);
  return price && price.monthlyCents !== offer.monthlyCents ? price.monthlyCents : null;
}
