/** Clients, and what their refused calls leave. */
import { getTableName, sql } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { Refusal } from '#server/refusal';
import type { TestApp } from '#tests/support/app';
import { schema } from '#tests/support/schema';

export const limited = { RATE_LIMIT: 'on', TRUST_PROXY: 'true' };
/** False if the hit was refused. @throws any other error */
export async function taken(hit: Promise<unknown> | undefined): Promise<boolean> {
  try {
    await hit;
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false;
    throw error;
  }
}

const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;

const from = (address: string) => ({ 'x-forwarded-for': address });

let networks = 0;

/** The headers of a client that no other test is: from two addresses of its /56, and from the next network. */
export function newClient() {
  networks += 1;
  const network = `2001:db8:${networks.toString(16)}`;
  return {
    own: [from(`${network}::1`), from(`${network}:ff::9`)],
    stranger: from(`${network}:100::1`),
    /** Takes turns. */
    turn: (count: number) => from(count % 2 === 0 ? `${network}::1` : `${network}:ff::9`),
  };
}

/** How many calls each limit has refused since the last time that this was called, without those that refused none. */
export function refusalsOf(app: TestApp) {
  const known = new Map<string, number>();
  return async (): Promise<Record<string, number>> => {
    const metric = app.context.meters.registry.getSingleMetric('sattelfest_limit_refusals_total');
    const found: Record<string, number> = {};
    for (const { labels, value } of (await metric?.get())?.values ?? []) {
      const name = String(labels.limit);
      const more = value - (known.get(name) ?? 0);
      known.set(name, value);
      if (more > 0) found[name] = more;
    }
    return found;
  };
}

const tables = Object.values(schema)
  .filter((one) => one instanceof SQLiteTable)
  .map(getTableName)
  .filter((name) => name !== getTableName(schema.auditLog));

/** The number of rows of all tables but the audit log, which has a row of refused calls. */
export async function countRows({ db }: TestApp): Promise<number> {
  const counts = tables.map((name) => sql`(select count(*) from ${sql.identifier(name)})`);
  const [row] = await db.read.all<{ count: number }>(sql`select ${sql.join(counts, sql` + `)} as count`);
  return row?.count ?? 0;
}
