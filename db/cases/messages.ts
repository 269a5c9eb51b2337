import { and, desc, eq, inArray } from 'drizzle-orm';
import type { CaseStatus } from '#domain/cases/statuses';
import { caseMails } from '#domain/mails/kinds';
import type { Reader, Transaction } from '../client';
import { caseMessages, cases } from '../schema/desk';
import { outbox } from '../schema/mails';

type MessageRecord = typeof caseMessages.$inferSelect;
type NewMessageRecord = Omit<MessageRecord, 'answerId' | 'answer' | 'answeredAt'>;

export async function findMessage(reader: Reader, id: string): Promise<MessageRecord | null> {
  const [row] = await reader.select().from(caseMessages).where(eq(caseMessages.id, id)).limit(1);
  return row ?? null;
}

export async function findAnswered(reader: Reader, answerId: string): Promise<MessageRecord | null> {
  const [row] = await reader.select().from(caseMessages).where(eq(caseMessages.answerId, answerId)).limit(1);
  return row ?? null;
}

export async function addMessage(tx: Transaction, message: NewMessageRecord): Promise<void> {
  await tx.insert(caseMessages).values(message);
}

export async function addAnswer(
  tx: Transaction,
  messageId: string,
  answer: { answerId: string; answer: string; answeredAt: number },
): Promise<void> {
  await tx.update(caseMessages).set(answer).where(eq(caseMessages.id, messageId));
}

const asking: CaseStatus = 'inquiry';

/** Null if the case does not wait for an answer. */
export async function findQuestion(reader: Reader, applicationId: string): Promise<MessageRecord | null> {
  const [row] = await reader
    .select({ message: caseMessages })
    .from(caseMessages)
    .innerJoin(cases, eq(cases.applicationId, caseMessages.applicationId))
    .where(
      and(
        eq(caseMessages.applicationId, applicationId),
        eq(caseMessages.status, asking),
        eq(cases.status, asking),
      ),
    )
    .orderBy(desc(caseMessages.at))
    .limit(1);
  return row && row.message.answeredAt === null ? row.message : null;
}

const messageMails = Object.values(caseMails);

export function selectSentMessages(reader: Reader, applicationId: string) {
  return (
    reader
      .select({
        id: caseMessages.id,
        subject: caseMessages.subject,
        body: caseMessages.body,
        delivery: outbox.status,
      })
      .from(caseMessages)
      // the mail about the answer belongs to the message too
      .leftJoin(
        outbox,
        and(eq(outbox.caseMessageId, caseMessages.id), inArray(outbox.emailType, messageMails)),
      )
      .where(eq(caseMessages.applicationId, applicationId))
  );
}
