import { and, asc, eq, like, or, sql } from 'drizzle-orm';
import { type CaseStatus, type Confirmation, confirmationLabels } from '#domain/cases/statuses';
import type { EmailType } from '#domain/mails/kinds';
import type { Reader, Transaction } from '../client';
import { applications, horseData, tariffSelections } from '../schema/applications';
import { caseEvents, cases } from '../schema/desk';
import { outbox } from '../schema/mails';
import { first, isWithin, type Span } from '../statements';

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
  const rows = await reader
    .select({ at: caseEvents.at, kind: caseEvents.kind, to: caseEvents.new, also: caseEvents.also })
    .from(caseEvents)
    .where(
      and(
        eq(caseEvents.applicationId, applicationId),
        // an answer comes with its change of status
        or(eq(caseEvents.kind, 'status'), like(caseEvents.also, '%"status"%')),
      ),
    )
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

type Answer = { confirmation: Exclude<Confirmation, 'open'>; at: number; today: string };

/** A refusal is due today; that of a done case, which has no follow-up, is news like an answer. */
export async function storeConfirmation(
  tx: Transaction,
  { applicationId, followUpOn }: AskedCase,
  { confirmation, at, today }: Answer,
): Promise<void> {
  const isRefused = confirmation === 'refused';
  const news = followUpOn === null ? { replyUnread: true } : { followUpOn: today };
  await tx
    .update(cases)
    .set({
      confirmation,
      confirmedAt: at,
      ...(isRefused ? { ...news, version: sql`${cases.version} + 1` } : {}),
    })
    .where(eq(cases.applicationId, applicationId));
  const isMoved = isRefused && followUpOn !== null && followUpOn !== today;
  await tx.insert(caseEvents).values({
    id: crypto.randomUUID(),
    applicationId,
    at,
    kind: 'confirmation',
    new: confirmation,
    text: confirmationLabels[confirmation],
    also: isMoved ? [{ kind: 'follow_up', old: followUpOn, new: today }] : null,
  });
}

const asking: EmailType = 'policyholder_confirmation';

export async function wasAskedByHand(tx: Transaction, applicationId: string, span: Span): Promise<boolean> {
  const { applicationId: id, emailType, byHand, createdAt } = outbox;
  const isAsked = and(eq(id, applicationId), eq(emailType, asking), eq(byHand, true));
  return (await tx.$count(outbox, and(isAsked, isWithin(createdAt, span)))) > 0;
}
