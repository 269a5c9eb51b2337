/** What is stored of people, and its index, which triggers keep (decision 052). */
import { eq, getTableColumns, getTableName, inArray, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { blockLabels, caseStatuses } from '#domain/cases/statuses';
import { joined, nationalOf, personWords, spelledWords } from '#domain/cases/words';
import { keysOf, pick } from '#domain/keys';
import { offerStates } from '#domain/offers';
import { preparationState, preparationStates } from '#domain/preparations/preparations';
import type { Reach } from '#domain/search';
import { spelledOut } from '#domain/text/folding';
import type { Database, Reader, Transaction } from '../client';
import { mailboxKey } from '../mails/caps';
import { selectOffers, stateOf } from '../offers';
import { selectPreparations } from '../preparations';
import { applications, contactData, horseData, policyholderInfo, sepaMandates } from '../schema/applications';
import { cases, preparations } from '../schema/desk';
import { offers } from '../schema/law';
import { type Thing, things } from '../schema/mails';
import { searchEntries } from '../schema/system';
import { nextTurn } from '../turn';

/** Something that is stored of people. `about`: by what it is found besides; the first names it. */
export type Item = {
  kind: string;
  id: string;
  applicationId?: string;
  at: number;
  title: string;
  about: (string | null | undefined)[];
  state: string;
  restricted?: boolean;
  noCalls?: boolean;
  people: Reach[];
};

/** `ids`: of an item, in its own table and then in those of its parts. */
type Place = {
  ids: [SQLiteColumn, ...SQLiteColumn[]];
  since: SQLiteColumn;
  read: (reader: Reader, ids: string[], now: number) => Promise<Item[]>;
};

const parts = [horseData, contactData, policyholderInfo, sepaMandates, cases, preparations];
const places: Record<string, Place> = {
  applications: {
    ids: [applications.id, ...parts.map(({ applicationId }) => applicationId)],
    since: applications.createdAt,
    read: readApplications,
  },
  preparations: { ids: [preparations.id], since: preparations.createdAt, read: readPreparations },
  ...Object.fromEntries(keysOf(things).map((thing) => [thing, placeOf(thing)])),
};

/** Columns by which something is found, whatever table they are in. */
const searched: readonly string[] = [
  ...['name', 'firstName', 'lastName', 'email', 'phone', 'zipCode', 'horseName', 'values'],
  ...['number', 'contract', 'mandateReference', 'policyNumber', 'completedAt'],
];

async function readApplications(reader: Reader, ids: string[]): Promise<Item[]> {
  const { id } = applications;
  const reach = ['firstName', 'lastName', 'email', 'phone'] as const;
  const rows = await reader
    .select({
      ...pick(applications, 'id', 'currentStep', 'completedAt', 'createdAt', 'restrictedAt'),
      ...pick(cases, 'status', 'policyNumber'),
      contact: pick(contactData, ...reach),
      policyholder: pick(policyholderInfo, ...reach),
      zipCode: policyholderInfo.zipCode,
      horseName: horseData.horseName,
      reference: sepaMandates.mandateReference,
      prepared: preparations.values,
    })
    .from(applications)
    .leftJoin(contactData, eq(contactData.applicationId, id))
    .leftJoin(policyholderInfo, eq(policyholderInfo.applicationId, id))
    .leftJoin(horseData, eq(horseData.applicationId, id))
    .leftJoin(sepaMandates, eq(sepaMandates.applicationId, id))
    .leftJoin(cases, eq(cases.applicationId, id))
    .leftJoin(preparations, eq(preparations.applicationId, id))
    .where(inArray(id, ids));
  return rows.map(({ id, currentStep, status, contact, policyholder, prepared, ...row }) => ({
    ...{ id, applicationId: id, at: row.completedAt ?? row.createdAt },
    ...(status ? { kind: 'case', title: 'Vorgang' } : { kind: 'application', title: 'Antrag' }),
    about: [row.horseName, row.zipCode, row.reference, row.policyNumber],
    state: status ? caseStatuses[status].label : `Entwurf, Schritt ${currentStep}`,
    ...(row.restrictedAt !== null && { restricted: true, state: blockLabels.restricted }),
    // once it is begun, it is theirs for whom it was prepared
    people: peopleOf(contact ?? (row.horseName && prepared?.contact), policyholder),
  }));
}

async function readPreparations(reader: Reader, ids: string[], now: number): Promise<Item[]> {
  const rows = await selectPreparations(reader).where(inArray(preparations.id, ids));
  return rows.map(({ preparation: { id, applicationId, createdAt, expiresAt, values }, progress }) => ({
    ...{ id, applicationId, at: createdAt, kind: 'preparation', title: 'Vorbereiteter Antrag' },
    about: [values.horse?.horseName, values.policyholder?.zipCode],
    state: preparationStates[preparationState({ progress, expiresAt }, now)],
    people: peopleOf(values.contact, values.policyholder),
  }));
}

type Typed = Partial<Record<'firstName' | 'lastName' | 'email' | 'phone', string>>;

function peopleOf(...given: (Typed | '' | null | undefined)[]): Reach[] {
  return given.flatMap((one) => {
    if (!one) return [];
    const { firstName = '', lastName = '', email, phone = '' } = one;
    return { name: `${firstName} ${lastName}`.trim(), email: email || null, phone };
  });
}

const titles = new Map(Object.entries({ offers: 'Angebot', callbacks: 'Rückruf', withdrawals: 'Widerruf' }));

/** What the tables of things have, as far as these are alike. */
type ThingRow = { id: string; email: string | null } & Partial<
  Record<'name' | 'phone' | 'number' | 'contract' | 'state', string | null> &
    Record<'createdAt' | 'receivedAt' | 'processedAt' | 'closedAt' | 'noCallsAt', number | null>
>;

function placeOf(thing: Thing): Place {
  const table = things[thing];
  const select = async (reader: Reader, ids: string[], now: number): Promise<ThingRow[]> => {
    if (thing !== 'offers') return await reader.select().from(table).where(inArray(table.id, ids));
    const rows = await selectOffers(reader, inArray(offers.id, ids));
    return rows.map((row) => ({ ...row.offer, state: offerStates[stateOf(row, now)] }));
  };
  const itemOf = (row: ThingRow): Item => ({
    ...{ kind: thing.slice(0, -1), id: row.id, at: row.createdAt ?? row.receivedAt ?? 0 },
    title: titles.get(thing) ?? 'Anfrage',
    about: [row.number, row.contract],
    state: row.state ?? ((row.processedAt ?? row.closedAt) ? 'Bearbeitet' : 'Offen'),
    noCalls: Boolean(row.noCallsAt),
    people: [{ name: row.name ?? '', email: row.email, phone: row.phone ?? '' }],
  });
  const since = 'createdAt' in table ? table.createdAt : table.receivedAt;
  return { ids: [table.id], since, read: async (...asked) => (await select(...asked)).map(itemOf) };
}

/** Increased when something gets other words: a start then has everything read anew. */
const version = 1;

/** Makes the triggers of this version. If others are there, or none, everything is noted. */
export async function prepareSearch(db: Database): Promise<void> {
  const wanted = new Map(Object.entries(places).flatMap(triggersOf));
  const stored = await db.read.all<{ name: string; text: string }>(
    sql`select name, sql as text from sqlite_schema where type = 'trigger' and name like 'search:%'`,
  );
  if (stored.length === wanted.size && stored.every(({ name, text }) => wanted.get(name) === text)) return;
  await db.restructure(async (tx) => {
    for (const name of new Set([...stored.map(({ name }) => name), ...wanted.keys()]))
      await tx.run(sql`drop trigger if exists ${sql.identifier(name)}`);
    for (const text of wanted.values()) await tx.run(sql.raw(text));
    const all = Object.entries(places).map(
      ([place, { ids, since }]) => sql`select ${place} as place, id, ${since} as at from ${ids[0].table}`,
    );
    await tx.run(sql`delete from ${searchEntries} where words is null`);
    await tx.run(sql`insert into ${searchEntries} (place, id)
      select place, id from (${sql.join(all, sql` union all `)}) order by at`);
  });
}

/** Each takes away what the index has of an item, and notes the item by a row without words if it is still there. */
function triggersOf([place, { ids }]: [string, Place]): [name: string, text: string][] {
  const table = getTableName(ids[0].table);
  return ids.flatMap((id) =>
    (['insert', 'update', 'delete'] as const).map((event): [string, string] => {
      const name = `search:${place} ${getTableName(id.table)} ${event}`;
      const changed = Object.entries(getTableColumns(id.table))
        .filter(([key]) => searched.includes(key))
        .map(([, column]) => `old.${column.name} is not new.${column.name}`);
      const when = event === 'update' ? `when ${changed.join(' or ')}` : '';
      const item = `${event === 'delete' ? 'old' : 'new'}.${id.name}`;
      const text = `CREATE TRIGGER "${name}" after ${event} on ${getTableName(id.table)} ${when} begin /* ${version} */
        delete from search_entries where place = '${place}' and id = ${item};
        insert into search_entries (place, id) select '${place}', id from ${table} where id = ${item};
      end`;
      return [name, text];
    }),
  );
}

const batchSize = 100;

/** Reads what was noted, for about `ms`. May run again and in several instances at once. */
export async function readNoted(db: Database, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end && (await selectNoted(db.fresh, 1)).length > 0) {
    await db.write(readBatch);
    await nextTurn();
  }
}

