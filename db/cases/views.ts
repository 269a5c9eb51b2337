import { desc, type SQL, sql } from 'drizzle-orm';
import type { CaseView } from '#domain/cases/staff';
import { cases } from '../schema/desk';

export type Viewer = { userId: string; today: string };

/** Written so that an index serves each view. */
export function conditionOf(view: CaseView, { userId, today }: Viewer): SQL {
  const isOpen = sql`${cases.followUpOn} is not null`;
  const conditions: Record<CaseView, SQL> = {
    mine: sql`${cases.assigneeId} = ${userId} and ${isOpen}`,
    unassigned: sql`${cases.assigneeId} is null and ${isOpen}`,
    due: sql`${cases.followUpOn} <= ${today}`,
    open: isOpen,
    done: sql`${cases.followUpOn} is null`,
    all: sql`true`,
  };
  return conditions[view];
}

/** By follow-up, then completion, with done ones after the open ones. Done ones alone stand newest first. */
export function orderOf(view: CaseView): SQL {
  if (view === 'done') return sql`${desc(cases.completedAt)}, ${desc(cases.number)}`;
  const nulls = view === 'all' ? sql` nulls last` : sql``;
  return sql`${cases.followUpOn}${nulls}, ${cases.completedAt}, ${cases.number}`;
}

/** The same order for the rows of a page. The plus signs keep SQLite from walking an index for it. */
export function orderOfRows(view: CaseView): SQL {
  if (view === 'done') return sql`+${cases.completedAt} desc, +${cases.number} desc`;
  return sql`+${cases.followUpOn} nulls last, +${cases.completedAt}, +${cases.number}`;
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
  return view === 'done' ? sql<number>`(${all} - ${count('open')})` : sql<number>`${count(view)}`;
}
