import type { Transaction } from '#db/client';
import { findListed, type ListedOffer, listOffers, stateOf } from '#db/offer-list';
import type { Actor } from '#domain/accounts/actors';
import { maximum, optionalText } from '#domain/fields';
import { paged, replyOf } from '#domain/lists';
import type { OfferPage, OfferRow } from '#domain/offers/offers';
import { isoOf } from '#domain/time';
import type { Context } from '../../../context';
import { showList } from '../listings';
import { pageOf, pageQuery, readQuery } from '../paging';

export const offerQuery = pageQuery({ q: optionalText(maximum.email), source: optionalText() });

export async function showOffers(context: Context, staff: Actor, request: Request): Promise<OfferPage> {
  const { q = '', source = '', ...page } = pageOf(readQuery(request, offerQuery));
  const { rows, total, sources } = await showList(
    context,
    staff,
    () => listOffers(context.db, { ...page, q, source }),
    (found) => found.rows.map(({ offer }) => offer.id),
  );
  return {
    offers: rows.map((row) => rowOf(row, context.now())),
    ...paged(total, page),
    sources: Object.fromEntries(sources.map(({ source, count }) => [source, count])),
  };
}

export async function readRow(tx: Transaction, id: string, now: number): Promise<OfferRow> {
  const listed = await findListed(tx, id);
  if (!listed) throw new Error('An offer vanished inside a transaction.');
  return rowOf(listed, now);
}

function rowOf(listed: ListedOffer, now: number): OfferRow {
  const { id, number, email, tariffType, monthlyCents, createdAt, expiresAt, source } = listed.offer;
  return {
    id,
    number,
    email,
    tariffType,
    monthlyPremium: monthlyCents / 100,
    createdAt: isoOf(createdAt),
    expiresAt: isoOf(expiresAt),
    state: stateOf(listed, now),
    source,
    undeliverable: listed.undeliverable === 1,
    reply: replyOf(listed.offer.reply),
  };
}
