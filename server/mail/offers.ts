/** What comes before an application. */

import type { OutboxMail } from '#db/mails/outbox';
import { findPriceOffer, type OfferRecord } from '#db/offers';
import { findPreparationOf } from '#db/preparations';
import { berlinDay } from '#domain/dates';
import { lastDayOfOffer, type OfferFacts } from '#domain/offers';
import { href, pages } from '#domain/urls';
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

/** Null also for an offer that has been deleted. */
export async function requestedOffer(context: Needs, reader: Reader, mail: OutboxMail) {
  const offer = await findPriceOffer(reader, mail.offerId ?? '');
  if (!offer) return null;
  const { token } = await context.links.linkFor('offer', mail);
  return { props: { ...commonTo(context), facts: factsOfOffer(offer), token }, offer };
}

/** Null also if an application from it was completed after the reminder was queued. */
export async function endingOffer(context: Needs, reader: Reader, mail: OutboxMail) {
  const loaded = await requestedOffer(context, reader, mail);
  if (!loaded) return null;
  const { token: stopToken } = await context.links.linkFor('stop', mail);
  const unsubscribe = `${context.publicUrl()}${href(pages.stopReminders, { token: stopToken })}`;
  return { props: { ...loaded.props, stopToken }, unsubscribe };
}

export async function preparedApplication(context: Needs, reader: Reader, mail: OutboxMail) {
  const preparation = await findPreparationOf(reader, mail.applicationId ?? '');
  if (!preparation) return null;
  const { token, expiresAt } = await context.links.linkFor('resume', mail);
  const { contact, horse, tariff } = preparation.values;
  const props = {
    ...commonTo(context),
    contact,
    horseName: horse?.horseName ?? null,
    tariff: tariff ?? null,
    monthlyCents: null as number | null,
    token,
    until: berlinDay(new Date(expiresAt)),
  };
  return { props };
}
