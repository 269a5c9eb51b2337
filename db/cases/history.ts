import { desc, eq } from 'drizzle-orm';
import type { CaseEvent } from '#domain/cases/staff';
import { isoOf } from '#domain/time';
import type { Database, Transaction } from '../client';
import { caseEvents, cases } from '../schema/desk';
import { selectSentMessages } from './messages';

const mostEvents = 200;

export type EventRecord = typeof caseEvents.$inferSelect;

/** The event with this id, or null: ids of messages, notes and answers are those of their events. */
export async function findEvent(tx: Transaction, id: string): Promise<EventRecord | null> {
  const [event] = await tx.select().from(caseEvents).where(eq(caseEvents.id, id));
  return event ?? null;
}

/** Newest first, at most 200 rows; null: it has no case. */
export async function readHistory(db: Database, applicationId: string): Promise<CaseEvent[] | null> {
  const [[found], events, messages] = await db.read.batch([
    db.read.select({ number: cases.number }).from(cases).where(eq(cases.applicationId, applicationId)),
    db.read
      .select()
      .from(caseEvents)
      .where(eq(caseEvents.applicationId, applicationId))
      .orderBy(desc(caseEvents.number))
      .limit(mostEvents),
    selectSentMessages(db.read, applicationId),
  ]);
  if (!found) return null;
  // a message has the id of the event with which it was sent
  const sent = new Map(messages.map(({ id, ...message }) => [id, message]));
  return events.map((event) => eventOf(event, sent.get(event.id) ?? null));
}

export function eventOf(record: EventRecord, message: CaseEvent['message']): CaseEvent {
  const { id, at, actor, kind, old, new: later, text, also, way, attachments } = record;
  return {
    id,
    at: isoOf(at),
    actor,
    kind,
    old,
    new: later,
    text,
    also: also ?? [],
    message,
    way,
    attachments,
  };
}
