/** The case that a member of staff takes next. Days are `YYYY-MM-DD` in Berlin. */
import { and, eq, exists, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import { recordAction } from '../audit/record';
import type { Reader, Transaction } from '../client';
import { caseEvents, cases } from '../schema/desk';
import { users } from '../schema/staff';

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

/**
 * Assigns the open case that nobody has and that begins first; returns its application, or null if there is none. An
 * unread answer stays unread until its new assignee changes the case.
 */
export async function takeUnassigned(
  tx: Transaction,
  actor: Actor,
  skip: readonly string[],
  now: number,
): Promise<string | null> {
  // SQLite would rather sort all that nobody has
  const first = sql`(select ${cases.number} from ${cases} indexed by cases_unassigned
    where ${cases.assigneeId} is null and ${cases.followUpOn} is not null and ${isNotSkipped(skip)}
    order by ${cases.startsOn}, ${cases.completedAt}, ${cases.number} limit 1)`;
  const [taken] = await tx
    .update(cases)
    .set({ assigneeId: actor.id, version: sql`${cases.version} + 1` })
    // the account may have been deleted since its token was checked
    .where(
      and(
        eq(cases.number, first),
        exists(tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id))),
      ),
    )
    .returning({ applicationId: cases.applicationId });
  if (!taken) return null;
  const { applicationId } = taken;
  const { id: actorId, username } = actor;
  const event = { kind: 'assignee', old: null, new: username } as const;
  const by = { id: crypto.randomUUID(), applicationId, at: now, actor: username, actorId };
  await tx.insert(caseEvents).values({ ...by, ...event });
  await recordAction(tx, actor, 'case_changed', [applicationId], now);
  return applicationId;
}

function isNotSkipped(skip: readonly string[]): SQL {
  return sql`${cases.applicationId} not in (select value from json_each(${JSON.stringify(skip)}))`;
}
