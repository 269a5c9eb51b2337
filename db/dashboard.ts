import { desc, sql } from 'drizzle-orm';
import type { DayCount } from '#domain/dashboard';
import { applicationOf } from './applications/find';
import { callbackView, isAwaited, selectCallbacks } from './callbacks';
import type { Database } from './client';
import { applications } from './schema/applications';
import { callbackRequests } from './schema/desk';

const newest = 10;

type Day = readonly [day: string, from: number, to: number];

/** `days`: those of the chart in order, with the instants at which they begin and end. */
export async function readDashboard(db: Database, days: readonly Day[]) {
  const [[counts], recent, pending] = await db.read.batch([
    countsQuery(db, JSON.stringify(days)),
    db.read.select().from(applications).orderBy(desc(applications.createdAt), desc(sql`rowid`)).limit(newest),
    selectCallbacks(db.read, isAwaited, newest),
  ]);
  if (!counts) throw new Error('A count returned no row.');
  const { daily, ...stats } = counts;
  const incompleteApplications = stats.totalApplications - stats.completedApplications;
  return {
    stats: { ...stats, incompleteApplications },
    recentApplications: recent.map(applicationOf),
    callbackRequests: pending.map(callbackView),
    daily,
  };
}

/** Counts ranges of indexes, which stays fast with many applications. */
function countsQuery(db: Database, days: string) {
  const within = (column: string) =>
    sql.raw(`(select count(*) from applications where ${column} >= value ->> 1 and ${column} < value ->> 2)`);
  const daily = sql`(select json_group_array(json_object('day', value ->> 0,
    'started', ${within('created_at')}, 'completed', ${within('completed_at')})) from json_each(${days}))`;
  return db.read
    .select({
      totalApplications: sql<number>`(select count(*) from applications)`,
      completedApplications: sql<number>`(select count(*) from applications where completed_at is not null)`,
      pendingCallbacks: sql<number>`(select count(*) from ${callbackRequests} where ${isAwaited})`,
      daily: daily.mapWith((text: string): DayCount[] => JSON.parse(text)),
    })
    .from(sql`(select 1)`);
}
