import { and, asc, eq, like, or } from 'drizzle-orm';
import type { CaseStatus } from '#domain/cases/statuses';
import type { TariffType } from '#domain/tariffs/catalogue';
import type { Reader } from '../client';
import { horseData, tariffSelections } from '../schema/applications';
import { caseEvents, cases } from '../schema/desk';

type PublicCase = {
  status: CaseStatus;
  completedAt: number;
  horseName: string;
  tariff: TariffType;
  monthlyCents: number;
  insuranceStartDate: string;
  replyUnread: boolean;
};

export async function findPublicCase(reader: Reader, applicationId: string): Promise<PublicCase | null> {
  const [row] = await reader
    .select({
      status: cases.status,
      completedAt: cases.completedAt,
      replyUnread: cases.replyUnread,
      horseName: horseData.horseName,
      tariff: tariffSelections.tariffType,
      monthlyCents: tariffSelections.monthlyCents,
      insuranceStartDate: horseData.insuranceStartDate,
    })
    .from(cases)
    .innerJoin(horseData, eq(horseData.applicationId, cases.applicationId))
    .innerJoin(tariffSelections, eq(tariffSelections.applicationId, cases.applicationId))
    .where(eq(cases.applicationId, applicationId));
  return row ?? null;
}

/** After the first, in order of time. */
export async function readStatusChanges(
  reader: Reader,
  applicationId: string,
): Promise<{ status: CaseStatus; at: number }[]> {
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
