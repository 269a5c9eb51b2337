import { callbackView } from '#db/callbacks';
import { readDashboard } from '#db/dashboard';
import type { Dashboard } from '#domain/dashboard';
import { addDays, berlinMidnight } from '#domain/dates';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffRoutes } from '../../http/access';

const chartDays = 30;

export function dashboardRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-dashboard').get(
    api.dashboard,
    async ({ staff }) => {
      const dashboard = await showDashboard(context);
      const ids = dashboard.callbackRequests.map(({ id }) => id);
      context.noteList(staff, ids);
      return dashboard;
    },
    { role: 'staff' },
  );
}

async function showDashboard(context: Context): Promise<Dashboard> {
  const first = addDays(context.today(), 1 - chartDays);
  const days = Array.from({ length: chartDays }, (_, index) => addDays(first, index));
  const starts = [...days, addDays(first, chartDays)].map(berlinMidnight);
  const { counts, recent, pending } = await readDashboard(context.db, starts);
  const { total, completed, pendingCallbacks, daily } = counts;
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
  };
}
