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
import { funnelArchive, sentForms } from './schema/system';

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
] as const;

const batch = 20;

/** Erases some of it, archiving nothing; returns whether there was any, and the mails among it, which may have files. */
export async function eraseFromTrial(db: Database): Promise<{ found: boolean; mails: string[] }> {
  for (const table of madeInTrial) {
    // the next look must not wait for other writers
    if ((await db.fresh.all(sql`select 1 from ${table} limit 1`)).length === 0) continue;
    const rows = await db.write((tx) =>
      tx.all<{ id: string | null }>(sql`
        delete from ${table} where rowid in (select rowid from ${table} limit ${batch})
        returning ${table === outbox ? sql`id` : sql`null as id`}`),
    );
    return { found: true, mails: rows.flatMap(({ id }) => id ?? []) };
  }
  return { found: false, mails: [] };
}

/** What came while it was erased, and the figures. */
export async function endTrial(tx: Transaction): Promise<void> {
  for (const table of [...madeInTrial, funnelArchive]) await tx.run(sql`delete from ${table}`);
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
