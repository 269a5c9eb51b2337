/** The dashboard: what is there, what is new, and how the last 30 days went. */
import { readDashboard } from '#db/staff/dashboard';
import type { Dashboard, FunnelStep } from '#domain/backoffice/dashboard';
import { addDays, berlinMidnight } from '#domain/dates';
import { lastStep } from '#domain/steps/all';
import type { Context } from '../../../context';
import { callbackView } from '../callbacks/service';

const chartDays = 30;

/** Everything that the dashboard shows, as of now. */
export async function showDashboard(context: Context): Promise<Dashboard> {
  const first = addDays(context.today(), 1 - chartDays);
  const days = Array.from({ length: chartDays }, (_, index) => addDays(first, index));
  const starts = [...days, addDays(first, chartDays)].map(berlinMidnight);
  const { counts, recent, pending } = await readDashboard(context.db, starts);
  const { total, completed, pendingCallbacks, daily, furthest, finished } = counts;
  return {
    stats: {
      totalApplications: total,
      completedApplications: completed,
      incompleteApplications: total - completed,
      pendingCallbacks,
    },
    recentApplications: recent,
    callbackRequests: pending.map(callbackView),
    daily: days.map((day, index) => ({ day, ...(daily[index] ?? { started: 0, completed: 0 }) })),
    funnel: funnelOf(furthest, finished),
  };
}

/** Who got to a step was at all steps before it. */
function funnelOf(furthest: readonly number[], finished: number): FunnelStep[] {
  const steps = furthest.map((_, index) => ({
    step: index + 1,
    reached: furthest.slice(index).reduce((sum, count) => sum + count, 0),
  }));
  return [...steps, { step: lastStep + 1, reached: finished }];
}
