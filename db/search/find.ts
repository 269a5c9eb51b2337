import { type SQL, sql } from 'drizzle-orm';
import { meaningsOf, nationalOf } from '#domain/cases/words';
import type { FoundPeople, FoundPerson, Reach } from '#domain/search';
import type { Database } from '../client';
import { mailboxKey } from '../mails/caps';
import { searchEntries } from '../schema/system';
import { nextTurn } from '../turn';
import { idSign, readItems, readNoted } from './entries';

const [mostPeople, mostItems, longestQuery] = [20, 20, 200];
/** Of so many entries, the newest, people are counted. */
const mostEntries = 250;
/** What is still noted then, after an upgrade, is found later. */
const patienceMs = 500;

/** The first meaning that finds anything counts, as in the search of cases; that of an id comes last. */
export async function findPeople(db: Database, typed: string, now: number): Promise<FoundPeople> {
  await readNoted(db, patienceMs);
  const q = typed.slice(0, longestQuery);
  // a phone number that lacks its first signs
  const meanings = [q, q.replace(/^\s*(49\s*)?(?=[1-9])/, '0')].flatMap(meaningsOf);
  const ids = meanings.map((words) =>
    words.map((word) => (/^[0-9a-f]{8,}$/.test(word) ? idSign + word : word)),
  );
  for (const words of [...meanings, ...ids]) {
    const rows = await selectFound(db, await entriesWith(db, words));
    await nextTurn();
    if (!rows[0]) continue;
    const items = await readItems(db.fresh, rows, now);
    const people = Array.from(
      Map.groupBy(rows, ({ key }) => key),
      ([key, own]) => personOf(key, own, items),
    );
    // what is erased meanwhile is missing
    return { people: people.filter((person) => person.items.length > 0), total: rows[0].total };
  }
  return { people: [], total: 0 };
}

type Found = { key: string; total: number; place: string; id: string; count: number };

/** The key of a person is their mailbox; for who has none, their number and name. The newest items of each. */
async function selectFound(db: Database, entries: SQL): Promise<Found[]> {
  const own = sql`person cross join ${searchEntries} own on own.mailbox = key`;
  return await db.fresh.all(sql`
    with found as materialized (${entries} limit ${mostEntries}),
      person as materialized (
        select coalesce(mailbox, (select max(mailbox) from ${searchEntries} other
          where other.namesake = found.namesake), namesake) as key, count(*) over () as total
        from found group by key order by max(at) desc limit ${mostPeople}),
      entry as (
        select key, total, own.* from ${own}
        union select key, total, other.* from ${own} cross join ${searchEntries} other
          on other.namesake = own.namesake and other.mailbox is null
        union select key, total, own.* from person cross join ${searchEntries} own
          on own.namesake = key and own.mailbox is null),
      listed as (
        select key, total, place, id, at, count(*) over (partition by key) as count,
          row_number() over (partition by key order by at desc) as rank
        from (select key, total, place, id, max(at) as at from entry group by key, place, id))
    select key, total, place, id, count from listed where rank <= ${mostItems} order by at desc`);
}

/** The newest of what the rarest word finds are looked through for the others. */
async function entriesWith(db: Database, words: string[]): Promise<SQL> {
  const long = words.filter((word) => [...word].length >= 3);
  const rarest = long.length > 1 ? await rarestOf(db, long) : long[0];
  const others = words.filter((word) => word !== rarest);
  const has = sql.join(others.map((word) => sql` and instr(own.words, ${`"${word}`}) > 0`));
  const from = sql`from ${searchEntries} own`;
  if (rarest === undefined)
    return sql`select own.* ${from} where own.number > (select max(number) - ${mostWalked} ${from}) ${has}
      order by own.number desc`;
  const begins = sql`start = substr(${rarest}, 1, 3) and word between ${rarest} and ${`${rarest}\u{10ffff}`}`;
  const last = sql`select number from search_words where ${begins} order by number desc limit 1 offset ${mostWalked}`;
  return sql`select own.* from search_words found cross join ${searchEntries} own on own.number = found.number
    where ${begins} ${others.length > 0 ? sql`${has} and found.number > ifnull((${last}), 0)` : has}
    order by found.number desc`;
}

/** Of what very many have; single letters are looked for in the newest of all. */
const mostWalked = 2_500;
const mostCounted = 10_000;

/** Counted by the letters with which they start. */
async function rarestOf(db: Database, words: string[]): Promise<string | undefined> {
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, 4);
  const counts = longest.map(
    (word) => sql`select ${word} as word, (select count(*) from (select 1 from search_words
      where start = substr(${word}, 1, 3) limit ${mostCounted})) as count`,
  );
  const [rarest] = await db.fresh.all<{ word: string }>(
    sql`${sql.join(counts, sql` union all `)} order by count limit 1`,
  );
  await nextTurn();
  return rarest?.word;
}

function personOf(key: string, rows: readonly Found[], items: readonly Item[]): FoundPerson {
  const own = rows.flatMap(({ place, id }) =>
    items.filter((one) => one.place === place && one.found.id === id),
  );
  const reaches = (some: readonly Item[]) => some.flatMap((item) => whoIn(item, key) ?? []);
  const open = reaches(own.filter(({ restricted }) => !restricted));
  const phones = Map.groupBy(
    open.map(({ phone }) => phone),
    nationalOf,
  );
  phones.delete('');
  return {
    name: reaches(own).find(({ name }) => name)?.name ?? '',
    emails: [...new Set(open.flatMap(({ email }) => email ?? []))],
    phones: [...phones.values()].flatMap(([newest]) => newest ?? []),
    items: own.map(({ found }) => found),
    more: Math.max(0, (rows[0]?.count ?? 0) - mostItems),
    noCalls: own.some(({ noCalls }) => noCalls),
    newest: open[0] ?? null,
  };
}

type Item = Awaited<ReturnType<typeof readItems>>[number];

function whoIn({ people }: Item, key: string) {
  const isAt = ({ email }: Reach) => email !== null && mailboxKey(email) === key;
  return people.find(isAt) ?? people.find(({ email }) => email === null);
}
