import { readDashboard } from '#db/dashboard';
import type { Dashboard } from '#domain/dashboard';
import { addDays, berlinMidnight } from '#domain/dates';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffRoutes } from '../../http/access';

const chartDays = 30;

export function dashboardRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-dashboard').get(api.dashboard, async ({ staff }) => {
    const dashboard = await showDashboard(context);
    const persons = dashboard.callbackRequests.map(({ id }) => id);
    context.noteList(staff, persons);
    return dashboard;
  });
}

async function showDashboard({ db, site, today }: Context): Promise<Dashboard> {
  const first = addDays(today(), 1 - chartDays);
  const days = Array.from({ length: chartDays + 1 }, (_, index) => addDays(first, index));
  const { state, reason, resumeOn } = site.current();
  const siteState = state === 'live' ? null : { state, reason, resumeOn };
  // a midnight in Berlin is dear, so each once
  return { ...(await readDashboard(db, days, days.map(berlinMidnight))), siteState };
}
