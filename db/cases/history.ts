import { and, desc, eq, inArray } from 'drizzle-orm';
import type { CaseEvent, StaffMember } from '#domain/cases/staff';
import { type CaseEventKind, type CaseStatus, otherAnswerer } from '#domain/cases/statuses';
import { caseMails } from '#domain/mails/kinds';
import { isSameAddress } from '#domain/text/addresses';
import { isoOf } from '#domain/time';
import type { Database, Reader, Transaction } from '../client';
import { applications, contactData, policyholderInfo } from '../schema/applications';
import { caseEvents, caseMessages, cases } from '../schema/desk';
import { outbox } from '../schema/mails';
import { first, isWithin, type Span } from '../statements';

const mostEvents = 200;

export type EventRecord = typeof caseEvents.$inferSelect;

/** The event with this id, or null: ids of messages, notes and answers are those of their events. */
export function findEvent(tx: Transaction, id: string): Promise<EventRecord | null> {
  return first(tx.select().from(caseEvents).where(eq(caseEvents.id, id)));
}

/** Newest first, at most 200 rows; null: it has no case. */
export async function readHistory(db: Database, applicationId: string): Promise<CaseEvent[] | null> {
  const stored = db.read.select().from(caseEvents).where(eq(caseEvents.applicationId, applicationId));
  const [[found], events, messages] = await db.read.batch([
    numberOf(db.read, applicationId),
    stored.orderBy(desc(caseEvents.number)).limit(mostEvents),
    selectSentMessages(db.read, applicationId),
  ]);
  if (!found) return null;
  // a message has the id of the event with which it was sent
  const sent = new Map(messages.map(({ id, ...message }) => [id, message]));
  return events.map((event) => eventOf(event, sent.get(event.id) ?? null));
}

export function eventOf(record: EventRecord, message: CaseEvent['message']): CaseEvent {
  const { number: _, applicationId: __, actorId: ___, ...event } = record;
  return { ...event, at: isoOf(event.at), also: event.also ?? [], message };
}

const numberOf = (reader: Reader, applicationId: string) =>
  reader.select({ number: cases.number }).from(cases).where(eq(cases.applicationId, applicationId));

type MessageRecord = typeof caseMessages.$inferSelect;

export function findMessage(reader: Reader, id: string): Promise<MessageRecord | null> {
  return first(reader.select().from(caseMessages).where(eq(caseMessages.id, id)));
}

export function findAnswered(reader: Reader, answerId: string): Promise<MessageRecord | null> {
  return first(reader.select().from(caseMessages).where(eq(caseMessages.answerId, answerId)).limit(1));
}

export async function addMessage(tx: Transaction, message: typeof caseMessages.$inferInsert): Promise<void> {
  await tx.insert(caseMessages).values(message);
}

type Answer = { answerId: string; answer: string; answeredAt: number };

export async function addAnswer(tx: Transaction, messageId: string, answer: Answer): Promise<void> {
  await tx.update(caseMessages).set(answer).where(eq(caseMessages.id, messageId));
}

const asking: CaseStatus = 'inquiry';
const isAsking = eq(cases.status, asking);

/** Null if the case does not wait for an answer. */
export async function findQuestion(reader: Reader, applicationId: string): Promise<MessageRecord | null> {
  const [row] = await reader
    .select({ message: caseMessages })
    .from(caseMessages)
    .innerJoin(cases, eq(cases.applicationId, caseMessages.applicationId))
    .where(and(eq(cases.applicationId, applicationId), eq(caseMessages.status, asking), isAsking))
    .orderBy(desc(caseMessages.at))
    .limit(1);
  return row && row.message.answeredAt === null ? row.message : null;
}

function selectSentMessages(reader: Reader, applicationId: string) {
  const { id, subject, body } = caseMessages;
  // the mail about the answer belongs to the message too
  const isItsMail = and(eq(outbox.caseMessageId, id), inArray(outbox.emailType, Object.values(caseMails)));
  return reader
    .select({ id, subject, body, delivery: outbox.status })
    .from(caseMessages)
    .leftJoin(outbox, isItsMail)
    .where(eq(caseMessages.applicationId, applicationId));
}

type NewNote = { id: string; applicationId: string; text: string; at: number; author: StaffMember };

/** It changes neither the case nor its version. Null if the application has no case. */
export async function addNote(tx: Transaction, { author, ...note }: NewNote): Promise<EventRecord | null> {
  if (!(await first(numberOf(tx, note.applicationId)))) return null;
  const by = { kind: 'note', actor: author.username, actorId: author.id } as const;
  const values = { ...note, ...by };
  return await first(tx.insert(caseEvents).values(values).returning());
}

export async function findNote(tx: Transaction, applicationId: string, noteId: string) {
  const event = await findEvent(tx, noteId);
  return event?.kind === 'note' && event.applicationId === applicationId ? event : null;
}

export async function removeText(tx: Transaction, { number }: EventRecord): Promise<void> {
  await tx.update(caseEvents).set({ text: null }).where(eq(caseEvents.number, number));
}

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
