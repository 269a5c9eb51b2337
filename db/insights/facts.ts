/** What the figures read of each row, in the same words for rows that are stored and for those that are being deleted. */
import { type SQL, sql } from 'drizzle-orm';
import { minuteMs } from '#domain/time';

/** Whole minutes; a clock that was set back makes none negative. */
const minutes = (from: SQL, to: SQL) => sql`max(0, (${to} - ${from}) / ${sql.raw(String(minuteMs))})`;
const orNothing = (value: SQL) => sql`coalesce(${value}, '')`;

/** In the order of `spanKeys`. A case that was declined may be transmitted again: then nothing is decided. */
const spans = sql.join(
  [
    minutes(sql`a.created_at`, sql`a.completed_at`),
    orNothing(minutes(sql`a.completed_at`, sql`c.first_step_at`)),
    orNothing(minutes(sql`a.completed_at`, sql`c.transmitted_at`)),
    orNothing(
      sql`iif(c.decided_at >= c.transmitted_at, ${minutes(sql`c.transmitted_at`, sql`c.decided_at`)}, null)`,
    ),
  ],
  sql` || ',' || `,
);

/** Of each application `a` for which `which` holds; `more` columns begin with a comma. */
export const applicationFacts = (which: SQL, more = sql``) => sql`
  select a.created_at as "at", a.source as "source", a.furthest_step as "furthestStep",
    a.completed_at is not null as "isCompleted", c.transmitted_on is not null as "wasTransmitted",
    iif(c.status in ('issued', 'declined', 'withdrawn'), c.status, null) as "outcome",
    t.tariff_type as "tariff", t.self_participation as "deductible", t.payment_frequency as "frequency",
    ${spans} as "spans"${more}
  from applications a
  left join tariff_selections t on t.application_id = a.id
  left join cases c on c.application_id = iif(a.completed_at is null, null, a.id)
  where ${which}`;

/** `Reach` of the callback `r`. */
export const callbackReach = sql`max(r.reached, coalesce((
  select max(iif(a.completed_at is null, 1, 2)) from preparations p
  join applications a on a.id = p.application_id where p.callback_id = r.id), 0))`;

export const offerCompleted = sql`max(offers.has_completed, exists (
  select 1 from applications a where a.id = offers.application_id and a.completed_at is not null))`;

/** The source of what a mail is about, with which it is deleted; empty: none. */
export const mailSource = sql`coalesce(
  (select a.source from applications a where a.id = outbox.application_id),
  (select r.source from callback_requests r where r.id = outbox.callback_request_id),
  (select o.source from offers o where o.id = outbox.offer_id), '')`;

export const isReturned = sql`outbox.status = 'bounced' and outbox.bounced_at is not null`;
