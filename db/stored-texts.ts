/** Cleans what earlier versions stored: our links in what people wrote, and names of persons as sources in the archive. */
import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { tokenLength } from '#domain/text/addresses';
import { dayMs } from '#domain/time';
import type { Database, Transaction } from './client';
import { foldRareSources } from './insights/tally';
import * as applications from './schema/applications';
import * as desk from './schema/desk';
import * as returns from './schema/insurer';
import * as law from './schema/law';
import * as mails from './schema/mails';
import { jobRuns } from './schema/system';
import { nextTurn } from './turn';

const job = 'stored_texts';
const rowsAtOnce = 500;
const example = `/status/${'x'.repeat(tokenLength)}`;

/** Whether what is written into it loses our links. */
export function isTyped(column: SQLiteColumn): boolean {
  return column.getSQLType() === 'text' && !String(column.mapToDriverValue(example)).includes(example);
}

const tables = Object.values({ ...applications, ...desk, ...law, ...mails, ...returns });

export const typedColumns = tables
  .filter((one) => is(one, SQLiteTable))
  .map((table) => [table, Object.values(getTableColumns(table)).filter(isTyped)] as const)
  .filter(([, columns]) => columns.length > 0);

/** Returns how many texts changed. Nothing is read on later days. */
export async function cleanStoredTexts(db: Database, now: number): Promise<number> {
  const [first] = await db.read.select({ at: jobRuns.at }).from(jobRuns).where(eq(jobRuns.job, job));
  // while instances are updated one by one, those of the earlier version still store texts as they are typed
  if (first && now - first.at > dayMs) return 0;
  let changed = await foldRareSources(db);
  for (const [table, columns] of typedColumns) changed += await cleanTable(db, table, columns);
  // the write-ahead log still contains the texts
  if (changed > 0) await db.checkpoint();
  if (!first) await db.write((tx) => tx.insert(jobRuns).values({ job, at: now }).onConflictDoNothing());
  return changed;
}

async function cleanTable(db: Database, table: SQLiteTable, columns: SQLiteColumn[]): Promise<number> {
  const long = columns.map((column) => sql`length(${column}) >= ${tokenLength}`);
  let changed = 0;
  for (let last = 0; ; ) {
    // the driver's rows are array-like, but no arrays
    const rows: ArrayLike<unknown>[] = await db.read.values(
      sql`select rowid, ${sql.join(columns, sql`, `)} from ${table}
        where rowid > ${last} and (${sql.join(long, sql` or `)}) order by rowid limit ${rowsAtOnce}`,
    );
    if (rows.length === 0) return changed;
    const dirty = rows.flatMap((row) => columns.flatMap((column, at) => cellsIn(row, column, at)));
    if (dirty.length > 0) await db.write((tx) => store(tx, table, dirty));
    changed += dirty.length;
    last = Number(rows.at(-1)?.[0]);
    await nextTurn();
  }
}

type Cell = { id: number; column: SQLiteColumn; text: string; clean: string };

function cellsIn(row: ArrayLike<unknown>, column: SQLiteColumn, at: number): Cell[] {
  const text = row[at + 1];
  if (typeof text !== 'string') return [];
  const clean = String(column.mapToDriverValue(column.mapFromDriverValue(text)));
  return clean === text ? [] : [{ id: Number(row[0]), column, text, clean }];
}

async function store(tx: Transaction, table: SQLiteTable, cells: readonly Cell[]): Promise<void> {
  await withoutTriggers(tx, getTableName(table), async () => {
    for (const { id, column, text, clean } of cells) {
      const name = sql.identifier(column.name);
      await tx.run(sql`update ${table} set ${name} = ${clean} where rowid = ${id} and ${name} = ${text}`);
    }
  });
}

/** Triggers keep the history of a case as it is; there is no other way to change it. Those of the search go on. */
export async function withoutTriggers(tx: Transaction, table: string, work: () => Promise<void>) {
  const triggers = await tx.all<{ name: string; text: string }>(
    sql`select name, sql as text from sqlite_schema where type = 'trigger' and tbl_name = ${table}
      and name not like 'search:%'`,
  );
  for (const { name } of triggers) await tx.run(sql`drop trigger ${sql.identifier(name)}`);
  await work();
  for (const { text } of triggers) await tx.run(sql.raw(text));
}
