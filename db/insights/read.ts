import { type SQL, sql } from 'drizzle-orm';
import { addDays, berlinMidnight } from '#domain/dates';
import {
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
import type { Period } from '#domain/insights/insights';
import type { Database } from '../client';
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
