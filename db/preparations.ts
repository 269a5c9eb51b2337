/** Applications that staff prepare, each with the application that its customer goes on with. */
import { and, count, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { PageQuery } from '#domain/lists';
import type { PreparationState } from '#domain/preparations/preparations';
import type { Database, Reader, Transaction } from './client';
import { cameBack } from './mails/outbox';
import { applications } from './schema/applications';
import { preparations, progress } from './schema/desk';
import { outbox } from './schema/mails';
import { first } from './statements';

export type PreparationRecord = typeof preparations.$inferSelect;

type NewPreparation = Omit<PreparationRecord, 'policyholderEmail' | 'reply'>;

export async function addPreparation(tx: Transaction, preparation: NewPreparation): Promise<void> {
  const policyholderEmail = preparation.values.policyholder?.email ?? null;
  await tx.insert(preparations).values({ ...preparation, policyholderEmail });
}

export function selectPreparations(reader: Pick<Reader, 'select'>) {
  return reader
    .select({ preparation: preparations, progress, undeliverable })
    .from(preparations)
    .innerJoin(applications, eq(applications.id, preparations.applicationId))
    .$dynamic();
}
export type FoundPreparation = Awaited<ReturnType<typeof selectPreparations>>[number];

const undeliverable = cameBack(outbox.applicationId, preparations.applicationId);

export function findPreparation(reader: Reader, id: string): Promise<FoundPreparation | null> {
  return first(selectPreparations(reader).where(eq(preparations.id, id)));
}

export function findPreparationOf(reader: Reader, applicationId: string) {
  return first(reader.select().from(preparations).where(eq(preparations.applicationId, applicationId)));
}

export async function hasOpenPreparation(tx: Transaction, callbackId: string, now: number): Promise<boolean> {
  const rows = await selectPreparations(tx)
    .where(and(eq(preparations.callbackId, callbackId), is.open(now)))
    .limit(1);
  return rows.length > 0;
}

export async function setInvited(
  tx: Transaction,
  id: string,
  times: Pick<PreparationRecord, 'invitedAt' | 'expiresAt'>,
): Promise<void> {
  await tx.update(preparations).set(times).where(eq(preparations.id, id));
}

type Page = PageQuery & { state: PreparationState | null; now: number };

/** One page, newest first, all states if `state` is null. `waiting`: begun, and last changed by `changedBy`. */
export async function readPreparations(
  db: Database,
  { page, pageSize, state, now }: Page,
  changedBy: number,
): Promise<{ rows: FoundPreparation[]; total: number; waiting: number }> {
  const listed = state ? is[state](now) : undefined;
  const waits = and(is.begun(now), lte(applications.updatedAt, changedBy));
  const [rows, [extent]] = await db.read.batch([
    selectPreparations(db.read)
      .where(listed)
      .orderBy(desc(preparations.createdAt), desc(sql`preparations.rowid`))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.read
      .select({
        total: listed ? sql<number>`count(*) filter (where ${listed})` : count(),
        waiting: sql<number>`count(*) filter (where ${waits})`,
      })
      .from(preparations)
      .innerJoin(applications, eq(applications.id, preparations.applicationId)),
  ]);
  return { rows, total: extent?.total ?? 0, waiting: extent?.waiting ?? 0 };
}

const is: Record<PreparationState, (now: number) => SQL | undefined> = {
  completed: () => sql`${progress} = 'completed'`,
  begun: () => sql`${progress} = 'begun'`,
  expired: (now) => and(sql`${progress} is null`, lte(preparations.expiresAt, now)),
  open: (now) => and(sql`${progress} is null`, gt(preparations.expiresAt, now)),
};
