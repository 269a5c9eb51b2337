/** What is stored of people, and its index, which triggers keep (decision 052). */
import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { blockLabels, type CaseStatus, caseStatuses } from '#domain/cases/statuses';
import { nationalOf, personWords, spelledWords } from '#domain/cases/words';
import { offerStates } from '#domain/offers';
import { type PreparedValues, preparationState, preparationStates } from '#domain/preparations/preparations';
import type { FoundItem, Reach } from '#domain/search';
import { spelledOut } from '#domain/text/folding';
import { isoOf } from '#domain/time';
import type { Database, Reader, Transaction } from '../client';
import { mailboxKey } from '../mails/caps';
import { offerStanding, stateOf } from '../offers';
import { applications, contactData, horseData, policyholderInfo, sepaMandates } from '../schema/applications';
import { cases, preparations, progress } from '../schema/desk';
import { things } from '../schema/mails';
import { searchEntries } from '../schema/system';
import { nextTurn } from '../turn';

const parts = [horseData, contactData, policyholderInfo, sepaMandates, cases, preparations];
/** Where the id of an item is: in its own table, and in those of its parts. */
const places: Record<string, [SQLiteColumn, ...SQLiteColumn[]]> = {
  applications: [applications.id, ...parts.map(({ applicationId }) => applicationId)],
  preparations: [preparations.id],
  ...Object.fromEntries(Object.entries(things).map(([thing, { id }]) => [thing, [id]])),
};

/** By these columns something is found, whatever table they are in: who it is, and what. */
const who = ['name', 'firstName', 'lastName', 'email', 'phone'] as const;
const what = ['horseName', 'number', 'zipCode', 'contract', 'mandateReference', 'policyNumber'] as const;
const searched: readonly string[] = [...who, ...what, 'values', 'completedAt'];
const instants = ['createdAt', 'receivedAt', 'expiresAt', 'processedAt', 'closedAt', 'noCallsAt'] as const;
const shown: readonly string[] = [...instants, 'restrictedAt', 'currentStep', 'status', 'applicationId'];

type Typed = Partial<Record<(typeof who | typeof what)[number], string | null>>;
type Row = Typed &
  Partial<Record<(typeof instants)[number] | 'completedAt' | 'restrictedAt' | 'currentStep', number | null>> &
  Partial<{ applicationId: string; status: CaseStatus; values: PreparedValues }> &
  // of offers and of preparations
  Record<'begun' | 'completed', boolean> & {
    id: string;
    progress: 'completed' | 'begun' | null;
    expiresAt: number;
  };

const columnsOf = ({ table }: SQLiteColumn, names: readonly string[]) =>
  Object.entries(getTableColumns(table)).filter(([name, { primary }]) => names.includes(name) && !primary);

/** Increased when something gets other words: a start then has everything read anew. */
const version = 2;

/** Makes the triggers of this version. If others are there, or none, everything is noted. */
export async function prepareSearch(db: Database): Promise<void> {
  const wanted = Object.entries(places).flatMap(([place, ids]) =>
    ids.flatMap((id) => triggersOf(place, ids[0], id)),
  );
  const stored = await selectTriggers(db.read);
  if (stored.length === wanted.length && stored.every(({ text }) => wanted.includes(text))) return;
  await db.restructure(async (tx) => {
    // another instance may have made them meanwhile
    for (const { name } of await selectTriggers(tx)) await tx.run(sql`drop trigger ${sql.identifier(name)}`);
    for (const text of wanted) await tx.run(sql.raw(text));
    const all = Object.entries(places).map(([place, [{ table }]]) => {
      const { id, createdAt, receivedAt } = getTableColumns(table);
      return sql`select ${place} as place, ${id} as id, ${createdAt ?? receivedAt} as at from ${table}`;
    });
    await tx.run(sql`insert into ${searchEntries} (place, id)
      select place, id from (${sql.join(all, sql` union all `)}) order by at`);
  });
}

async function selectTriggers(reader: Reader): Promise<{ name: string; text: string }[]> {
  return await reader.all(sql`select name, sql as text from sqlite_schema where name like 'search:%'`);
}

