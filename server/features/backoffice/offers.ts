import { findListed, findPriceOffer, type ListedOffer, listOffers, stateOf } from '#db/offers';
import type { Actor } from '#domain/accounts/actors';
import { maximum, optionalText } from '#domain/fields';
import { pick } from '#domain/keys';
import { replyOf } from '#domain/lists';
import { type NewOffer, newOffer, type OfferPage, type OfferRow, offersADay } from '#domain/offers';
import { toEuro } from '#domain/tariffs/premium';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { eraseRows } from '../../erasures';
import { staffRoutes } from '../../http/access';
import { standard } from '../../http/schema';
import { refusals } from '../../refusal';
import { repeated, requestHash } from '../../repeats';
import { makeOffer } from '../offers/routes.tsx';
import { pageQuery, pages, queryDocs } from './lists';
import { admitDaily } from './readings';

const query = pageQuery({ q: optionalText(maximum.email), source: optionalText() });

export function staffOfferRoutes(context: Context) {
  const list = pages(context, query, {
    read: ({ q = '', source = '', ...page }) => listOffers(context.db, { ...page, q, source }),
    persons: ({ rows }) => rows.map(({ offer }) => offer.id),
    page: ({ rows, sources }, counted): OfferPage => ({
      offers: rows.map((row) => rowOf(row, context.site.offerNow())),
      ...counted,
      sources: Object.fromEntries(sources.map(({ source, count }) => [source, count])),
    }),
  });
  return staffRoutes(context, 'backoffice-offers')
    .get(api.staffOffers, list, { detail: queryDocs(query) })
    .post(api.staffOffers, ({ body, staff }) => sendOffer(context, staff, body), {
      body: standard(() => newOffer(context.today())),
      answers: { status: 201 },
    })
    .delete(api.staffOffer, ({ id, act }) => act((deed) => deleteOffer(deed, id)), {
      answers: { message: 'Das Angebot wurde gelöscht.' },
    });
}

async function deleteOffer(deed: Deed, id: string): Promise<void> {
  const { ids } = await eraseRows(deed, 'offer', [id]);
  if (ids.length === 0) throw refusals.notFound('Dieses Angebot gibt es nicht.');
}

/** Sends the offer that somebody asked for on the telephone. The same call again does nothing. @throws Refusal */
async function sendOffer(context: Context, actor: Actor, given: NewOffer): Promise<OfferRow> {
  const { id, ...asked } = given;
  const documents = await context.documents.currentSet();
  const request = { requestHash: hashOf(asked) };
  return await perform(context, actor, async (deed) => {
    const { tx, record, mail } = deed;
    if (!repeated(await findPriceOffer(tx, id), request)) {
      context.site.assertTaking();
      await context.site.assertSendable(tx, { address: asked.email });
      await admitDaily(context, deed, offersADay);
      const origin = { id, source: null, username: actor.username, askedBy: null, documents, ...request };
      await makeOffer(context, deed, asked, origin);
      await record('offer_created', [id]);
      await mail('offer_requested', { offerId: id }, { byHand: 'queued' });
    }
    const listed = await findListed(tx, id);
    if (!listed) throw new Error('An offer vanished inside a transaction.');
    return rowOf(listed, context.site.offerNow());
  });
}

function hashOf(asked: Omit<NewOffer, 'id'>): string {
  const { email, tariffType, selfParticipation, paymentFrequency } = asked;
  const horse = [asked.horseBirthYear ?? null, asked.insuranceStartDate ?? null];
  return requestHash([email, tariffType, selfParticipation, paymentFrequency, ...horse]);
}

function rowOf(listed: ListedOffer, now: number): OfferRow {
  const { offer, undeliverable } = listed;
  return {
    ...pick(offer, 'id', 'number', 'email', 'tariffType', 'source'),
    monthlyPremium: toEuro(offer.monthlyCents),
    createdAt: isoOf(offer.createdAt),
    expiresAt: isoOf(offer.expiresAt),
    state: stateOf(listed, now),
    undeliverable,
    reply: replyOf(offer.reply),
  };
}
