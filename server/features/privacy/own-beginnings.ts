import { type ListedOffer, stateOf } from '#db/offer-list';
import type { FoundPreparation } from '#db/preparations';
import { replyOf } from '#domain/lists';
import { preparationState } from '#domain/preparations/preparations';
import type { OwnOffer, OwnPreparation } from '#domain/privacy/own-data';
import { toEuro } from '#domain/tariffs/premium';
import { isoOf } from '#domain/time';
import { isAt } from './own';

export function ownPreparation(
  { preparation, progress }: FoundPreparation,
  { address, now }: { address: string; now: number },
): OwnPreparation {
  const { applicationId, createdAt, expiresAt, email, values, reply } = preparation;
  const { policyholder, ...prepared } = values;
  return {
    applicationId,
    createdAt: isoOf(createdAt),
    expiresAt: isoOf(expiresAt),
    state: preparationState({ progress, expiresAt }, now),
    ...(isAt(email, address) && { ...prepared, reply: replyOf(reply) }),
    ...(policyholder && isAt(policyholder.email, address) && { policyholder }),
  };
}

export function ownOffer(found: ListedOffer, now: number): OwnOffer {
  const { number, tariffType, selfParticipation, paymentFrequency, horseBirthYear } = found.offer;
  const { insuranceStartDate, tariffVersion, reminderConsent, source } = found.offer;
  return {
    number,
    tariffType,
    selfParticipation,
    paymentFrequency,
    horseBirthYear,
    insuranceStartDate,
    monthlyPremium: toEuro(found.offer.monthlyCents),
    tariffVersion,
    createdAt: isoOf(found.offer.createdAt),
    expiresAt: isoOf(found.offer.expiresAt),
    state: stateOf(found, now),
    reminderConsent,
    source,
    reply: replyOf(found.offer.reply),
  };
}
