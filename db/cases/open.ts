import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { type CaseStatus, type Confirmation, followUpOf, type Today } from '#domain/cases/statuses';
import { type CaseTexts, caseWords as wordsIn } from '#domain/cases/words';
import { isSameAddress } from '#domain/text/addresses';
import type { Database, Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { unreachableAmong } from '../mails/recipients';
import { applications, contactData, horseData, policyholderInfo } from '../schema/applications';
import { cases, caseWords, hasOldWords, wordsVersion } from '../schema/desk';

type Completed = { applicationId: string; completedAt: number; startsOn: string };

const first: CaseStatus = 'new';

/** Returns whether the policyholder is to be asked; null: they are the contact. */
export async function openCase(
  tx: Transaction,
  { completedAt, startsOn, ...texts }: Omit<CaseTexts, 'policyNumber'> & Completed,
  now: Today,
): Promise<Confirmation | null> {
  const { applicationId, contact, policyholder } = texts;
  const confirmation = isSameAddress(contact.email, policyholder.email) ? null : 'open';
  const unreachable = await unreachableAmong(tx, [contact.email, policyholder.email]);
  const undeliverable = unreachable.length > 0 ? 1 : 0;
  const followUpOn = undeliverable ? now.today : followUpOf(first, now);
  await insertCase(tx, { applicationId, completedAt, startsOn, followUpOn, undeliverable, confirmation });
  await addWords(tx, [{ ...texts, policyNumber: null }]);
  return confirmation;
}

const value = (name: string) => sql`${sql.placeholder(name)}`;
const insertCase = statement((on) =>
  on.insert(cases).values({
    applicationId: value('applicationId'),
    status: first,
    followUpOn: value('followUpOn'),
    undeliverable: value('undeliverable'),
    completedAt: value('completedAt'),
    startsOn: value('startsOn'),
    confirmation: value('confirmation'),
    wordsVersion,
  }),
);

const batchSize = 200;

/** Of applications that were completed after `since` (0: all). May run again and in several instances at once. */
export async function openMissingCases(db: Database, { since, ...now }: Today & { since: number }) {
  if (since === 0 && (await isComplete(db))) return 0;
  let opened = 0;
  let after: Place = { completedAt: since, id: '' };
  for (;;) {
    // a look without the lock, because nearly always nothing is missing
    const [missing] = await selectMissing(db.read, after, 1);
    if (!missing) return opened;
    const batch = await db.write((tx) => openBatch(tx, after, now));
    const last = batch.at(-1);
    if (!last) continue;
    opened += batch.length;
    after = { completedAt: last.completedAt, id: last.applicationId };
  }
}

/** Counting is much faster than looking for each application. */
async function isComplete(db: Database): Promise<boolean> {
  const [row] = await db.read.all<{ isComplete: 0 | 1 }>(sql`select (select count(*) from ${applications}
    where completed_at is not null) = (select count(*) from ${cases}) as isComplete`);
  return row?.isComplete === 1;
}

type Place = { completedAt: number; id: string };

async function selectMissing(reader: Reader, after: Place, limit: number): Promise<Completed[]> {
  const { completedAt, id } = applications;
  const isBehind = sql`(${completedAt} > ${after.completedAt}
    or ${completedAt} = ${after.completedAt} and ${id} > ${after.id})`;
  const isMissing = sql`not exists (select 1 from ${cases} where ${cases.applicationId} = ${id})`;
  return await reader
    .select({
      applicationId: id,
      completedAt: sql<number>`${completedAt}`,
      startsOn: horseData.insuranceStartDate,
    })
    .from(applications)
    .innerJoin(horseData, eq(horseData.applicationId, id))
    .where(and(gte(completedAt, after.completedAt), isBehind, isMissing))
    .orderBy(asc(completedAt), asc(id))
    .limit(limit);
}

async function openBatch(tx: Transaction, after: Place, now: Today): Promise<Completed[]> {
  const missing = await selectMissing(tx, after, batchSize);
  if (missing.length === 0) return missing;
  const followUpOn = followUpOf(first, now);
  await tx.insert(cases).values(missing.map((one) => ({ ...one, status: first, followUpOn, wordsVersion })));
  const ids = missing.map(({ applicationId }) => applicationId);
  await addWords(tx, await selectTexts(tx, inArray(applications.id, ids)));
  return missing;
}

async function addWords(tx: Transaction, found: readonly CaseTexts[]): Promise<void> {
  const rows = found.flatMap((texts) =>
    wordsIn(texts).map(({ word, shared }) => [word, shared, texts.applicationId]),
  );
  await insertWords(tx, { rows: JSON.stringify(rows) });
}

// one value: building a statement for a dozen words takes longer than storing them
const insertWords = statement((on) =>
  on
    .insert(caseWords)
    .select(sql`select ${cases.followUpOn} is not null, value ->> 0, value ->> 1, ${cases.number}
    from json_each(${sql.placeholder('rows')}) cross join ${cases} on ${cases.applicationId} = value ->> 2`),
);

export async function replaceWords(tx: Transaction, caseNumbers: number[]): Promise<void> {
  await tx.delete(caseWords).where(inArray(caseWords.caseNumber, caseNumbers));
  await addWords(tx, await selectTexts(tx, inArray(cases.number, caseNumbers)));
  await tx.update(cases).set({ wordsVersion }).where(inArray(cases.number, caseNumbers));
}

const wordsBatch = 100;

/** In batches, for about `ms`; returns how many. May run again and in several instances at once. */
export async function renewWords(db: Database, ms: number): Promise<number> {
  const end = performance.now() + ms;
  let renewed = 0;
  for (;;) {
    if (performance.now() > end || (await selectOld(db.read, 1)).length === 0) return renewed;
    renewed += await db.write(async (tx) => {
      const old = await selectOld(tx, wordsBatch);
      await replaceWords(tx, old);
      return old.length;
    });
  }
}

async function selectOld(reader: Reader, limit: number): Promise<number[]> {
  const old = reader.select({ number: cases.number }).from(cases).where(hasOldWords(cases));
  const rows = await old.orderBy(asc(cases.number)).limit(limit);
  return rows.map(({ number }) => number);
}

async function selectTexts(reader: Reader, condition: SQL): Promise<CaseTexts[]> {
  return await reader
    .select({
      applicationId: applications.id,
      contact: personIn(contactData),
      policyholder: personIn(policyholderInfo),
      horseName: horseData.horseName,
      policyNumber: cases.policyNumber,
    })
    .from(applications)
    .innerJoin(contactData, eq(contactData.applicationId, applications.id))
    .innerJoin(policyholderInfo, eq(policyholderInfo.applicationId, applications.id))
    .innerJoin(horseData, eq(horseData.applicationId, applications.id))
    .innerJoin(cases, eq(cases.applicationId, applications.id))
    .where(condition);
}

function personIn<T extends typeof contactData | typeof policyholderInfo>(table: T) {
  const { firstName, lastName, email, phone } = table;
  return { firstName, lastName, email, phone };
}
