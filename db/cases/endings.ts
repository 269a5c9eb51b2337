/** Changes of cases that follow from something else. Each returns the applications whose case was changed. */
import { eq } from 'drizzle-orm';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import { cases } from '../schema/desk';
import { type Changing, changeCases } from './change';

/** The history keeps its name. */
export async function unassignCases(changing: Changing, userId: string): Promise<string[]> {
  const held = await changing.tx
    .select({ id: cases.applicationId })
    .from(cases)
    .where(eq(cases.assigneeId, userId));
  return await changeAll(
    changing,
    held.map(({ id }) => id),
    { assigneeId: null },
  );
}

/** Withdraws cases from any status, by no rule of steps, because their withdrawal is effective. */
export async function withdrawCases(
  changing: Changing,
  applicationIds: readonly string[],
): Promise<string[]> {
  const reason = `Widerruf: ${withdrawalOutcomes.effective}`;
  return await changeAll(changing, applicationIds, {
    status: 'withdrawn',
    reason,
    forced: true,
    reads: true,
  });
}

async function changeAll(
  changing: Changing,
  ids: readonly string[],
  change: Parameters<typeof changeCases>[2],
): Promise<string[]> {
  const named = ids.map((id) => ({ id, version: null }));
  const outcomes = [...(await changeCases(changing, named, change))];
  return outcomes.filter(([, { kind }]) => kind === 'changed').map(([id]) => id);
}
