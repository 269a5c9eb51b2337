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

async function showDashboard({ db, today }: Context): Promise<Dashboard> {
  const first = addDays(today(), 1 - chartDays);
  // each once: a midnight in Berlin is dear
  const starts = Array.from({ length: chartDays + 1 }, (_, index) => berlinMidnight(addDays(first, index)));
  return await readDashboard(
    db,
    starts.slice(1).map((end, index) => [addDays(first, index), starts[index] ?? end, end]),
  );
}
