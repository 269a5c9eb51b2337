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
      context.noteList(
        staff,
        dashboard.callbackRequests.map(({ id }) => id),
      );
      return dashboard;
    },
    { role: 'staff' },
  );
}

async function showDashboard(context: Context): Promise<Dashboard> {
  const first = addDays(context.today(), 1 - chartDays);
  // each once: a midnight in Berlin is dear
  const starts = Array.from({ length: chartDays + 1 }, (_, index) => berlinMidnight(addDays(first, index)));
  const days = starts
    .slice(1)
    .map((end, index): [string, number, number] => [addDays(first, index), starts[index] ?? end, end]);
  const found = await readDashboard(context.db, days);
  const { total, completed, pendingCallbacks, recent, pending, daily } = found;
  return {
    stats: {
      totalApplications: total,
      completedApplications: completed,
      incompleteApplications: total - completed,
      pendingCallbacks,
    },
    recentApplications: recent,
    callbackRequests: pending.map(callbackView),
    daily,
  };
}
