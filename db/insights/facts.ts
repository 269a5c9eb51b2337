/** What the figures read of each row, in the same words for rows that are stored and for those that are being deleted. */
import { type SQL, sql } from 'drizzle-orm';
import { minuteMs } from '#domain/time';

/** Whole minutes; a clock that was set back makes none negative. */
const minutes = (from: SQL, to: SQL) => sql`max(0, (${to} - ${from}) / ${sql.raw(String(minuteMs))})`;
const orNothing = (value: SQL) => sql`coalesce(${value}, '')`;

const begun = sql`a.created_at`;
const submitted = sql`a.completed_at`;
// a note is no step, nor is what the applicant or the product does
const firstStep = sql`min(e.at) filter (
  where e.actor_id is not null and e.kind in ('status', 'assignee', 'follow_up', 'policy_number'))`;
const transmitted = sql`min(e.at) filter (where e.kind = 'status' and e.new = 'transmitted')`;
// the last one: a case that was declined may be looked at again
const decided = sql`max(e.at) filter (where e.kind = 'status' and e.new in ('issued', 'declined'))`;

/** In the order of `spanKeys`. */
const spans = sql`(
  select ${sql.join(
    [
      minutes(begun, submitted),
      orNothing(minutes(submitted, firstStep)),
      orNothing(minutes(submitted, transmitted)),
      orNothing(sql`iif(${decided} >= ${transmitted}, ${minutes(transmitted, decided)}, null)`),
    ],
    sql` || ',' || `,
  )} from case_events e where e.application_id = a.id)`;

/** Of each application `a` for which `which` holds; `more` columns begin with a comma. */
export const applicationFacts = (which: SQL, more = sql``) => sql`
  select a.created_at as "at", a.source as "source", a.furthest_step as "furthestStep",
    a.completed_at is not null as "isCompleted", c.transmitted_on is not null as "wasTransmitted",
    iif(c.status in ('issued', 'declined', 'withdrawn'), c.status, null) as "outcome",
    t.tariff_type as "tariff", t.self_participation as "deductible", t.payment_frequency as "frequency",
    iif(a.completed_at is null, '', ${spans}) as "spans"${more}
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
