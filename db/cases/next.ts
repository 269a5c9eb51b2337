import { type SQL, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../client';
import { cases } from '../schema/desk';

type Asked = { skip: readonly string[]; today: string };

/** The application of the member's most urgent own case: answered ones first, then those that are due; or null. */
export async function findOwnNext(
  reader: Reader,
  userId: string,
  { skip, today }: Asked,
): Promise<string | null> {
  const own = sql`${cases.assigneeId} = ${userId} and ${isNotSkipped(skip)}`;
  const order = sql`order by ${cases.followUpOn}, ${cases.completedAt}, ${cases.number} limit 1`;
  const [row] = await reader
    .select({
      // by its own index and a literal condition, else SQLite passes everything that the member ever had
      replied: sql<string | null>`(select application_id from ${cases} indexed by cases_replied
        where ${own} and ${cases.replyUnread} = 1 ${order})`,
      due: sql<string | null>`(select application_id from ${cases}
        where ${own} and ${cases.followUpOn} <= ${today} ${order})`,
    })
    .from(sql`(select 1)`);
  return row?.replied ?? row?.due ?? null;
}

export async function findUnassigned(tx: Transaction, skip: readonly string[]): Promise<string | null> {
  // SQLite would rather sort all that nobody has
  const [row] = await tx.all<{ id: string }>(sql`select application_id as id from ${cases}
    indexed by cases_unassigned
    where ${cases.assigneeId} is null and ${cases.followUpOn} is not null and ${isNotSkipped(skip)}
    order by ${cases.startsOn}, ${cases.completedAt}, ${cases.number} limit 1`);
  return row?.id ?? null;
}

function isNotSkipped(skip: readonly string[]): SQL {
  return sql`${cases.applicationId} not in (select value from json_each(${JSON.stringify(skip)}))`;
}
