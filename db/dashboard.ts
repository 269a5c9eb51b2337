import { desc, sql } from 'drizzle-orm';
import type { DayCount } from '#domain/dashboard';
import { pick } from '#domain/keys';
import { applicationOf } from './applications/find';
import { callbackView, isAwaited, selectCallbacks } from './callbacks';
import { countCases } from './cases/list';
import type { Database, Reader } from './client';
import { readTogether, statement } from './driver/queries';
import { applications } from './schema/applications';
import { callbackRequests } from './schema/desk';

const newest = 10;

/** `days`: those of the chart in order and the day after, `starts`: the instants at which they begin. */
export async function readDashboard(db: Database, days: readonly string[], starts: readonly number[]) {
  const spans = starts.slice(1).map((to, at) => [starts[at], to]);
  const [[counts], recent, pending] = await readTogether(db.read, [
    counting.bind({ spans: JSON.stringify(spans) }),
    newestBegun.bind({}),
    newestAwaited.bind({}),
  ]);
  if (!counts) throw new Error('A count returned no row.');
  const { daily, ...stats } = counts;
  const incompleteApplications = stats.totalApplications - stats.completedApplications;
  return {
    stats: { ...stats, incompleteApplications },
    recentApplications: recent.map(applicationOf),
    callbackRequests: pending.map(callbackView),
    daily: daily.map(([started, completed], at): DayCount => ({ day: days[at] ?? '', started, completed })),
  };
}

const visible = pick(applications, 'id', 'currentStep', 'completedAt', 'createdAt', 'updatedAt');
const newestBegun = statement((on) =>
  on.select(visible).from(applications).orderBy(desc(applications.createdAt), desc(sql`rowid`)).limit(newest),
);
const newestAwaited = statement((on) => selectCallbacks(on, isAwaited, newest));

/** For the mail `digest`; null: nothing waits. */
export async function readWaiting(reader: Reader, today: string) {
  const { due, unassigned } = await countCases(reader, { userId: '', today });
  const callbacks = await reader.$count(callbackRequests, isAwaited);
  return due + unassigned + callbacks > 0 ? { due, unassigned, callbacks } : null;
}

/** Counts ranges of indexes, which stays fast with many applications. */
const counting = statement((on) => {
  const within = (column: string) =>
    sql.raw(`(select count(*) from applications where ${column} >= value ->> 0 and ${column} < value ->> 1)`);
  const daily = sql`(select json_group_array(json_array(${within('created_at')}, ${within('completed_at')}))
    from json_each(${sql.placeholder('spans')}))`;
  return on
    .select({
      totalApplications: sql<number>`(select count(*) from applications)`,
      completedApplications: sql<number>`(select count(*) from applications where completed_at is not null)`,
      pendingCallbacks: sql<number>`(select count(*) from ${callbackRequests} where ${isAwaited})`,
      daily: daily.mapWith((text: string): [started: number, completed: number][] => JSON.parse(text)),
    })
    .from(sql`(select 1)`);
});
