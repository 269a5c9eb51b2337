import { eq, sql } from 'drizzle-orm';
import type { Case } from '#domain/cases/staff';
import { isoOf } from '#domain/time';
import type { Reader } from '../client';
import { applications, contactData, horseData } from '../schema/applications';
import { cases } from '../schema/desk';
import { users } from '../schema/staff';
import { withdrawalOpenOf, withdrawalSuggestedOf } from './open-withdrawals';

export async function findCase(reader: Reader, applicationId: string, today: string): Promise<Case | null> {
  const [row] = await selectCases(reader).where(eq(cases.applicationId, applicationId));
  return row ? caseOf(row, today) : null;
}

export function selectCases(reader: Reader) {
  return reader
    .select({
      case: cases,
      assignee: users.username,
      adviceOwed: applications.adviceOwed,
      restrictedAt: applications.restrictedAt,
      withdrawalOpen: withdrawalOpenOf(sql`${cases.applicationId}`),
      withdrawalSuggested: withdrawalSuggestedOf(sql`${cases.applicationId}`),
      firstName: contactData.firstName,
      lastName: contactData.lastName,
      email: contactData.email,
      phone: contactData.phone,
      horseName: horseData.horseName,
    })
    .from(cases)
    .innerJoin(applications, eq(applications.id, cases.applicationId))
    .innerJoin(contactData, eq(contactData.applicationId, cases.applicationId))
    .innerJoin(horseData, eq(horseData.applicationId, cases.applicationId))
    .leftJoin(users, eq(users.id, cases.assigneeId));
}

type CaseRow = Awaited<ReturnType<typeof selectCases>>[number];

export function caseOf(row: CaseRow, today: string): Case {
  const {
    number: _,
    wordsVersion: __,
    confirmedAt: ___,
    // for the figures only
    firstStepAt: _step,
    transmittedAt: _transmission,
    decidedAt: _decision,
    assigneeId,
    followUpOn,
    completedAt,
    ...record
  } = row.case;
  const { firstName, lastName, email, phone, horseName, adviceOwed, restrictedAt } = row;
  return {
    ...record,
    assignee: assigneeId !== null && row.assignee ? { id: assigneeId, username: row.assignee } : null,
    followUpOn,
    overdue: followUpOn !== null && followUpOn < today,
    completedAt: isoOf(completedAt),
    adviceOwed,
    withdrawalOpen: row.withdrawalOpen === 1,
    withdrawalSuggested: row.withdrawalSuggested === 1,
    restricted: restrictedAt !== null,
    contactName: `${firstName} ${lastName}`,
    email,
    phone,
    horseName,
  };
}
