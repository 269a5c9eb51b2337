import { desc, type SQL, sql } from 'drizzle-orm';
import type { CaseView } from '#domain/cases/staff';
import type { PageQuery } from '#domain/lists';
import { cases } from '../schema/desk';

export type Viewer = { userId: string; today: string };

const isDue = (today: string) => sql`${cases.followUpOn} <= ${today}`;
/** Done, and yet somebody has to look at it: as literal as the condition of its index. */
const isNews = sql`(${cases.followUpOn} is null and (${cases.replyUnread} = 1 or ${cases.undeliverable} = 1))`;

/** Written so that an index serves each view. */
export function conditionOf(view: CaseView, { userId, today }: Viewer): SQL {
  const isOpen = sql`${cases.followUpOn} is not null`;
  const conditions: Record<CaseView, SQL> = {
    mine: sql`${cases.assigneeId} = ${userId} and ${isOpen}`,
    unassigned: sql`${cases.assigneeId} is null and ${isOpen}`,
    due: sql`(${isDue(today)} or ${isNews})`,
    open: isOpen,
    done: sql`${cases.followUpOn} is null`,
    all: sql`true`,
  };
  return conditions[view];
}

/** The numbers of the cases on a page, cut from the indexes alone, so that the rows before it are not joined. */
export function numbersOn({ view, page, pageSize, ...viewer }: Viewer & PageQuery & { view: CaseView }): SQL {
  const part = sql`order by ${orderOf(view)} limit ${pageSize} offset ${(page - 1) * pageSize}`;
  if (view !== 'due')
    return sql`select ${cases.number} from ${cases} where ${conditionOf(view, viewer)} ${part}`;
  // each half is in its order already, and SQLite merges them
  const half = (from: SQL) => sql`select ${cases.followUpOn}, ${cases.completedAt}, ${cases.number} ${from}`;
  const both = sql.join(halves(viewer).map(half), sql` union all `);
  return sql`select number from (${both} order by 1, 2, 3 limit ${pageSize} offset ${(page - 1) * pageSize})`;
}

/** SQLite would rather pass all that are done. */
function halves({ today }: Pick<Viewer, 'today'>): SQL[] {
  return [sql`from ${cases} indexed by cases_news where ${isNews}`, sql`from ${cases} where ${isDue(today)}`];
}

/**
 * By follow-up, then completion, with done ones after the open ones. Done ones alone stand newest first; those that are
 * due because something came stand before all others.
 */
export function orderOf(view: CaseView): SQL {
  if (view === 'done') return sql`${desc(cases.completedAt)}, ${desc(cases.number)}`;
  const nulls = view === 'all' ? sql` nulls last` : sql``;
  return sql`${cases.followUpOn}${nulls}, ${cases.completedAt}, ${cases.number}`;
}

/** The same order for the rows of a page. The plus signs keep SQLite from walking an index for it. */
export function orderOfRows(view: CaseView): SQL {
  if (view === 'done') return sql`+${cases.completedAt} desc, +${cases.number} desc`;
  const nulls = view === 'all' ? sql` nulls last` : sql``;
  return sql`+${cases.followUpOn}${nulls}, +${cases.completedAt}, +${cases.number}`;
}

/** How many cases a view has. Counting all is faster than counting the done ones, of which there are most. */
export function sizeOf(view: CaseView, viewer: Viewer): SQL<number> {
  return sizeAmong(sql`(select count(*) from ${cases})`, view, viewer);
}

/** The same without counting all, so too large by the deleted ones. To choose a way of searching. */
export function estimateOf(view: CaseView, viewer: Viewer): SQL<number> {
  return sizeAmong(sql`(select ifnull(max(${cases.number}), 0) from ${cases})`, view, viewer);
}

function sizeAmong(all: SQL, view: CaseView, viewer: Viewer): SQL<number> {
  const count = (of: CaseView) => sql`(select count(*) from ${cases} where ${conditionOf(of, viewer)})`;
  if (view === 'all') return sql<number>`${all}`;
  if (view === 'due') {
    const counts = halves(viewer).map((from) => sql`(select count(*) ${from})`);
    return sql<number>`(${sql.join(counts, sql` + `)})`;
  }
  return view === 'done' ? sql<number>`(${all} - ${count('open')})` : sql<number>`${count(view)}`;
}
