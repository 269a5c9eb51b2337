import { findPriceOffer } from '#db/offers';
import type { Actor } from '#domain/accounts/actors';
import {
  mostStaffOffers,
  type NewOffer,
  newOffer,
  type OfferRow,
  offerRefusals,
} from '#domain/offers/offers';
import type { MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { eraseRows } from '../../../erasures';
import { staffRoutes } from '../../../http/access';
import { standard } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { repeated, requestHash } from '../../../repeats';
import { makeOffer } from '../../offers/making';
import { admitDaily } from '../daily-limit';
import { queryDocs } from '../paging';
import { offerQuery, readRow, showOffers } from './list';

export function staffOfferRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-offers')
    .get(api.staffOffers, ({ request, staff }) => showOffers(context, staff, request), {
      role: 'staff',
      detail: queryDocs(offerQuery),
    })
    .post(
      api.staffOffers,
      async ({ body, staff, set }) => {
        const row = await sendOffer(context, staff, body);
        set.status = 201;
        return row;
      },
      { role: 'staff', body: standard(() => newOffer(context.today())) },
    )
    .delete(
      api.staffOffer,
      async ({ id, staff }) => {
        await deleteOffer(context, staff, id);
        return { message: 'Das Angebot wurde gelöscht.' } satisfies MessageResponse;
      },
      { role: 'staff', byId: true },
    );
}

async function deleteOffer(context: Context, actor: Actor, id: string): Promise<void> {
  await perform(context, actor, async (deed) => {
    const { ids, mails } = await eraseRows(deed, 'offer', [id]);
    if (ids.length === 0) throw refusals.notFound(offerRefusals.unknown);
    deed.erase(mails);
  });
}

const daily = { actions: ['offer_created'], most: mostStaffOffers, message: offerRefusals.tooMany } as const;

/** Sends the offer that somebody asked for on the telephone. The same call again does nothing. @throws Refusal */
async function sendOffer(context: Context, actor: Actor, given: NewOffer): Promise<OfferRow> {
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
