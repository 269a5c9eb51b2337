import type { OutboxMail } from '#db/mails/outbox';
import { findListed } from '#db/offer-list';
import { findPriceOffer } from '#db/offers';
import { href, pages } from '#domain/urls';
import { factsOfOffer, movedPrice } from '../documents/offer-copy';
import { commonTo, type Needs, type Reader } from './common';

/** Null also for an offer that has been deleted. */
export async function requestedOffer(context: Needs, reader: Reader, mail: OutboxMail) {
  const offer = await findPriceOffer(reader, mail.offerId ?? '');
  if (!offer) return null;
  const { token } = await context.links.linkFor('offer', mail);
  return { props: { ...commonTo(context), facts: factsOfOffer(offer), token }, offer };
}

/** Null also if it has ended, or an application from it was completed after the reminder was queued. */
export async function endingOffer(context: Needs, reader: Reader, mail: OutboxMail) {
  const loaded = await requestedOffer(context, reader, mail);
  if (!loaded || loaded.offer.expiresAt <= context.now()) return null;
  const { offer } = loaded;
  if ((await findListed(reader, offer.id))?.completed === 1) return null;
  const centsNow = await movedPrice(reader, offer);
  const { token: stopToken } = await context.links.linkFor('stop', mail);
  const unsubscribe = `${context.publicUrl()}${href(pages.stopReminders, { token: stopToken })}`;
  return { props: { ...loaded.props, centsNow, stopToken }, unsubscribe };
}
