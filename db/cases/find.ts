import { and, asc, eq, like, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Case } from '#domain/cases/staff';
import type { CaseStatus } from '#domain/cases/statuses';
import type { EmailType } from '#domain/mails/kinds';
import { isoOf } from '#domain/time';
import type { Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { type Claim, isFree } from '../leases/leases';
import { applications, contactData, horseData, tariffSelections } from '../schema/applications';
import { caseEvents, cases } from '../schema/desk';
import { outbox } from '../schema/mails';
import { users } from '../schema/staff';
import { first, isWithin, type Span } from '../statements';

export function findCase(reader: Reader, applicationId: string, today: string): Promise<Case | null> {
  return first(caseOf(reader, { applicationId, today }));
}

const caseOf = statement((on) =>
  selectCases(on, sql.placeholder('today')).where(eq(cases.applicationId, sql.placeholder('applicationId'))),
);

/** Null: nobody has it. For a select that joins `users`. */
export const assignee = { id: users.id, username: users.username };

export function selectCases(on: Pick<Reader, 'select'>, today: string | Placeholder) {
  const { applicationId, version, status, transmittedOn, policyNumber, replyUnread } = cases;
  const { undeliverable, confirmation, startsOn, followUpOn, completedAt } = cases;
  const { firstName, lastName, email, phone } = contactData;
  return on
    .select({
      ...{ applicationId, version, status, transmittedOn, policyNumber, replyUnread },
      ...{ undeliverable, confirmation, startsOn, assignee, followUpOn },
      ...stepState(sql`${applicationId}`),
      withdrawalSuggested: withdrawalSuggestedOf(sql`${applicationId}`),
      ...{ email, phone, horseName: horseData.horseName },
      assigneeAway: sql`ifnull(${users.awayUntil} >= ${today}, 0)`.mapWith(Boolean),
      overdue: sql`ifnull(${followUpOn} < ${today}, 0)`.mapWith(Boolean),
      completedAt: sql`${completedAt}`.mapWith((at: number) => isoOf(at)),
      contactName: sql<string>`${firstName} || ' ' || ${lastName}`,
    })
    .from(cases)
    .innerJoin(applications, eq(applications.id, applicationId))
    .innerJoin(contactData, eq(contactData.applicationId, applicationId))
    .innerJoin(horseData, eq(horseData.applicationId, applicationId))
    .leftJoin(users, eq(users.id, cases.assigneeId));
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
  const [row] = await standing(reader, { applicationId });
  return row?.stands ?? false;
}

const standing = statement((on) => {
  const isStanding = sql`(${isOpen} and ${isCertain} or of_it.outcome = 'effective')`;
  return on
    .select({ stands: existsFor(sql`${sql.placeholder('applicationId')}`, isStanding) })
    .from(sql`(select 1)`);
});

function existsFor(applicationId: SQL, condition: SQL): SQL<boolean> {
  return sql`exists (
    select 1 from withdrawals of_it where of_it.application_id = ${applicationId} and ${condition})`.mapWith(
    Boolean,
  );
}

type Asked = { skip: readonly string[]; today: string };

/** The application of the member's most urgent own case; or null. */
export function findOwnNext(reader: Reader, userId: string, asked: Asked): Promise<string | null> {
  return findUrgent(reader, sql`${cases.assigneeId} = ${userId}`, asked);
}

/** The most urgent case of somebody who is away, which is handed to nobody else until the claim ends; or null. */
export async function lendNext(tx: Transaction, claim: Claim, asked: Asked): Promise<string | null> {
  const away = sql`select ${users.id} from ${users} where ${users.awayUntil} >= ${asked.today}`;
  const isLendable = sql`${cases.assigneeId} in (${away})
    and ${isFree({ owner: cases.lentTo, until: cases.lentUntil }, claim)}`;
  const id = await findUrgent(tx, isLendable, asked);
  const lent = { lentTo: claim.owner, lentUntil: claim.until };
  if (id !== null) await tx.update(cases).set(lent).where(eq(cases.applicationId, id));
  return id;
}

/** Answered ones first, then those that are due. */
async function findUrgent(reader: Reader, whose: SQL, { skip, today }: Asked): Promise<string | null> {
  const wanted = sql`${whose} and ${isNotSkipped(skip)}`;
  const order = sql`order by ${cases.followUpOn}, ${cases.completedAt}, ${cases.number} limit 1`;
  const [row] = await reader
    .select({
      // by its own index and a literal condition, else SQLite passes everything that the member ever had
      replied: sql<string | null>`(select application_id from ${cases} indexed by cases_replied
        where ${wanted} and ${cases.replyUnread} = 1 ${order})`,
      due: sql<string | null>`(select application_id from ${cases}
        where ${wanted} and ${cases.followUpOn} <= ${today} ${order})`,
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

export function findPublicCase(reader: Reader, applicationId: string) {
  const { status, completedAt, replyUnread } = cases;
  const { horseName, insuranceStartDate } = horseData;
  const { tariffType: tariff, monthlyCents } = tariffSelections;
  const found = reader
    .select({ status, completedAt, replyUnread, horseName, tariff, monthlyCents, insuranceStartDate })
    .from(cases)
    .innerJoin(horseData, eq(horseData.applicationId, cases.applicationId))
    .innerJoin(tariffSelections, eq(tariffSelections.applicationId, cases.applicationId))
    .where(eq(cases.applicationId, applicationId));
  return first(found);
}

/** After the first, in order of time. */
export async function readStatusChanges(reader: Reader, applicationId: string) {
  // an answer comes with its change of status
  const isStep = or(eq(caseEvents.kind, 'status'), like(caseEvents.also, '%"status"%'));
  const rows = await reader
    .select({ at: caseEvents.at, kind: caseEvents.kind, to: caseEvents.new, also: caseEvents.also })
    .from(caseEvents)
    .where(and(eq(caseEvents.applicationId, applicationId), isStep))
    .orderBy(asc(caseEvents.number));
  return rows.flatMap(({ at, kind, to, also }) => {
    const status = kind === 'status' ? to : also?.find((one) => one.kind === 'status')?.new;
    return status ? [{ status: status as CaseStatus, at }] : [];
  });
}

export type AskedCase = NonNullable<Awaited<ReturnType<typeof findAsked>>>;

export function findAsked(reader: Reader, id: string) {
  const { applicationId, status, followUpOn, confirmation, confirmedAt } = cases;
  const { restrictedAt } = applications;
  const asked = reader
    .select({ applicationId, status, followUpOn, confirmation, confirmedAt, restrictedAt })
    .from(cases)
    .innerJoin(applications, eq(applications.id, applicationId))
    .where(eq(applicationId, id));
  return first(asked);
}

const asking: EmailType = 'policyholder_confirmation';

export async function wasAskedByHand(tx: Transaction, applicationId: string, span: Span): Promise<boolean> {
  const { applicationId: id, emailType, byHand, createdAt } = outbox;
  const isAsked = and(eq(id, applicationId), eq(emailType, asking), eq(byHand, true));
  return (await tx.$count(outbox, and(isAsked, isWithin(createdAt, span)))) > 0;
}
