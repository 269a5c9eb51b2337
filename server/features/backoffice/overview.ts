import { readDashboard } from '#db/dashboard';
import { readExtent } from '#db/retention';
import { findPeople } from '#db/search/find';
import { nextTurn } from '#db/turn';
import type { Dashboard } from '#domain/dashboard';
import { addDays, berlinMidnight } from '#domain/dates';
import {
  boundaryOf,
  deletionDayOf,
  periodText,
  type RetentionKind,
  type RetentionRow,
  retentionKinds,
} from '#domain/retention/periods';
import { searchQuery } from '#domain/search';
import { dayMs } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffRoutes } from '../../http/access';
import { queryDocs, readQuery } from './lists';

export function searchRoutes(context: Context) {
  const { db, site, noteList } = context;
  return staffRoutes(context, 'backoffice-search').get(
    api.search,
    async ({ request, staff }) => {
      const { q } = readQuery(request, searchQuery);
      const found = await findPeople(db, q, site.offerNow());
      const persons = found.people.filter(({ name, emails }) => name !== '' || emails.length > 0);
      noteList(
        staff,
        persons.flatMap(({ items }) => items.slice(0, 1).map(({ id }) => id)),
      );
      return found;
    },
    { detail: queryDocs(searchQuery) },
  );
}

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

const soonMs = 30 * dayMs;

export function retentionRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-retention', 'admin').get(api.retention, async () => {
    const rows: RetentionRow[] = [];
    for (const kind of retentionKinds) {
      rows.push(await rowOf(context, kind));
      // each query reads a whole table: other requests are served in between
      await nextTurn();
    }
    return rows;
  });
}

async function rowOf({ db, config, now, today }: Context, kind: RetentionKind): Promise<RetentionRow> {
  const periods = config.retention;
  const soon = boundaryOf(kind, periods, now() + soonMs);
  const { total, dueSoon, earliest } = await readExtent(db, kind, soon);
  const day = earliest === null ? null : deletionDayOf(kind, periods, earliest);
  return {
    kind,
    period: periodText(kind, periods),
    total,
    dueIn30Days: dueSoon,
    // what is due already waits for its turn
    nextOn: day !== null && day < today() ? today() : day,
  };
}
