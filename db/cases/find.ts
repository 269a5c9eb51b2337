import { eq, type SQL, sql } from 'drizzle-orm';
import type { Case } from '#domain/cases/staff';
import { isoOf } from '#domain/time';
import type { Reader, Transaction } from '../client';
import { applications, contactData, horseData } from '../schema/applications';
import { cases } from '../schema/desk';
import { users } from '../schema/staff';

export async function findCase(reader: Reader, applicationId: string, today: string): Promise<Case | null> {
  const [row] = await selectCases(reader).where(eq(cases.applicationId, applicationId));
  return row ? caseOf(row, today) : null;
}

/** Null: nobody has it. For a select that joins `users`. */
export const assignee = { id: users.id, username: users.username };

export function selectCases(reader: Reader) {
  const { applicationId, version, status, transmittedOn, policyNumber, replyUnread } = cases;
  const { undeliverable, confirmation, startsOn, followUpOn, completedAt } = cases;
  const { firstName, lastName, email, phone } = contactData;
  return reader
    .select({
      ...{ applicationId, version, status, transmittedOn, policyNumber, replyUnread },
      ...{ undeliverable, confirmation, startsOn, assignee, followUpOn, completedAt, firstName, lastName },
      ...stepState(sql`${applicationId}`),
      withdrawalSuggested: withdrawalSuggestedOf(sql`${applicationId}`),
      ...{ email, phone, horseName: horseData.horseName },
    })
    .from(cases)
    .innerJoin(applications, eq(applications.id, applicationId))
    .innerJoin(contactData, eq(contactData.applicationId, applicationId))
    .innerJoin(horseData, eq(horseData.applicationId, applicationId))
    .leftJoin(users, eq(users.id, cases.assigneeId));
}

type CaseRow = Awaited<ReturnType<typeof selectCases>>[number];

export function caseOf({ completedAt, firstName, lastName, ...row }: CaseRow, today: string): Case {
  return {
    ...row,
    overdue: row.followUpOn !== null && row.followUpOn < today,
    completedAt: isoOf(completedAt),
    contactName: `${firstName} ${lastName}`,
  };
}

/** What holds up a case, for a select that joins `cases` and `applications`. */
export const stepState = (applicationId: SQL) => ({
  adviceOwed: applications.adviceOwed,
  withdrawalOpen: withdrawalOpenOf(applicationId),
  restricted: sql`${applications.restrictedAt} is not null`.mapWith(Boolean),
  confirmation: cases.confirmation,
});

// A withdrawal that fits by number or that staff assigned holds up the case. By name or address it is a suggestion:
// anyone types them.

const isOpen = sql.raw('of_it.closed_at is null');
const isCertain = sql.raw(`(of_it.match in ('exact', 'number') or of_it.assigned_at is not null)`);

/** Whether an open withdrawal holds up the case of the application. `applicationId` names its table. */
const withdrawalOpenOf = (applicationId: SQL) => existsFor(applicationId, sql`${isOpen} and ${isCertain}`);

export const withdrawalSuggestedOf = (applicationId: SQL) =>
  existsFor(applicationId, sql`${isOpen} and not ${isCertain}`);

/** It can still be assigned. */
export const anyWithdrawalOpenOf = (applicationId: SQL) => existsFor(applicationId, isOpen);

/** True while a withdrawal holds up the application's case, or if one is effective. */
export async function hasStandingWithdrawal(reader: Reader, applicationId: string): Promise<boolean> {
  const stands = existsFor(
    sql`${applicationId}`,
    sql`(${isOpen} and ${isCertain} or of_it.outcome = 'effective')`,
  );
  const [row] = await reader.select({ stands }).from(sql`(select 1)`);
  return row?.stands ?? false;
}

function existsFor(applicationId: SQL, condition: SQL): SQL<boolean> {
  return sql`exists (
    select 1 from withdrawals of_it where of_it.application_id = ${applicationId} and ${condition})`.mapWith(
    Boolean,
  );
}

type Asked = { skip: readonly string[]; today: string };

/** The application of the member's most urgent own case: answered ones first, then those that are due; or null. */
export async function findOwnNext(
  reader: Reader,
  userId: string,
  { skip, today }: Asked,
): Promise<string | null> {
  const own = sql`${cases.assigneeId} = ${userId} and ${isNotSkipped(skip)}`;
  const order = sql`order by ${cases.followUpOn}, ${cases.completedAt}, ${cases.number} limit 1`;
  const [row] = await reader
    .select({
      // by its own index and a literal condition, else SQLite passes everything that the member ever had
      replied: sql<string | null>`(select application_id from ${cases} indexed by cases_replied
        where ${own} and ${cases.replyUnread} = 1 ${order})`,
      due: sql<string | null>`(select application_id from ${cases}
        where ${own} and ${cases.followUpOn} <= ${today} ${order})`,
    })
    .from(sql`(select 1)`);
  return row?.replied ?? row?.due ?? null;
}

export async function findUnassigned(tx: Transaction, skip: readonly string[]): Promise<string | null> {
  // SQLite would rather sort all that nobody has
  const [row] = await tx.all<{ id: string }>(sql`select application_id as id from ${cases}
    indexed by cases_unassigned
    where ${cases.assigneeId} is null and ${cases.followUpOn} is not null and ${isNotSkipped(skip)}
    order by ${cases.startsOn}, ${cases.completedAt}, ${cases.number} limit 1`);
  return row?.id ?? null;
}

function isNotSkipped(skip: readonly string[]): SQL {
  return sql`${cases.applicationId} not in (select value from json_each(${JSON.stringify(skip)}))`;
}