async function selectNoted(reader: Reader, limit: number) {
  return await reader.all<{ place: string; id: string }>(sql`select place, id from ${searchEntries}
    where words is null and place in ${keysOf(places)} order by number limit ${limit}`);
}

async function readBatch(tx: Transaction): Promise<void> {
  const noted = await selectNoted(tx, batchSize);
  // the time is for states, which are no words
  const rows = (await readItems(tx, noted, 0)).flatMap(([place, item]) => entriesOf(place, item));
  const all = (values: unknown[]) => sql`json_each(${JSON.stringify(values)})`;
  await tx.run(sql`delete from ${searchEntries} where number in (select number from ${all(noted)} noted
    cross join ${searchEntries} own on own.id = noted.value ->> 'id' and own.place = noted.value ->> 'place')`);
  await tx.run(sql`insert into ${searchEntries} (place, id, at, mailbox, namesake, words)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 from ${all(rows)}`);
}

/** Those that are still there. */
export async function readItems(reader: Reader, some: readonly { place: string; id: string }[], now: number) {
  const items: [place: string, item: Item][] = [];
  for (const [place, of] of Map.groupBy(some, ({ place }) => place)) {
    const ids = [...new Set(of.map(({ id }) => id))];
    const found = (await places[place]?.read(reader, ids, now)) ?? [];
    items.push(...found.map((item): [string, Item] => [place, item]));
  }
  return items;
}

