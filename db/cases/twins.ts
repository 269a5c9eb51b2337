/** Which other applications may be about the same contract. */
import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import {
  createdAround,
  type Duplicate,
  isHorseLike,
  isNameLike,
  type Likeness,
  mostDuplicates,
  reasonOf,
} from '#domain/applications/duplicates';
import { lifeNumberKey } from '#domain/applications/life-number';
import { isoOf } from '#domain/time';
import type { Reader } from '../client';
import { statement } from '../driver/queries';
import { mailboxKey, storedMailboxes } from '../mails/caps';
import {
  applications,
  contactData,
  foldedLifeNumber,
  horseData,
  mailboxAsStored,
  policyholderInfo,
} from '../schema/applications';
import { cases } from '../schema/desk';

/** Of those that share a value, such as the mailbox of a stable, so many are compared: those that were stored last. */
const mostCompared = 100;

/** Newest first. None of or for an application whose person asked to erase it. */
export async function findDuplicates(reader: Reader, id: string): Promise<Duplicate[]> {
  const [own] = await traitsOf(reader, { id });
  if (!own) return [];
  const alike = await alikeTo(reader, own);
  if (alike.size === 0) return [];
  const rows = await newestOf(reader, {
    ids: JSON.stringify([...alike.keys()]),
    ...createdAround(own.createdAt),
  });
  return rows.map((row) => ({
    ...row,
    createdAt: isoOf(row.createdAt),
    reason: reasonOf(alike.get(row.id) ?? new Set()),
  }));
}

const newestOf = statement((on) => {
  const { id, createdAt, restrictedAt } = applications;
  const isOne = sql`${id} in (select value from json_each(${sql.placeholder('ids')}))`;
  const isNear = and(gte(createdAt, sql.placeholder('from')), lt(createdAt, sql.placeholder('before')));
  return on
    .select({ id, createdAt, horseName: horseData.horseName, status: cases.status })
    .from(applications)
    .leftJoin(horseData, eq(horseData.applicationId, id))
    .leftJoin(cases, eq(cases.applicationId, id))
    .where(and(isOne, isNull(restrictedAt), isNear))
    .orderBy(desc(createdAt), desc(id))
    .limit(mostDuplicates);
});

const traitsOf = statement((on) =>
  on
    .select({
      id: applications.id,
      createdAt: applications.createdAt,
      email: contactData.email,
      horseName: horseData.horseName,
      chipNumber: horseData.chipNumber,
      firstName: policyholderInfo.firstName,
      lastName: policyholderInfo.lastName,
      birthDate: policyholderInfo.birthDate,
    })
    .from(applications)
    .leftJoin(contactData, eq(contactData.applicationId, applications.id))
    .leftJoin(horseData, eq(horseData.applicationId, applications.id))
    .leftJoin(policyholderInfo, eq(policyholderInfo.applicationId, applications.id))
    .where(and(eq(applications.id, sql.placeholder('id')), isNull(applications.restrictedAt))),
);

export type Traits = Awaited<ReturnType<typeof traitsOf>>[number];

/** By the id of the other application. */
async function alikeTo(reader: Reader, own: Traits): Promise<Map<string, Set<Likeness>>> {
  const [{ horses, numbers, persons } = none] = await candidates(reader, keysOf(own));
  const found = new Map<string, Set<Likeness>>();
  const add = (likeness: Likeness, id: string) => found.set(id, (found.get(id) ?? new Set()).add(likeness));
  const { email, horseName, firstName, lastName } = own;
  if (email !== null && horseName !== null) {
    const [isSameHorse, mailbox] = [isHorseLike(horseName), mailboxKey(email)];
    // most are written alike, and a key takes longer than the comparison
    for (const [id, address, name] of horses)
      if (name !== null && isSameHorse(name) && (address === email || mailboxKey(address) === mailbox))
        add('horse', id);
  }
  for (const [id] of numbers) add('number', id);
  if (firstName !== null && lastName !== null) {
    const isSameName = isNameLike({ firstName, lastName });
    for (const [id, first, last] of persons)
      if (isSameName({ firstName: first, lastName: last })) add('person', id);
  }
  return found;
}

const none = { horses: [], numbers: [], persons: [] };

/** Null for what the application lacks: nothing is the same as that. */
export function keysOf({ id, email, chipNumber, birthDate }: Traits) {
  const { sure: [key, unicode] = [], unsure } = email === null ? {} : storedMailboxes(email);
  return {
    ...{ id, born: birthDate, number: chipNumber === null ? null : lifeNumberKey(chipNumber) },
    ...{ key: key ?? null, unicode: unicode ?? null, unsure: unsure ?? null },
  };
}

/** The ends of ranges of indexes. As JSON: the driver takes longer for a row than SQLite. */
export const candidates = statement((on) => {
  const [mailbox, number] = [mailboxAsStored(contactData.email), foldedLifeNumber(horseData.chipNumber)];
  const mailboxes = ['key', 'unicode', 'unsure'].map((name) => sql`${mailbox} = ${sql.placeholder(name)}`);
  const isNumber = sql`${number} = ${sql.placeholder('number')} and ${horseData.chipNumber} is not null`;
  const isBorn = sql`${policyholderInfo.birthDate} = ${sql.placeholder('born')}`;
  const { firstName, lastName } = policyholderInfo;
  const horse = sql`(select horse_name from ${horseData} of_it where of_it.application_id = ${contactData.applicationId})`;
  return on
    .select({
      horses: othersIn<[id: string, email: string, horse: string | null]>(
        contactData,
        sql`, ${contactData.email}, ${horse}`,
        mailboxes,
      ),
      numbers: othersIn<[id: string]>(horseData, sql``, [isNumber]),
      persons: othersIn<[id: string, firstName: string, lastName: string]>(
        policyholderInfo,
        sql`, ${firstName}, ${lastName}`,
        [isBorn],
      ),
    })
    .from(sql`(select 1)`);
});

/** An index stands in this order, so nothing is sorted. */
function othersIn<Row>(
  table: typeof contactData | typeof horseData | typeof policyholderInfo,
  more: SQL,
  conditions: SQL[],
) {
  const ends = conditions.map(
    (condition) => sql`select place from (
      select rowid as place from ${table} where ${condition} order by rowid desc limit ${sql.raw(`${mostCompared}`)})`,
  );
  return sql`(select json_group_array(json_array(${table.applicationId}${more})) from ${table}
    where ${table.applicationId} <> ${sql.placeholder('id')}
    and ${table}.rowid in (${sql.join(ends, sql` union all `)}))`.mapWith((text: string): Row[] =>
    JSON.parse(text),
  );
}
