import { count, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type CaseCounts, type CaseView, caseViews } from '#domain/cases/staff';
import type { PageQuery } from '#domain/lists';
import type { Database, Reader } from '../client';
import { readTogether, statement } from '../driver/queries';
import { cases, caseWords } from '../schema/desk';
import { selectCases } from './find';

type Query = PageQuery & Viewer & { view: CaseView };
type CaseQuery = Query & {
  /** What may be searched for: lists of words, of which the first that finds anything counts; null: no search. */
  meanings: readonly string[][] | null;
};

export async function readCases(db: Database, { meanings, ...query }: CaseQuery) {
  if (meanings === null) return await readView(db, query);
  for (const words of meanings) {
    const search = await measure(db, words, query);
    const found = await find(db, search);
    if (found.total === 0) continue;
    return { cases: await selectPage(db.read, pageOf(search, found), query), total: found.total };
  }
  return { cases: [], total: 0 };
}

export async function countCases(reader: Reader, viewer: Viewer): Promise<CaseCounts> {
  const [row] = await reader
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

export async function countOpenCases(db: Database, today: string) {
  const [row] = await db.read
    .select({ open: count(), overdue: sql<number>`ifnull(sum(${cases.followUpOn} < ${today}), 0)` })
    .from(cases)
    .where(sql`${cases.followUpOn} is not null`);
  return row ?? { open: 0, overdue: 0 };
}

async function readView(db: Database, { view, page, pageSize, assignee, ...viewer }: Query) {
  const { rows, size } = views[view][assignee === undefined ? 'all' : 'ofOne'];
  const asked = { ...viewer, assignee, limit: pageSize, offset: (page - 1) * pageSize };
  const [cases, [extent]] = await readTogether(db.read, [rows.bind(asked), size.bind(asked)]);
  return { cases, total: extent?.total ?? 0 };
}

function selectPage(on: Pick<Reader, 'select'>, numbers: SQL, { view, today }: Asking & { view: CaseView }) {
  const isOnIt = sql`${cases.number} in (${numbers})`;
  return selectCases(on, today).where(isOnIt).orderBy(orderOf(view, sql`+`));
}

/**
 * A word may be in a few cases or in nearly all, and so is a view small or large: this counts first, and then either reads
 * the cases with the rarest word, or walks the view and looks for the words of each of its cases, whichever is less.
 */
type Search = {
  query: Query;
  /** Beginnings of words, of which a case must have all; the rarest of those that were counted first. */
  words: string[];
  /** How many open or done cases, whichever the view has, have the first word. */
  rarest: number;
  second: number | null;
  size: number;
};

/** `numbers`: all that were found; null: too many to read. */
type Found = { total: number; numbers: number[] | null };

const fewCases = 5_000;
/** Of a word that more cases have, not all are read to compare them with those of another word. */
const mostCompared = 30_000;
/** The longest ones, which are rarest: counting a single letter passes thousands of words, and somebody may type all. */
const mostCounted = 4;

async function measure(db: Database, words: readonly string[], query: Query): Promise<Search> {
  const counted = words.toSorted((one, other) => other.length - one.length).slice(0, mostCounted);
  const counts = counted.map(
    (word) => sql`(select count(*) from ${caseWords} found where ${beginsOnce(word, query)})`,
  );
  const [row] = await db.read
    .select({
      counts: sql`json_array(${sql.join(counts, sql`, `)})`.mapWith(numbersFrom),
      // without counting all, so too large by the deleted ones
      size: sizeOf(query.view, query, sql`(select ifnull(max(${cases.number}), 0) from ${cases})`),
    })
    .from(sql`(select 1)`);
  if (!row) throw new Error('A count returned no row.');
  const sorted = counted
    .map((word, index) => ({ word, count: row.counts[index] ?? 0 }))
    .sort((a, b) => a.count - b.count);
  const others = words.filter((word) => !counted.includes(word));
  const [rarest = 0, second = null] = sorted.map(({ count }) => count);
  return { query, words: [...sorted.map(({ word }) => word), ...others], rarest, second, size: row.size };
}

async function find(db: Database, search: Search): Promise<Found> {
  const { query, words, rarest, second, size } = search;
  if (rarest === 0) return { total: 0, numbers: [] };
  // the words of these views are counted by themselves
  const isCounted = ['open', 'done', 'all'].includes(query.view) && query.assignee === undefined;
  if (isCounted && words.length === 1) return { total: rarest, numbers: null };
  if (isCounted && second !== null && rarest <= size && second <= mostCompared)
    return await findBoth(db, search);
  const [number, found] =
    rarest <= size
      ? [sql`found.case_number`, withWords(search, !isCounted)]
      : [sql`${cases.number}`, walked(search)];
  if (Math.min(rarest, size) <= fewCases)
    return await numbersIn(db, sql`select ${number} as number ${found}`);
  const [row] = await db.read.all<{ total: number }>(sql`select count(*) as total ${found}`);
  return { total: row?.total ?? 0, numbers: null };
}

/** Reads the cases of the two rarest words and compares them: looking for the second word in each case takes longer. */
async function findBoth(db: Database, { query, words }: Search): Promise<Found> {
  const [first = '', second = '', ...others] = words;
  const withWord = (word: string) =>
    numbersOf(
      sql`select found.case_number as number from ${caseWords} found where ${beginsOnce(word, query)}`,
    );
  const [row] = await db.read.select({ some: withWord(first), more: withWord(second) }).from(sql`(select 1)`);
  const { some = [], more = [] } = row ?? {};
  const known = new Set(some);
  const both = more.filter((number) => known.has(number));
  if (others.length === 0 || both.length === 0) return { total: both.length, numbers: both };
  const has = sql.join(others.map((word) => hasWord(sql`value`, word)));
  const withAll = sql`select value as number from json_each(${JSON.stringify(both)}) where 1 ${has}`;
  return await numbersIn(db, withAll);
}

async function numbersIn(db: Database, found: SQL): Promise<Found> {
  const [{ numbers } = { numbers: [] }] = await db.read
    .select({ numbers: numbersOf(found) })
    .from(sql`(select 1)`);
  return { total: numbers.length, numbers };
}

/** One text: with a row per number the driver takes longer than the search. */
function numbersOf(found: SQL): SQL<number[]> {
  return sql`(select json_group_array(number) from (${found}))`.mapWith(numbersFrom);
}

const numbersFrom = (text: string): number[] => JSON.parse(text);

function pageOf(search: Search, { total, numbers }: Found): SQL {
  const { query, rarest, size } = search;
  const { view, page, pageSize } = query;
  const last = page * pageSize;
  const part = sql`order by ${orderOf(view)} limit ${pageSize} offset ${last - pageSize}`;
  if (numbers) {
    const known = sql`(select value from json_each(${JSON.stringify(numbers)}))`;
    return sql`select ${cases.number} from ${cases} where ${cases.number} in ${known} ${part}`;
  }
  // a case that is read costs about twice as much as one that is passed
  const isWalkShorter = (size * Math.min(last, total)) / total < 2 * rarest;
  return sql`select ${cases.number} ${isWalkShorter ? walked(search) : withWords(search, true)} ${part}`;
}

function withWords({ query, words: [rarest = '', ...others] }: Search, readsCases: boolean): SQL {
  const also = others.map((word) => hasWord(sql`found.case_number`, word));
  // `cross` keeps SQLite from starting with the cases
  const joined = sql`cross join ${cases} on ${cases.number} = found.case_number
    and ${conditionOf(query.view, query)}`;
  return sql`from ${caseWords} found ${readsCases ? joined : sql``}
    where ${beginsOnce(rarest, query)} ${sql.join(also)}`;
}

function walked({ query, words }: Search): SQL {
  const has = words.map((word) => hasWord(sql`${cases.number}`, word));
  return sql`from ${cases} where ${conditionOf(query.view, query)} ${sql.join(has)}`;
}

function hasWord(caseNumber: SQL, beginning: string): SQL {
  return sql` and exists (select 1 from ${caseWords} other
    where other.case_number = ${caseNumber} and ${begins(beginning, 'other')})`;
}

function begins(beginning: string, table: string): SQL {
  const word = sql.raw(`${table}.word`);
  return sql`${word} >= ${beginning} and ${word} < ${`${beginning}\u{10ffff}`}`;
}

/** For the first word of each open or done case that begins so. */
function beginsOnce(beginning: string, { view }: Query): SQL {
  const isEither = view === 'all' || view === 'due';
  const isOpen = isEither ? sql`in (0, 1)` : view === 'done' ? sql`= 0` : sql`= 1`;
  return sql`found.is_open ${isOpen} and ${begins(beginning, 'found')} and found.shared < ${beginning.length}`;
}

type Viewer = {
  userId: string;
  today: string;
  /** The id of an account; null: nobody; left out: whoever has the cases. */
  assignee?: string | null;
};

/** What is asked for, or where a statement binds it. */
type Asking = { [K in keyof Viewer]: Viewer[K] | Placeholder };
type Part = { limit: number | Placeholder; offset: number | Placeholder };

const isDue = (today: Asking['today']) => sql`${cases.followUpOn} <= ${today}`;
/** Done, and yet somebody has to look at it: as literal as the condition of its index. */
const isNews = sql`(${cases.followUpOn} is null and (${cases.replyUnread} = 1 or ${cases.undeliverable} = 1))`;

/** Written so that an index serves each view. */
function conditionOf(view: CaseView, viewer: Asking): SQL {
  const isOpen = sql`${cases.followUpOn} is not null`;
  const isInView = {
    mine: sql`${cases.assigneeId} = ${viewer.userId} and ${isOpen}`,
    unassigned: sql`${cases.assigneeId} is null and ${isOpen}`,
    due: sql`(${isDue(viewer.today)} or ${isNews})`,
    open: isOpen,
    done: sql`${cases.followUpOn} is null`,
    all: sql`true`,
  }[view];
  return sql`${isInView}${ofAssignee(viewer)}`;
}

function ofAssignee({ assignee }: Asking): SQL {
  return assignee === undefined ? sql`` : sql` and ${cases.assigneeId} is ${assignee}`;
}

/** The numbers of the cases on a page, cut from the indexes alone, so that the rows before it are not joined. */
export function numbersOn({ view, limit, offset, ...viewer }: Asking & Part & { view: CaseView }): SQL {
  const part = sql`limit ${limit} offset ${offset}`;
  if (view !== 'due')
    return sql`select ${cases.number} from ${cases} where ${conditionOf(view, viewer)}
      order by ${orderOf(view)} ${part}`;
  // each half is in its order already, and SQLite merges them
  const half = (from: SQL) => sql`select ${cases.followUpOn}, ${cases.completedAt}, ${cases.number} ${from}`;
  const both = sql.join(halves(viewer).map(half), sql` union all `);
  return sql`select number from (${both} order by 1, 2, 3 ${part})`;
}

/** SQLite would rather pass all that are done. */
function halves(viewer: Asking): SQL[] {
  return [
    sql`from ${cases} indexed by cases_news where ${isNews}${ofAssignee(viewer)}`,
    sql`from ${cases} where ${isDue(viewer.today)}${ofAssignee(viewer)}`,
  ];
}

/**
 * By follow-up, then completion, with done ones after the open ones. Done ones alone stand newest first; those that are
 * due because something came stand before all others. Plus signs keep SQLite from walking an index for it.
 */
function orderOf(view: CaseView, plus = sql``): SQL {
  const { followUpOn, completedAt, number } = cases;
  if (view === 'done') return sql`${plus}${completedAt} desc, ${plus}${number} desc`;
  const nulls = view === 'all' ? sql` nulls last` : sql``;
  return sql`${plus}${followUpOn}${nulls}, ${plus}${completedAt}, ${plus}${number}`;
}

/** How many cases a view has. Counting all is faster than counting the done ones, of which there are most. */
function sizeOf(
  view: CaseView,
  viewer: Asking,
  all = sql<number>`(select count(*) from ${cases})`,
): SQL<number> {
  const count = (of: CaseView) =>
    sql<number>`(select count(*) from ${cases} where ${conditionOf(of, viewer)})`;
  if (view === 'due') {
    const counts = halves(viewer).map((from) => sql`(select count(*) ${from})`);
    return sql`(${sql.join(counts, sql` + `)})`;
  }
  if (viewer.assignee !== undefined) return count(view);
  if (view === 'all') return all;
  return view === 'done' ? sql`(${all} - ${count('open')})` : count(view);
}

const bound = (name: keyof Asking | keyof Part) => sql.placeholder(name);
const part = { limit: bound('limit'), offset: bound('offset') };
const viewOf = (view: CaseView, viewer: Asking) => ({
  rows: statement((on) => selectPage(on, numbersOn({ ...viewer, ...part, view }), { ...viewer, view })),
  size: statement((on) => on.select({ total: sizeOf(view, viewer) }).from(sql`(select 1)`)),
});
const viewer = { userId: bound('userId'), today: bound('today') };
const statementsOf = (view: CaseView) => ({
  all: viewOf(view, viewer),
  ofOne: viewOf(view, { ...viewer, assignee: bound('assignee') }),
});
const views = Object.fromEntries(caseViews.map((view) => [view, statementsOf(view)])) as {
  [K in CaseView]: ReturnType<typeof statementsOf>;
};
