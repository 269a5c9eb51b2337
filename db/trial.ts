/** What the ways from one state of the site to another do: the erasure of what was made in a trial, and later ends of offers. */
import { gte, sql } from 'drizzle-orm';
import { berlinMidnight } from '#domain/dates';
import type { Database, Transaction } from './client';
import { readTariffsAround } from './offers';
import { applications } from './schema/applications';
import * as desk from './schema/desk';
import { returnFiles, returnMappings, returnRows } from './schema/insurer';
import * as law from './schema/law';
import { deletedMails, documentDeliveries, mailContacts, outbox } from './schema/mails';
import { funnelArchive, sentForms, siteStates } from './schema/system';
import { nextTurn } from './turn';

/** Each after those that refer to it. */
const madeInTrial = [
  law.evidence,
  documentDeliveries,
  outbox,
  desk.linkTokens,
  desk.handoverItems,
  desk.handovers,
  returnRows,
  returnFiles,
  returnMappings,
  desk.callbackCalls,
  desk.callbackRequests,
  law.offers,
  law.adviceRecords,
  law.withdrawals,
  applications,
  law.reminderStops,
  deletedMails,
  mailContacts,
  sentForms,
  funnelArchive,
] as const;

/** In one transaction, for which other writes wait: much goes with an application. */
const batchOf = (table: (typeof madeInTrial)[number]) => (table === applications ? 20 : 100);

/**
 * Archives nothing. Each transaction looks whether the trial is still being ended: another instance may have ended it,
 * and what is made from then on is real.
 */
export async function eraseTrial(db: Database): Promise<void> {
  const isEnding = sql`exists (select 1 from ${siteStates} where ${siteStates.ending} is not null)`;
  for (const table of madeInTrial) {
    const key = sql.raw(table === funnelArchive ? 'day, source, key' : 'rowid');
    const some = sql`select ${key} from ${table} limit ${batchOf(table)}`;
    const erased = sql`delete from ${table} where (${key}) in (${some}) and ${isEnding} returning 1`;
    while ((await db.write((tx) => tx.all(erased))).length > 0) await nextTurn();
  }
}

/** What came while it was erased. */
export async function endTrial(tx: Transaction): Promise<void> {
  for (const table of madeInTrial) await tx.run(sql`delete from ${table}`);
}

/** Offers that stood still since `from` end later by the pause, but not after the last day of their tariffs. */
export async function moveOffers(
  tx: Transaction,
  { from, to, today }: { from: number; to: number; today: string },
) {
  const { next } = await readTariffsAround(tx, today);
  const moved = sql`${law.offers.expiresAt} + ${to - from}`;
  const latest =
    next === null ? moved : sql`max(${law.offers.expiresAt}, min(${moved}, ${berlinMidnight(next) - 1}))`;
  await tx.update(law.offers).set({ expiresAt: latest }).where(gte(law.offers.expiresAt, from));
}
