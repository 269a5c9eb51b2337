import { count, type SQL, sql } from 'drizzle-orm';
import type { Case, CaseCounts, CaseView } from '#domain/cases/staff';
import type { PageQuery } from '#domain/lists';
import type { Database } from '../client';
import { cases } from '../schema/desk';
import { caseOf, selectCases } from './find';
import { searchCases } from './search';
import { numbersOn, orderOfRows, sizeOf, type Viewer } from './views';

type CaseQuery = PageQuery &
  Viewer & {
    view: CaseView;
    /** What may be searched for: lists of words, of which the first that finds anything counts; null: no search. */
    meanings: readonly string[][] | null;
  };

export async function readCases(
  db: Database,
  { meanings, ...query }: CaseQuery,
): Promise<{ cases: Case[]; total: number }> {
  if (meanings === null) return await readView(db, query);
  for (const words of meanings) {
    const { numbers, total } = await searchCases(db, words, query);
    if (numbers) return { cases: await rowsOf(selectRows(db, numbers, query), query), total };
  }
  return { cases: [], total: 0 };
}

export async function countCases(db: Database, viewer: Viewer): Promise<CaseCounts> {
  const [row] = await db.read
    .select({
      mine: sizeOf('mine', viewer),
      unassigned: sizeOf('unassigned', viewer),
      due: sizeOf('due', viewer),
      open: sizeOf('open', viewer),
      all: sizeOf('all', viewer),
    })
    .from(sql`(select 1)`);
  if (!row) throw new Error('A count returned no row.');
  return { ...row, done: row.all - row.open };
}

export async function countOpenCases(
  db: Database,
  today: string,
): Promise<{ open: number; overdue: number }> {
  const [row] = await db.read
    .select({ open: count(), overdue: sql<number>`ifnull(sum(${cases.followUpOn} < ${today}), 0)` })
    .from(cases)
    .where(sql`${cases.followUpOn} is not null`);
  return row ?? { open: 0, overdue: 0 };
}

async function readView(db: Database, query: Omit<CaseQuery, 'meanings'>) {
  const [rows, [extent]] = await db.read.batch([
    selectRows(db, numbersOn(query), query),
    db.read.select({ total: sizeOf(query.view, query) }).from(sql`(select 1)`),
  ]);
  return { cases: rows.map((row) => caseOf(row, query.today)), total: extent?.total ?? 0 };
}

function selectRows(db: Database, numbers: SQL, { view }: Pick<CaseQuery, 'view'>) {
  return selectCases(db.read).where(sql`${cases.number} in (${numbers})`).orderBy(orderOfRows(view));
}

async function rowsOf(rows: ReturnType<typeof selectRows>, { today }: Viewer): Promise<Case[]> {
  return (await rows).map((row) => caseOf(row, today));
}
