/** Which other applications may be about the same contract. */
import { and, desc, eq, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
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
  const { from, before } = createdAround(own.createdAt);
  const { id: other, createdAt, restrictedAt } = applications;
  const isNear = and(gte(createdAt, from), lt(createdAt, before));
  const rows = await reader
    .select({ id: other, createdAt, horseName: horseData.horseName, status: cases.status })
    .from(applications)
    .leftJoin(horseData, eq(horseData.applicationId, applications.id))
    .leftJoin(cases, eq(cases.applicationId, applications.id))
    .where(and(inArray(other, [...alike.keys()]), isNull(restrictedAt), isNear))
    .orderBy(desc(createdAt), desc(other))
    .limit(mostDuplicates);
  return rows.map((row) => ({
    ...row,
    createdAt: isoOf(row.createdAt),
    reason: reasonOf(alike.get(row.id) ?? new Set()),
  }));
}

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
  const queries = candidateQueries(reader, own);
  const [horses, numbers, persons] = await Promise.all([queries.horses, queries.numbers, queries.persons]);
  const found = new Map<string, Set<Likeness>>();
  const add = (likeness: Likeness, { id }: { id: string }) =>
    found.set(id, (found.get(id) ?? new Set()).add(likeness));
  const { email, horseName, firstName, lastName } = own;
  if (email !== null && horseName !== null) {
    const [isSameHorse, mailbox] = [isHorseLike(horseName), mailboxKey(email)];
    for (const one of horses ?? [])
      if (isSameHorse(one.horseName) && mailboxKey(one.email) === mailbox) add('horse', one);
  }
  for (const one of numbers ?? []) add('number', one);
  if (firstName !== null && lastName !== null) {
    const isSameName = isNameLike({ firstName, lastName });
    for (const one of persons ?? []) if (isSameName(one)) add('person', one);
  }
  return found;
}

/** Null: the application lacks what they compare. Each reads the end of one range of an index. */
export function candidateQueries(
  reader: Pick<Reader, 'select'>,
  { id, email, horseName, chipNumber, birthDate }: Traits,
) {
  const key = chipNumber === null ? null : lifeNumberKey(chipNumber);
  return {
    horses: email === null || horseName === null ? null : horsesAt(reader, id, email),
    numbers: key === null ? null : numbered(reader, id, key),
    persons: birthDate === null ? null : bornOn(reader, id, birthDate),
  };
}

function horsesAt(reader: Pick<Reader, 'select'>, id: string, address: string) {
  const { applicationId, email } = contactData;
  const { sure, unsure } = storedMailboxes(address);
  const places = [...sure, unsure].map((one) => lastOf(contactData, sql`${mailboxAsStored(email)} = ${one}`));
  return reader
    .select({ id: applicationId, email, horseName: horseData.horseName })
    .from(contactData)
    .innerJoin(horseData, eq(horseData.applicationId, applicationId))
    .where(and(ne(applicationId, id), sql`${contactData}.rowid in (${sql.join(places, sql` union all `)})`));
}

function numbered(reader: Pick<Reader, 'select'>, id: string, key: string) {
  const { applicationId, chipNumber } = horseData;
  const isIt = sql`${foldedLifeNumber(chipNumber)} = ${key} and ${chipNumber} is not null`;
  const place = lastOf(horseData, isIt);
  return reader
    .select({ id: applicationId })
    .from(horseData)
    .where(and(ne(applicationId, id), sql`${horseData}.rowid in (${place})`));
}

function bornOn(reader: Pick<Reader, 'select'>, id: string, day: string) {
  const { applicationId, firstName, lastName, birthDate } = policyholderInfo;
  const place = lastOf(policyholderInfo, sql`${birthDate} = ${day}`);
  return reader
    .select({ id: applicationId, firstName, lastName })
    .from(policyholderInfo)
    .where(and(ne(applicationId, id), sql`${policyholderInfo}.rowid in (${place})`));
}

/** An index stands in this order, so nothing is sorted. */
function lastOf(table: typeof contactData | typeof horseData | typeof policyholderInfo, condition: SQL): SQL {
  return sql`select place from (
    select rowid as place from ${table} where ${condition} order by rowid desc limit ${mostCompared})`;
}
