/** What mail, page and PDF say of a stored offer. */
import type { Reader } from '#db/client';
import type { OfferRecord } from '#db/offers';
import { readCatalogue } from '#db/tariffs/catalogue';
import { readTerms } from '#db/tariffs/versions';
import { berlinDay } from '#domain/dates';
import { lastDayOfOffer, type OfferFacts } from '#domain/offers';
import type { Operator } from '#domain/operator/operator';
import { assumedBirthDate, quote } from '#domain/tariffs/premium';
import type { OfferCopy } from './offer';

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

/** The monthly price of now in cents for the age on the day of the offer; null if it is that of the offer. */
export async function movedPrice(reader: Reader, offer: OfferRecord): Promise<number | null> {
  const { horseBirthYear, createdAt } = offer;
  const day = berlinDay(new Date(createdAt));
  const price = quote(await readCatalogue(reader), offer, assumedBirthDate(horseBirthYear), day);
  return price && price.monthlyCents !== offer.monthlyCents ? price.monthlyCents : null;
}

export async function copyOfOffer(
  reader: Reader,
  offer: OfferRecord,
  { operator }: { operator: Operator },
): Promise<OfferCopy> {
  return { offer: factsOfOffer(offer), terms: await readTerms(reader, offer.tariffVersion), operator };
}
