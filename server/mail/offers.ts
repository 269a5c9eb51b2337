import { findApplication } from '#db/applications/find';
import type { OutboxMail } from '#db/mails/outbox';
import { findPriceOffer, type OfferRecord } from '#db/offers';
import { readTerms } from '#db/tariffs/versions';
import { berlinDay } from '#domain/dates';
import { lastDayOfOffer, type OfferFacts } from '#domain/offers/offers';
import { href, pages } from '#domain/urls';
import type { OfferCopy } from '../documents/offer-content';
import { commonTo, type Needs, type Reader } from './common';

export function factsOfOffer(offer: OfferRecord): OfferFacts {
  const { number, tariffType, selfParticipation, paymentFrequency, horseBirthYear, insuranceStartDate } =
    offer;
  const { monthlyCents, surchargePercent, tariffVersion, createdAt, expiresAt } = offer;
  return {
    number,
    tariffType,
    selfParticipation,
    paymentFrequency,
    horseBirthYear,
    insuranceStartDate,
    monthlyCents,
    surchargePercent,
    tariffVersion,
    offeredOn: berlinDay(new Date(createdAt)),
    validUntil: lastDayOfOffer(expiresAt),
  };
}

/** What the PDF of an offer is drawn from. */
export async function copyOfOffer(
  reader: Reader,
  offer: OfferRecord,
  { operator }: Pick<Needs, 'operator'>,
): Promise<OfferCopy> {
  return { offer: factsOfOffer(offer), terms: await readTerms(reader, offer.tariffVersion), operator };
}

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
  const application = await findApplication(reader, loaded.offer.applicationId ?? '');
  if (application?.completed) return null;
  const { token: stopToken } = await context.links.linkFor('stop', mail);
  const unsubscribe = `${context.publicUrl()}${href(pages.stopReminders, { token: stopToken })}`;
  return { props: { ...loaded.props, stopToken }, unsubscribe };
}
