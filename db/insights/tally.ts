import { type SQL, sql } from 'drizzle-orm';
import { addDays, berlinDay, berlinMidnight } from '#domain/dates';
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
import { archivedSource, fewest, otherSources, ownSources, type Period } from '#domain/insights/insights';
import type { Database, Reader, Transaction } from '../client';
import { nextTurn } from '../turn';
import { applicationFacts, callbackReach, isReturned, mailSource, offerCompleted } from './facts';

/** What is read at once: some milliseconds, in which a local database serves nobody else. */
const rowsAtOnce = 1_000;
const linesAtOnce = 4_000;
/** Visitors can invent any number of sources, each of which makes a group. */
const groupsAtOnce = 250;

/**
 * In parts, with other requests in between. The archive is read first: what is deleted meanwhile may be missing, but
 * nothing counts twice.
 */
export async function readTally({ read }: Pick<Database, 'read'>, { from, to }: Period): Promise<Tally> {
  const tally: Tally = new Map();
  const end = addDays(to, 1);
  await readArchive(read, { from, to: end }, tally);
  const span = { from: berlinMidnight(from), to: berlinMidnight(end) };
  await readApplications(read, span, tally);
  await readOthers(read, span, tally);
  return tally;
}

async function readArchive(read: Read, days: Ends<string>, tally: Tally): Promise<void> {
  const part = { table: 'funnel_archive', column: 'day', atOnce: linesAtOnce, ...days };
  for await (const { source, counts } of inParts<{ source: string; counts: string }>(
    read,
    part,
    (is) => sql`select source, group_concat(key || '=' || count, ';') as counts
      from funnel_archive where ${is} group by day, source`,
  )) {
    const add = adderTo(tally, source);
    for (const one of counts.split(';')) {
      const at = one.lastIndexOf('=');
      add(one.slice(0, at), Number(one.slice(at + 1)));
    }
  }
}

/** Of `ApplicationFacts`, in the order in which the query packs them. */
const factNames = 'furthestStep isCompleted wasTransmitted outcome tariff deductible frequency'.split(' ');
const packed = sql.raw(factNames.map((name) => `"${name}"`).join(', '));

async function readApplications(read: Read, span: Ends<number>, tally: Tally): Promise<void> {
  const counts = new Map<string, number>();
  for await (const { facts, spans } of inParts<Record<'facts' | 'spans', string>>(
    read,
    { table: 'applications', column: 'created_at', atOnce: rowsAtOnce, ...span },
    // two texts for all: with rows and groups the driver and SQLite take twice as long
    (is) => sql`select
        json_group_array(json_array("source", ${packed}) || '') as facts,
        json_group_array(json_array("source", "spans")) filter (where "isCompleted") as spans
      from (${applicationFacts(is)})`,
  )) {
    for (const one of JSON.parse(facts) as string[]) counts.set(one, (counts.get(one) ?? 0) + 1);
    for (const [source, one] of JSON.parse(spans) as [source: string, spans: string][])
      countSpans(one, adderTo(tally, source));
  }
  let counted = 0;
  for (const [facts, count] of counts) {
    counted += 1;
    if (counted % groupsAtOnce === 0) await nextTurn();
    const [source, ...values] = JSON.parse(facts) as [source: string, ...values: unknown[]];
    const found: unknown = Object.fromEntries(factNames.map((name, place) => [name, values[place]]));
    countApplications(found as ApplicationFacts, count, adderTo(tally, source));
  }
}

async function readOthers(read: Read, span: Ends<number>, tally: Tally): Promise<void> {
  const created = { column: 'created_at', atOnce: rowsAtOnce, ...span };
  type Counted<Facts> = Facts & { source: string; count: number };
  for await (const { source, reach, count } of inParts<Counted<{ reach: Reach }>>(
    read,
    { table: 'callback_requests', ...created },
    (is) => sql`select source, ${callbackReach} as reach, count(*) as count
      from callback_requests r where ${is} group by 1, 2`,
  )) {
    countCallbacks(reach, count, adderTo(tally, source));
  }
  for await (const { source, isCompleted, count } of inParts<Counted<{ isCompleted: 0 | 1 }>>(
    read,
    { table: 'offers', ...created },
    (is) => sql`select source, ${offerCompleted} as "isCompleted", count(*) as count
      from offers where ${is} group by 1, 2`,
  )) {
    countOffers(isCompleted === 1, count, adderTo(tally, source));
  }
  for await (const { source, count } of inParts<Counted<unknown>>(
    read,
    { table: 'outbox', column: 'bounced_at', only: isReturned, atOnce: rowsAtOnce, ...span },
    (is) => sql`select ${mailSource} as source, count(*) as count
      from outbox where ${isReturned} and ${is} group by 1`,
  )) {
    adderTo(tally, source)(plainKeys.mailReturned, count);
  }
}

type Read = Database['read'];
type Ends<Value> = { from: Value; to: Value };
/** Rows of a table by a column with an index, until before `to`. */
type Part = { table: string; column: string; only?: SQL; atOnce: number } & Ends<string | number>;

/** What `query` returns for each part, with other requests in between. */
async function* inParts<Row>(read: Read, part: Part, query: (is: SQL) => SQL): AsyncGenerator<Row> {
  for (const is of await partsOf(read, part)) {
    yield* await read.all<Row>(query(is));
    await nextTurn();
  }
}

/** A condition for each part. The query reads only the index. */
async function partsOf(read: Read, { table, column, only = sql`true`, atOnce, from, to }: Part) {
  const [rows, value] = [sql.identifier(table), sql.identifier(column)];
  const begins = await read.all<{ begin: string | number }>(sql`
    with recursive part(begin) as (
      select ${from} union all
      select (
        select ${value} from ${rows} where ${only} and ${value} > part.begin
        order by ${value} limit 1 offset ${atOnce})
      from part where part.begin < ${to}
    ) select begin from part where begin < ${to}`);
  return begins.map(({ begin }, index) => {
    const end = begins[index + 1]?.begin ?? to;
    return sql`${value} >= ${begin} and ${value} < ${end}`;
  });
}

type Deleted = { at: number; source: string };

/**
 * What the figures still count of rows that are deleted. Called before they are, in the same transaction, as its
 * siblings are. With the mails about them. What led to them remembers that, because it may lead to another one.
 */
export async function archiveApplications(tx: Transaction, ids: readonly string[]): Promise<void> {
  const led = sql`, exists (
    select 1 from preparations p where p.application_id = a.id and p.callback_id is not null) as "wasPrepared",
    exists (select 1 from offers o where o.application_id = a.id) as "wasOffered"`;
  type Row = Deleted & ApplicationFacts & { spans: string } & Record<'wasPrepared' | 'wasOffered', 0 | 1>;
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
  const rows = await tx.all<Deleted & { reach: Reach }>(
    sql`select r.created_at as "at", r.source as "source", ${callbackReach} as "reach"
      from callback_requests r where r.id in ${ids}`,
  );
  const counts = countsOf(rows, ({ reach }, count) => countCallbacks(reach, 1, count));
  await add(tx, counts);
}

export async function archiveOffers(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await tx.all<Deleted & { isCompleted: 0 | 1 }>(
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
  const rows = await tx.all<Deleted>(
    sql`select outbox.bounced_at as "at", ${mailSource} as "source" from outbox where ${isReturned} and ${which}`,
  );
  return countsOf(rows, (_, count) => count(plainKeys.mailReturned, 1));
}

type Count = [day: string, source: string, key: string, count: number];

function countsOf<Row extends Deleted>(rows: readonly Row[], count: (row: Row, add: Add) => void): Count[] {
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
