import { type SQL, sql } from 'drizzle-orm';
import { type Bound, executeOf, type Queries } from '#db/driver/queries';

/** SQLite's plan for a query, one line per step. The first step names the table that it reads first. */
export async function planOf(reader: Queries, query: { getSQL(): SQL } | Bound<unknown>): Promise<string[]> {
  if ('statement' in query) {
    const { sql: text, args } = query.statement;
    const { rows } = await executeOf(reader)({ sql: `explain query plan ${text}`, args });
    return rows.map(({ detail }) => String(detail));
  }
  const steps = await reader.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`);
  return steps.map(({ detail }) => detail);
}