/** Stands before ids, of which a few letters must not be found by chance. Nobody can type it in a word. */
export const idSign = '#';
export const nobody: Reach = { name: '', email: null, phone: '' };

/** One for each of its people. What names nobody has one, too. */
function entriesOf(place: string, { id, at, about, people }: Item): unknown[][] {
  // a number is also found without what stands between its parts
  const shared = about.flatMap((text) => (text ? [...spelledWords(text).flat(), joined(text)] : []));
  const persons = Map.groupBy(people.length > 0 ? people : [nobody], (person) =>
    JSON.stringify(identityOf(person, `${place} ${id}`)),
  );
  return Array.from(persons, ([identity, same]) => {
    const words = new Set([...same.flatMap(personWords), ...shared, idSign + joined(id)]);
    words.delete('');
    const sorted = [...words].sort();
    // what a word begins stands right behind it
    const kept = sorted.filter((word, index) => !sorted[index + 1]?.startsWith(word));
    return [place, id, at, ...JSON.parse(identity), JSON.stringify(kept)];
  });
}

/** Mailbox, and number with name, by which who has none joins those who have; `alone` for who has no number. */
function identityOf({ name, email, phone }: Reach, alone: string): [string | null, string] {
  const digits = nationalOf(phone);
  return [email && mailboxKey(email), digits ? `${digits} ${spelledOut(name)}` : alone];
}
