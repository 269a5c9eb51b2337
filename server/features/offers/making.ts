import { addOffer, type OfferRecord, readTariffsAround } from '#db/offers';
import { findBasePrice } from '#db/tariffs/catalogue';
import { defaultSource, phoneSource } from '#domain/fields';
import { newReference } from '#domain/ids';
import { endOfOffer, type OfferRequest } from '#domain/offers';
import { assumedBirthDate, type PricedSelection, premiumOf, surchargeOf } from '#domain/tariffs/premium';
import type { Context } from '../../context';
import type { Deed } from '../../deed';

type Origin = Pick<OfferRecord, 'id' | 'username' | 'requestHash' | 'askedBy' | 'documents'> & {
  /** Null: not known. */
  source: string | null;
};

/** At the price and until the day that its own transaction sees. */
export async function makeOffer(
  { config }: Pick<Context, 'config'>,
  deed: Deed,
  request: OfferRequest,
  origin: Origin,
): Promise<OfferRecord> {
  const { tx, at, today } = deed;
  const { horseBirthYear = null, insuranceStartDate = null, reminderConsent = false, ...asked } = request;
  const tariffs = await readTariffsAround(tx, today);
  return await addOffer(tx, {
    ...asked,
    ...origin,
    source: origin.source ?? (origin.username === null ? defaultSource : phoneSource),
    ...(await priced(deed, asked, horseBirthYear)),
    horseBirthYear,
    insuranceStartDate,
    reminderConsent,
    number: newReference('AN', today),
    tariffVersion: tariffs.number,
    createdAt: at,
    expiresAt: endOfOffer(today, config.offerDays, tariffs.next),
  });
}

async function priced({ tx, today }: Deed, selection: PricedSelection, horseBirthYear: number | null) {
  const { tariffType, selfParticipation, paymentFrequency } = selection;
  const { baseCents, ageSurchargePercent } = await findBasePrice(tx, tariffType, selfParticipation);
  if (baseCents === null) throw new Error('The catalogue lacks the price of a selectable tariff.');
  const surchargePercent = surchargeOf(ageSurchargePercent, assumedBirthDate(horseBirthYear), today);
  const { monthlyCents } = premiumOf(baseCents, paymentFrequency, surchargePercent);
  return { surchargePercent, monthlyCents };
}
