/** Hand-overs whose file is on its way into the drop folder. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { DropState } from '#domain/cases/handover';
import type { HandoverRecord } from '../cases/handovers';
import type { Reader, Transaction } from '../client';
import { handovers } from '../schema/desk';

export type Drop = HandoverRecord & { dropState: 'due' | 'written' };

export async function readDrops(reader: Reader): Promise<Drop[]> {
  const onTheWay = inArray(handovers.dropState, ['due', 'written']);
  const rows = await reader.select().from(handovers).where(onTheWay).orderBy(asc(handovers.at));
  return rows.flatMap((row) => {
    const { dropState } = row;
    return dropState === 'due' || dropState === 'written' ? { ...row, dropState } : [];
  });
}

/** Nothing changes if it has come further meanwhile. */
export async function setDropState(tx: Transaction, { id, dropState }: Drop, to: DropState): Promise<void> {
  await tx
    .update(handovers)
    .set({ dropState: to })
    .where(and(eq(handovers.id, id), eq(handovers.dropState, dropState)));
}
