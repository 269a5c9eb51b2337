import { desc, sql } from 'drizzle-orm';
import type { Application } from '#domain/application';
import { applicationOf } from './applications/find';
import { type CallbackRecord, isAwaited, selectCallbacks } from './callbacks';
import type { Database } from './client';
import { applications } from './schema/applications';
import { callbackRequests } from './schema/desk';

type Counts = {
  total: number;
  completed: number;
  pendingCallbacks: number;
  daily: { started: number; completed: number }[];
};

const newest = 10;

/** `starts`: the instants at which the days of the chart begin, ascending, and the end of the last. */
export async function readDashboard(
  db: Database,
  starts: readonly number[],
): Promise<{ counts: Counts; recent: Application[]; pending: CallbackRecord[] }> {
  const [[counts], recent, pending] = await db.read.batch([
    countsQuery(db, starts),
    db.read.select().from(applications).orderBy(desc(applications.createdAt), desc(sql`rowid`)).limit(newest),
    selectCallbacks(db.read, isAwaited, newest),
  ]);
  if (!counts) throw new Error('A count returned no row.');
  return { counts, recent: recent.map(applicationOf), pending };
}

/** Counts ranges of indexes, which stays fast with many applications. */
function countsQuery(db: Database, starts: readonly number[]) {
  const days = JSON.stringify(starts.slice(0, -1).map((start, index) => [start, starts[index + 1]]));
  const within = (column: string) =>
    sql.raw(`(select count(*) from applications where ${column} >= value ->> 0 and ${column} < value ->> 1)`);
  const daily = sql<string>`(
    select json_group_array(json_object('started', ${within('created_at')}, 'completed', ${within('completed_at')}))
    from json_each(${days}))`;
  return db.read
    .select({
      total: sql<number>`(select count(*) from applications)`,
      completed: sql<number>`(select count(*) from applications where completed_at is not null)`,
      pendingCallbacks: sql<number>`(select count(*) from ${callbackRequests} where ${isAwaited})`,
      daily: daily.mapWith((text: string): Counts['daily'] => JSON.parse(text)),
    })
    .from(sql`(select 1)`);
}
