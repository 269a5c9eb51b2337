import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import { type CaseStatus, type Confirmation, followUpOf, type Today } from '#domain/cases/statuses';
import type { CaseTexts } from '#domain/cases/words';
import { isSameAddress } from '#domain/text/addresses';
import type { Database, Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { unreachableAmong } from '../mails/recipients';
import { applications, horseData } from '../schema/applications';
import { cases, wordsVersion } from '../schema/desk';
import { addWords, selectTexts } from './words';

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
export async function openMissingCases(
  db: Database,
  { since, ...now }: Today & { since: number },
): Promise<number> {
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
  const rows = await reader
    .select({ applicationId: id, completedAt, startsOn: horseData.insuranceStartDate })
    .from(applications)
    .innerJoin(horseData, eq(horseData.applicationId, id))
    .where(
      and(
        gte(completedAt, after.completedAt),
        isBehind,
        sql`not exists (select 1 from ${cases} where ${cases.applicationId} = ${id})`,
      ),
    )
    .orderBy(asc(completedAt), asc(id))
    .limit(limit);
  return rows.map((row) => ({ ...row, completedAt: row.completedAt ?? 0 }));
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
