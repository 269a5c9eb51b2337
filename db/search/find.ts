import { type SQL, sql } from 'drizzle-orm';
import { meaningsOf, nationalOf } from '#domain/cases/words';
import { pick } from '#domain/keys';
import type { FoundPeople, FoundPerson, Reach } from '#domain/search';
import { isoOf } from '#domain/time';
import type { Database } from '../client';
import { mailboxKey } from '../mails/caps';
import { searchEntries } from '../schema/system';
import { nextTurn } from '../turn';
import { type Item, idSign, nobody, readItems, readNoted } from './entries';

const mostPeople = 20;
const mostItems = 20;
/** Of so many entries, the newest, people are counted. */
const mostEntries = 250;
const longestQuery = 200;
/** What is still noted then, after an upgrade, is found later. */
const patienceMs = 500;

/** The first meaning that finds anything counts, as in the search of cases; that of an id comes last. */
export async function findPeople(db: Database, typed: string, now: number): Promise<FoundPeople> {
  await readNoted(db, patienceMs);
  const meanings = meaningsOf(typed.slice(0, longestQuery));
  const ids = meanings.map((words) =>
    words.map((word) => (/^[0-9a-f]{8,}$/.test(word) ? idSign + word : word)),
  );
  for (const words of [...meanings, ...ids]) {
    const found = await selectPeople(db, words);
    await nextTurn();
    if (!found[0]) continue;
    const keys = found.map(({ key }) => key);
    return { people: await readPeople(db, keys, now), total: found[0].total };
  }
  return { people: [], total: 0 };
}

/** The key of a person is their mailbox; for who has none, their number and name. */
async function selectPeople(db: Database, words: string[]) {
  return await db.fresh.all<{ key: string; total: number }>(sql`
    with found as materialized (${await entriesWith(db, words)} limit ${mostEntries})
    select coalesce(mailbox, (select max(other.mailbox) from ${searchEntries} other
        where other.namesake = found.namesake), namesake) as key, count(*) over () as total
    from found group by key order by max(at) desc limit ${mostPeople}`);
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

type Found = { key: string; place: string; id: string; count: number };

async function readPeople(db: Database, keys: string[], now: number): Promise<FoundPerson[]> {
  const rows = await selectItems(db, keys);
  const items = new Map(
    (await readItems(db.fresh, rows, now)).map(([place, item]) => [place + item.id, item]),
  );
  const people = Array.from(
    Map.groupBy(rows, ({ key }) => key),
    ([key, found]) => personOf(key, found, items),
  );
  // what is erased meanwhile is missing
  return people.filter((person) => person.items.length > 0);
}

/** The newest of each person, with how many there are. */
async function selectItems(db: Database, keys: string[]) {
  const own = sql`person cross join ${searchEntries} own on own.mailbox = key`;
  return await db.fresh.all<Found>(sql`
    with person as (select value as key from json_each(${JSON.stringify(keys)})),
      entry as (
        select key, own.* from ${own}
        union select key, other.* from ${own} cross join ${searchEntries} other
          on other.namesake = own.namesake and other.mailbox is null
        union select key, own.* from person cross join ${searchEntries} own
          on own.namesake = key and own.mailbox is null),
      listed as (
        select key, place, id, at, count(*) over (partition by key) as count,
          row_number() over (partition by key order by at desc) as rank
        from (select key, place, id, max(at) as at from entry group by key, place, id))
    select key, place, id, count from listed where rank <= ${mostItems} order by at desc`);
}

function personOf(key: string, found: readonly Found[], items: ReadonlyMap<string, Item>): FoundPerson {
  const known = found.flatMap(({ place, id }) => {
    const item = items.get(place + id);
    return item ? [{ item, who: whoIn(item, key) }] : [];
  });
  const open = known.filter(({ item }) => !item.restricted);
  const phones = new Map(open.map(({ who: { phone } }) => [nationalOf(phone), phone]));
  phones.delete('');
  return {
    name: known.find(({ who }) => who.name)?.who.name ?? '',
    emails: [...new Set(open.flatMap(({ who }) => who.email ?? []))],
    phones: [...phones.values()],
    items: known.map(({ item }) => ({
      ...pick(item, 'kind', 'id', 'applicationId', 'state'),
      label: [item.title, !item.restricted && item.about[0]].filter(Boolean).join(' '),
      at: isoOf(item.at),
    })),
    more: Math.max(0, (found[0]?.count ?? 0) - mostItems),
    noCalls: known.some(({ item }) => item.noCalls),
    newest: open.find(({ who }) => who !== nobody)?.who ?? null,
  };
}

function whoIn({ people }: Item, key: string) {
  const isAt = ({ email }: Reach) => email !== null && mailboxKey(email) === key;
  return people.find(isAt) ?? people.find(({ email }) => email === null) ?? nobody;
}