/**
 * Each takes away what the index has of an item, and notes it by a row without words, if what is searched has changed.
 * What is noted already stays as it is: an applicant saves again before the first change was read.
 */
function triggersOf(place: string, own: SQLiteColumn, id: SQLiteColumn): string[] {
  const table = getTableName(id.table);
  const searchedOf = columnsOf(id, searched).map(([, { name }]) => name);
  const names = id === own ? [id.name, ...searchedOf] : searchedOf;
  return ['insert', 'update', 'delete'].map((event) => {
    const row = event === 'delete' ? 'old' : 'new';
    const changed = names.map(
      (name) => `${event === 'update' ? `old.${name}` : 'null'} is not ${row}.${name}`,
    );
    const of = event === 'update' ? ` of ${names}` : '';
    const entry = `search_entries where place = '${place}' and id = ${row}.${id.name}`;
    // what is gone leaves nothing
    const isNews = event === 'delete' ? '' : `and not exists (select 1 from ${entry} and words is null)`;
    return `CREATE TRIGGER "search:${place} ${table} ${event}" after ${event}${of} on ${table}
      when (${changed.join(' or ')}) ${isNews} begin /* ${version} */
        delete from ${entry};
        insert into search_entries (place, id)
          select '${place}', id from ${getTableName(own.table)} where id = ${row}.${id.name};
      end`;
  });
}

/** So many are stored together, and so many are read in one turn. */
const [batchSize, turnSize] = [100, 20];

/** Reads what was noted, for about `ms`. May run again and in several instances at once. */
export async function readNoted(db: Database, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end && (await selectNoted(db.fresh, 1)).length > 0) await db.write(readBatch);
}

type Noted = { place: string; id: string };

async function selectNoted(reader: Reader, limit: number): Promise<Noted[]> {
  return await reader.all(sql`select place, id from ${searchEntries}
    where words is null and place in ${Object.keys(places)} order by number limit ${limit}`);
}

async function readBatch(tx: Transaction): Promise<void> {
  const batch = await selectNoted(tx, batchSize);
  for (let noted = batch.splice(0, turnSize); noted.length > 0; noted = batch.splice(0, turnSize)) {
    // the time is for states, which are no words
    const rows = (await readItems(tx, noted, 0)).flatMap(entriesOf);
    await tx.run(sql`delete from ${searchEntries} where (id, place) in (
      select value ->> 'id', value ->> 'place' from ${each(noted)})`);
    await tx.run(sql`insert into ${searchEntries} (place, id, at, mailbox, namesake, words)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 from ${each(rows)}`);
    await nextTurn();
  }
}

const each = (values: unknown[]) => sql`json_each(${JSON.stringify(values)})`;

/** Those that are still there. */
export async function readItems(reader: Reader, some: readonly Noted[], now: number): Promise<Item[]> {
  const found = Map.groupBy(some, ({ place }) => place);
  const items = Array.from(found, async ([place, of]) => {
    // one text for all rows: with a value per cell the driver takes twice as long
    const packed = (places[place] ?? []).map((id) => {
      const columns = columnsOf(id, [...searched, ...shown]).map(([name, column]) =>
        name === 'values' ? sql`'values', json(${column})` : sql`${name}, ${column}`,
      );
      const fields = sql.join([sql`'id', ${id}`, ...columns, ...(standing[place] ?? [])], sql`, `);
      return sql`select json_group_array(json_object(${fields})) as rows
        from ${id.table} where ${id} in (select value ->> 'id' from ${each(of)})`;
    });
    const tables = await reader.all<{ rows: string }>(sql.join(packed, sql` union all `));
    const rows = tables.flatMap((table): Row[] => JSON.parse(table.rows));
    return Array.from(Map.groupBy(rows, ({ id }) => id).values(), (own) => itemOf(place, own, now));
  });
  return (await Promise.all(items)).flat();
}

/** What an item's own row does not tell. */
const standing: Record<string, SQL[]> = {
  offers: [sql`'begun', ${offerStanding.begun}`, sql`'completed', ${offerStanding.completed}`],
  preparations: [
    sql`'progress', (select ${progress} from ${applications} where ${applications.id} = ${preparations.applicationId})`,
  ],
};

