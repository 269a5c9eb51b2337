import { readExtent } from '#db/retention';
import { nextTurn } from '#db/turn';
import {
  boundaryOf,
  deletionDayOf,
  periodText,
  type RetentionKind,
  type RetentionRow,
  retentionKinds,
} from '#domain/retention/periods';
import { dayMs } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffRoutes } from '../../http/access';

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
