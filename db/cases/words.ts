import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type CaseTexts, caseWords as wordsIn } from '#domain/cases/words';
import type { Database, Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { applications, contactData, horseData, policyholderInfo } from '../schema/applications';
import { cases, caseWords, hasOldWords, wordsVersion } from '../schema/desk';

export async function addWords(tx: Transaction, found: readonly CaseTexts[]): Promise<void> {
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

const batchSize = 100;

/** In batches, for about `ms`; returns how many. May run again and in several instances at once. */
export async function renewWords(db: Database, ms: number): Promise<number> {
  const end = performance.now() + ms;
  let renewed = 0;
  for (;;) {
    if (performance.now() > end || (await selectOld(db.read, 1)).length === 0) return renewed;
    renewed += await db.write(async (tx) => {
      const old = await selectOld(tx, batchSize);
      await replaceWords(tx, old);
      return old.length;
    });
  }
}

async function selectOld(reader: Reader, limit: number): Promise<number[]> {
  const rows = await reader
    .select({ number: cases.number })
    .from(cases)
    .where(hasOldWords(cases))
    .orderBy(asc(cases.number))
    .limit(limit);
  return rows.map(({ number }) => number);
}

export async function selectTexts(reader: Reader, condition: SQL): Promise<CaseTexts[]> {
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
