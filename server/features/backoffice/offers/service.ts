import { findPriceOffer } from '#db/offers';
import type { Actor } from '#domain/accounts/actors';
import { mostStaffOffers, type NewOffer, type OfferRow, offerRefusals } from '#domain/offers/offers';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { repeated, requestHash } from '../../../repeats';
import { makeOffer } from '../../offers/making';
import { admitDaily } from '../daily-limit';
import { readRow } from './list';

const daily = { actions: ['offer_created'], most: mostStaffOffers, message: offerRefusals.tooMany } as const;

/** Sends the offer that somebody asked for on the telephone. The same call again does nothing. @throws Refusal */
export async function sendOffer(context: Context, actor: Actor, given: NewOffer): Promise<OfferRow> {
  const { id, ...asked } = given;
  const documents = await context.documents.currentSet();
  const request = { requestHash: hashOf(asked) };
  return await perform(context, actor, async (deed) => {
    const { tx, at, record, mail } = deed;
    if (!repeated(await findPriceOffer(tx, id), request)) {
      await admitDaily(context, deed, actor, daily);
      const origin = { id, source: null, username: actor.username, askedBy: null, documents, ...request };
      await makeOffer(context, deed, asked, origin);
      await record('offer_created', [id]);
      await mail('offer_requested', { offerId: id }, { byHand: 'queued' });
    }
    return await readRow(tx, id, at);
  });
}

function hashOf(asked: Omit<NewOffer, 'id'>): string {
  const { email, tariffType, selfParticipation, paymentFrequency } = asked;
  const horse = [asked.horseBirthYear ?? null, asked.insuranceStartDate ?? null];
  return requestHash([email, tariffType, selfParticipation, paymentFrequency, ...horse]);
}
