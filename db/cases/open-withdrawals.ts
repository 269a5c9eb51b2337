/**
 * One that fits by number or that staff assigned holds up the case. By name or address it is a suggestion: anyone
 * types them.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../client';

const isOpen = sql.raw('of_it.closed_at is null');
const isCertain = sql.raw(`(of_it.match in ('exact', 'number') or of_it.assigned_at is not null)`);

/** 1 while an open withdrawal holds up the case of the application, else 0. `applicationId` names its table. */
export function withdrawalOpenOf(applicationId: SQL): SQL<number> {
  return existsFor(applicationId, sql`${isOpen} and ${isCertain}`);
}

export function withdrawalSuggestedOf(applicationId: SQL): SQL<number> {
  return existsFor(applicationId, sql`${isOpen} and not ${isCertain}`);
}

/** It can still be assigned. */
export function anyWithdrawalOpenOf(applicationId: SQL): SQL<number> {
  return existsFor(applicationId, isOpen);
}

/** True while a withdrawal holds up the application's case, or if one is effective. */
export async function hasStandingWithdrawal(reader: Reader, applicationId: string): Promise<boolean> {
  const stands = existsFor(
    sql`${applicationId}`,
    sql`(${isOpen} and ${isCertain} or of_it.outcome = 'effective')`,
  );
  const [row] = await reader.select({ stands }).from(sql`(select 1)`);
  return row?.stands === 1;
}

function existsFor(applicationId: SQL, condition: SQL): SQL<number> {
  return sql<number>`exists (
    select 1 from withdrawals of_it where of_it.application_id = ${applicationId} and ${condition})`;
}