const isHandled = ({ processedAt, closedAt }: Row) => ((processedAt ?? closedAt) ? 'Bearbeitet' : 'Offen');
const kinds: Record<string, [title: string, stateOf?: (row: Row, now: number) => string]> = {
  application: ['Antrag', ({ currentStep }) => `Entwurf, Schritt ${currentStep}`],
  case: ['Vorgang', ({ status = 'new' }) => caseStatuses[status].label],
  preparation: ['Vorbereiteter Antrag', (row, now) => preparationStates[preparationState(row, now)]],
  offer: ['Angebot', (offer, now) => offerStates[stateOf({ offer, ...offer }, now)]],
  callback: ['Rückruf'],
  withdrawal: ['Widerruf'],
};

/** `rows`: first that of its own table. */
function itemOf(place: string, rows: Row[], now: number) {
  const { contact, policyholder, horse }: Partial<PreparedValues> =
    rows.find(({ values }) => values)?.values ?? {};
  const isPrepared = place === 'preparations';
  const typed = isPrepared ? [contact, policyholder, horse] : rows.filter(({ values }) => !values);
  const row: Row = Object.assign({}, ...rows.toReversed(), ...(isPrepared ? typed : []));
  const kind = row.status ? 'case' : place.slice(0, -1);
  const [title, stateOf = isHandled] = kinds[kind] ?? ['Anfrage'];
  const restricted = typeof row.restrictedAt === 'number';
  const at = row.completedAt ?? row.createdAt ?? row.receivedAt ?? 0;
  const people = typed.flatMap(reachIn);
  return {
    ...{ place, at, restricted, noCalls: Boolean(row.noCallsAt) },
    // once it is begun, it is theirs for whom it was prepared
    people: people.length === 0 && row.horseName ? reachIn(contact) : people,
    about: what.flatMap((name) => row[name] || []),
    found: {
      ...{ kind, id: row.id, at: isoOf(at) },
      applicationId: isPrepared ? row.applicationId : place === 'applications' ? row.id : undefined,
      label: [title, !restricted && (row.horseName ?? row.number)].filter(Boolean).join(' '),
      state: restricted ? blockLabels.restricted : stateOf(row, now),
    } satisfies FoundItem,
  };
}

type Item = ReturnType<typeof itemOf>;

/** Nobody, if they are neither named nor can be reached. */
function reachIn({ name, firstName, lastName, email, phone }: Typed = {}): Reach[] {
  const known = name ?? [firstName, lastName].filter(Boolean).join(' ');
  const reach = { name: known, email: email || null, phone: phone ?? '' };
  return reach.name || reach.email || reach.phone ? [reach] : [];
}

/** Stands before ids, of which a few letters must not be found by chance. Nobody can type it in a word. */
export const idSign = '#';
const nobody: Reach = { name: '', email: null, phone: '' };

/** One for each of its people. What names nobody has one, too. */
function entriesOf({ place, at, about, people, found: { id } }: Item): unknown[][] {
  // a number is also found without what stands between its parts
  const shared = about.flatMap(spelledWords).flatMap((words) => [...words, words.join('')]);
  const persons = Map.groupBy(people.length > 0 ? people : [nobody], (person) =>
    JSON.stringify(identityOf(person, `${place} ${id}`)),
  );
  return Array.from(persons, ([key, same]) => {
    const identity = JSON.parse(key);
    // an address is also found without what follows its plus
    const own = [...same.flatMap(personWords), identity[0], ...shared, idSign + id.replaceAll('-', '')];
    const sorted = [...new Set(own)].filter(Boolean).sort();
    // what a word begins stands right behind it
    const kept = sorted.filter((word, index) => !sorted[index + 1]?.startsWith(word));
    return [place, id, at, ...identity, JSON.stringify(kept)];
  });
}

/** Mailbox, and number with name, by which who has none joins those who have; `alone` for who has no number. */
function identityOf({ name, email, phone }: Reach, alone: string): [string | null, string] {
  const digits = nationalOf(phone);
  return [email && mailboxKey(email), digits ? `${digits} ${spelledOut(name)}` : alone];
}
