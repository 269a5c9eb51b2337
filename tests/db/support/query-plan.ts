import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from './notes';

/** SQLite's plan for a query, one line per step. The first step names the table that it reads first. */
export async function planOf(reader: Queries, query: { getSQL(): SQL }): Promise<string[]> {
  const steps = await reader.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`);
  return steps.map(({ detail }) => detail);
}
