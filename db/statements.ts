/** Parts of statements. Conditions on time hold again after a clock that was ahead was set right; times are in ms. */
import { and, count, desc, gt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { PageQuery } from '#domain/lists';
import type { Database, Reader } from './client';

export type Span = { since: number; now: number };

/** Clocks of instances differ a little, and a write waits for its turn with the instant at which it was asked for. */
const toleratedMs = 15_000;

/** Left out: in a statement, which binds both. */
export function isWithin(instant: SQLWrapper, span?: Span): SQL | undefined {
  const { since, now } = span ?? { since: sql.placeholder('since'), now: sql.placeholder('now') };
  return and(gt(instant, since), lte(instant, sql`${now} + ${toleratedMs}`));
}

/** Among the values that a statement binds as JSON, so that it has one text for lists of any length. */
export const listed = (name: string) => sql`(select value from json_each(${sql.placeholder(name)}))`;

/** A window of this length that ends at this instant has begun, and has not ended. */
export function isRunning(endsAt: SQLWrapper, { now, windowMs }: { now: number; windowMs: number }) {
  return isWithin(endsAt, { since: now, now: now + windowMs });
}

/** Deletes the rows that are due, and returns them: an idle instance takes no lock. */
export async function sweep<Table extends SQLiteTable>(db: Database, table: Table, due: SQL | undefined) {
  const found = await db.read.select({ due: sql`1` }).from(table).where(due).limit(1);
  return found.length > 0 ? await db.write((tx) => tx.delete(table).where(due).returning()) : [];
}

export async function first<Row>(rows: PromiseLike<Row[]>): Promise<Row | null> {
  const [row] = await rows;
  return row ?? null;
}

/** All rows as one text, because with a value per cell the driver takes twice as long. `rest`: from the table's name on. */
export async function readPacked<Row>(reader: Reader, columns: SQLWrapper[], rest: SQL): Promise<Row[]> {
  const [found] = await reader.all<{ packed: string }>(sql`select json_group_array(json(packed)) as packed
    from (select json_array(${sql.join(columns, sql`, `)}) as packed from ${rest})`);
  return JSON.parse(found?.packed ?? '[]');
}

/** One page, newest first, and how many rows there are. */
export async function readNewest<Table extends SQLiteTable & { at: SQLiteColumn }>(
  { read }: Database,
  table: Table,
  { page, pageSize }: PageQuery,
) {
  const [rows, [extent]] = await read.batch([
    read
      .select()
      .from(table)
      .orderBy(desc(table.at), desc(sql`rowid`))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    read.select({ total: count() }).from(table),
  ]);
  return { rows, total: extent?.total ?? 0 };
}
