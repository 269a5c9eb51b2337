/** What the figures still count of rows that are deleted. Called before they are, in the same transaction. */
import { type SQL, sql } from 'drizzle-orm';
import { berlinDay } from '#domain/dates';
import {
  type Add,
  type ApplicationFacts,
  adderTo,
  countApplications,
  countCallbacks,
  countOffers,
  countSpans,
  plainKeys,
  type Reach,
  type Tally,
} from '#domain/insights/counts';
import { archivedSource, fewest, otherSources, ownSources } from '#domain/insights/insights';
import type { Database, Reader, Transaction } from '../client';
import { applicationFacts, callbackReach, isReturned, mailSource, offerCompleted } from './facts';

type Counted = { at: number; source: string };

/** With the mails about them. What led to them remembers that, because it may lead to another one. */
export async function archiveApplications(tx: Transaction, ids: readonly string[]): Promise<void> {
  const led = sql`, exists (
    select 1 from preparations p where p.application_id = a.id and p.callback_id is not null) as "wasPrepared",
    exists (select 1 from offers o where o.application_id = a.id) as "wasOffered"`;
  type Row = Counted & ApplicationFacts & { spans: string } & Record<'wasPrepared' | 'wasOffered', 0 | 1>;
  const rows = await tx.all<Row>(applicationFacts(sql`a.id in ${ids}`, led));
  if (rows.some(({ wasPrepared }) => wasPrepared)) {
    await keepReach(tx, sql`select callback_id from preparations where application_id in ${ids}`);
  }
  if (rows.some(({ wasOffered }) => wasOffered)) {
    await tx.run(sql`update offers set has_completed = ${offerCompleted} where application_id in ${ids}`);
  }
  const mails = await returnedMails(tx, sql`outbox.application_id in ${ids}`);
  const count = (row: Row, adder: Add) => {
    countApplications(row, 1, adder);
    if (row.isCompleted) countSpans(row.spans, adder);
  };
  await add(tx, [...countsOf(rows, count), ...mails]);
}

/** Of the callbacks whose ids `which` selects: how far they came by preparations that are going to be deleted. */
export async function keepReach(tx: Transaction, which: SQL): Promise<void> {
  await tx.run(sql`update callback_requests as r set reached = ${callbackReach} where r.id in (${which})`);
}

export async function archiveCallbacks(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await tx.all<Counted & { reach: Reach }>(
    sql`select r.created_at as "at", r.source as "source", ${callbackReach} as "reach"
      from callback_requests r where r.id in ${ids}`,
  );
  const counts = countsOf(rows, ({ reach }, count) => countCallbacks(reach, 1, count));
  await add(tx, counts);
}

export async function archiveOffers(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await tx.all<Counted & { isCompleted: 0 | 1 }>(
    sql`select offers.created_at as "at", offers.source as "source", ${offerCompleted} as "isCompleted"
      from offers where offers.id in ${ids}`,
  );
  const counts = countsOf(rows, (row, count) => countOffers(row.isCompleted === 1, 1, count));
  await add(tx, counts);
}

export async function archiveMails(tx: Transaction, which: SQL | undefined): Promise<void> {
  await add(tx, await returnedMails(tx, which));
}

async function returnedMails(tx: Transaction, which: SQL | undefined): Promise<Count[]> {
  const rows = await tx.all<Counted>(
    sql`select outbox.bounced_at as "at", ${mailSource} as "source" from outbox where ${isReturned} and ${which}`,
  );
  return countsOf(rows, (_, count) => count(plainKeys.mailReturned, 1));
}

type Count = [day: string, source: string, key: string, count: number];

function countsOf<Row extends Counted>(rows: readonly Row[], count: (row: Row, add: Add) => void): Count[] {
  const days = Map.groupBy(rows, ({ at }) => berlinDay(new Date(at)));
  return [...days].flatMap(([day, ofDay]) => {
    const tally: Tally = new Map();
    for (const row of ofDay) count(row, adderTo(tally, row.source));
    return [...tally].flatMap(([source, counts]) =>
      [...counts].map(([key, sum]): Count => [day, source, key, sum]),
    );
  });
}

async function add(tx: Transaction, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  const nameOf = await namesIn(tx, [...new Set(counts.map(([, source]) => source))]);
  const kept = counts.map(([day, source, ...count]) => [day, nameOf(source), ...count]);
  await tx.run(sql`insert into funnel_archive (day, source, key, count)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${JSON.stringify(kept)}) where true
    on conflict do update set count = funnel_archive.count + excluded.count`);
}

/** Under which names these sources are kept: counts what has come from each, erased ones too, as far as it matters. */
async function namesIn(reader: Reader, sources: readonly string[]): Promise<(source: string) => string> {
  const asked = sources.filter((source) => !ownSources.includes(source));
  if (asked.length === 0) return (own) => own;
  const rows = await reader.all<{ source: string; begun: number }>(sql`
    with asked as (select value as source from json_each(${JSON.stringify(asked)}))
    select source, sum(begun) as begun from (
      select source, (select count(*) from (
        select 1 from applications a where a.source = asked.source limit ${fewest})) as begun from asked union all
      select source, sum(count) from funnel_archive where key = 'begun' and source in asked group by source
    ) group by source`);
  const begun = new Map(rows.map(({ source, begun }) => [source, begun]));
  return (source) => archivedSource(source, begun.get(source) ?? 0);
}

/** What versions before kept under names that may be those of persons. Returns how many. */
export async function foldRareSources(db: Database): Promise<number> {
  const rareIn = async (reader: Reader) => {
    const rows = await reader.all<{ source: string }>(sql`select distinct source from funnel_archive`);
    const sources = rows.map(({ source }) => source);
    const nameOf = await namesIn(reader, sources);
    return sources.filter((source) => nameOf(source) !== source);
  };
  if ((await rareIn(db.read)).length === 0) return 0;
  return await db.write(async (tx) => {
    const rare = await rareIn(tx);
    const which = sql`source in (select value from json_each(${JSON.stringify(rare)}))`;
    await tx.run(sql`insert into funnel_archive (day, source, key, count)
      select day, ${otherSources}, key, sum(count) from funnel_archive where ${which} group by day, key
      on conflict do update set count = funnel_archive.count + excluded.count`);
    await tx.run(sql`delete from funnel_archive where ${which}`);
    return rare.length;
  });
}
