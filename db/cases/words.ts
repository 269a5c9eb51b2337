/** The index of words by which cases are found. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { type CaseTexts, caseWords as wordsIn } from '#domain/cases/words';
import type { Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { applications, cases, caseWords, contactData, horseData, policyholderInfo } from '../schema';

/** Stores the words of cases that have none. */
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

/** Stores the words of a case whose policy number has changed. */
export async function replaceWords(tx: Transaction, caseNumber: number): Promise<void> {
  await tx.delete(caseWords).where(eq(caseWords.caseNumber, caseNumber));
  await addWords(tx, await selectTexts(tx, eq(cases.number, caseNumber)));
}

/** What the applications that fulfil a condition are found by. */
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
