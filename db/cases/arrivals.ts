/** What the mails about a case lead to: who may answer, and lines in the history that change nothing. */
import { and, eq, inArray } from 'drizzle-orm';
import { type CaseEventKind, otherAnswerer } from '#domain/cases/statuses';
import { isSameAddress } from '#domain/text/addresses';
import type { Transaction } from '../client';
import { applications, contactData, policyholderInfo } from '../schema/applications';
import { caseEvents, cases } from '../schema/desk';
import { first, isWithin, type Span } from '../statements';
import { findEvent } from './history';

export type Correspondents = NonNullable<Awaited<ReturnType<typeof findCorrespondents>>>;

export function findCorrespondents(tx: Transaction, applicationId: string) {
  const found = tx
    .select({
      status: cases.status,
      restrictedAt: applications.restrictedAt,
      contact: contactData.email,
      policyholder: policyholderInfo.email,
    })
    .from(cases)
    .innerJoin(applications, eq(applications.id, cases.applicationId))
    .innerJoin(contactData, eq(contactData.applicationId, cases.applicationId))
    .leftJoin(policyholderInfo, eq(policyholderInfo.applicationId, cases.applicationId))
    .where(eq(cases.applicationId, applicationId));
  return first(found);
}

/** The contact, and about a mail that went to them the policyholder; null: neither. */
export function whoAnswers(
  { contact, policyholder }: Correspondents,
  recipient: string,
  from: string | null,
): 'contact' | typeof otherAnswerer | null {
  if (from === null) return null;
  if (isSameAddress(from, contact)) return 'contact';
  const isTheirs = policyholder !== null && isSameAddress(recipient, policyholder);
  return isTheirs && isSameAddress(from, policyholder) ? otherAnswerer : null;
}

export function isOfThem({ contact, policyholder }: Correspondents, address: string): boolean {
  return isSameAddress(contact, address) || (policyholder !== null && isSameAddress(policyholder, address));
}

type Line = { id: string; applicationId: string; kind: 'foreign_reply' | 'automatic_reply'; at: number };

const replies: CaseEventKind[] = ['answer', 'encrypted_reply', 'unreadable_reply', 'more_replies'];

/** How many answers came within this time, and whether the history says already that there are more. */
export async function countReplies(tx: Transaction, applicationId: string, span: Span) {
  const { kind, at } = caseEvents;
  const rows = await tx
    .select({ kind })
    .from(caseEvents)
    .where(and(eq(caseEvents.applicationId, applicationId), inArray(kind, replies), isWithin(at, span)));
  return { count: rows.length, isSaid: rows.some((row) => row.kind === 'more_replies') };
}

/** Programs may answer one another without end. */
const mostLines = 50;

export async function addLine(tx: Transaction, line: Line): Promise<void> {
  const { id, applicationId, kind } = line;
  if (await findEvent(tx, id)) return;
  const isLine = and(eq(caseEvents.applicationId, applicationId), eq(caseEvents.kind, kind));
  if ((await tx.$count(caseEvents, isLine)) < mostLines) await tx.insert(caseEvents).values(line);
}
