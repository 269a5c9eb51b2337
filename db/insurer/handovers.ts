import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { DropState, HandoverState } from '#domain/insurer/handover';
import type { PageQuery } from '#domain/lists';
import { stepState } from '../cases/find';
import type { Database, Reader, Transaction } from '../client';
import { applications } from '../schema/applications';
import { cases, handoverItems, handovers } from '../schema/desk';
import { first, readNewest } from '../statements';

export type HandoverRecord = typeof handovers.$inferSelect;

export function findHandover(reader: Reader, id: string): Promise<HandoverRecord | null> {
  return first(reader.select().from(handovers).where(eq(handovers.id, id)));
}

/** The ids of its applications in the order of its file; fewer than its `count` once one of them is deleted. */
export async function applicationsOf(reader: Reader, handoverId: string): Promise<string[]> {
  const rows = await reader
    .select({ id: handoverItems.applicationId })
    .from(handoverItems)
    .where(eq(handoverItems.handoverId, handoverId))
    .orderBy(asc(handoverItems.position));
  return rows.map(({ id }) => id);
}

export async function addHandover(
  tx: Transaction,
  handover: Omit<HandoverRecord, 'count' | 'confirmedOn'>,
  applicationIds: readonly string[],
): Promise<HandoverRecord> {
  const record = { ...handover, count: applicationIds.length, confirmedOn: null };
  await tx.insert(handovers).values(record);
  const handoverId = handover.id;
  const items = applicationIds.map((applicationId, position) => ({ handoverId, position, applicationId }));
  if (items.length > 0) await tx.insert(handoverItems).values(items);
  return record;
}

export async function leaveHandovers(tx: Transaction, applicationIds: readonly string[]): Promise<void> {
  await tx.delete(handoverItems).where(inArray(handoverItems.applicationId, [...applicationIds]));
}

/** False if there is one already. */
export async function setConfirmed(tx: Transaction, id: string, confirmedOn: string): Promise<boolean> {
  const changed = await tx
    .update(handovers)
    .set({ confirmedOn })
    .where(and(eq(handovers.id, id), isNull(handovers.confirmedOn)))
    .returning({ id: handovers.id });
  return changed.length > 0;
}

export const readHandovers = (db: Database, query: PageQuery) => readNewest(db, handovers, query);

/** By id; unknown ones are left out. */
export async function readCandidates(reader: Reader, ids: readonly string[]) {
  const rows = await reader
    .select({
      id: applications.id,
      completedAt: applications.completedAt,
      status: cases.status,
      ...stepState(sql`${applications.id}`),
    })
    .from(applications)
    .leftJoin(cases, eq(cases.applicationId, applications.id))
    .where(inArray(applications.id, [...ids]));
  return new Map(rows.map(({ id, ...row }): [string, HandoverState] => [id, row]));
}

export type Drop = HandoverRecord & { dropState: 'due' | 'written' };

export async function readDrops(reader: Reader): Promise<Drop[]> {
  const isOnTheWay = inArray(handovers.dropState, ['due', 'written']);
  const columns = {
    ...getTableColumns(handovers),
    dropState: sql<Drop['dropState']>`${handovers.dropState}`,
  };
  return await reader.select(columns).from(handovers).where(isOnTheWay).orderBy(asc(handovers.at));
}

/** Nothing changes if it has come further meanwhile. */
export async function setDropState(tx: Transaction, { id, dropState }: Drop, to: DropState): Promise<void> {
  await tx
    .update(handovers)
    .set({ dropState: to })
    .where(and(eq(handovers.id, id), eq(handovers.dropState, dropState)));
}
