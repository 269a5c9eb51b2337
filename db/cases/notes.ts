/** Notes in the history of a case. They change neither the case nor its version. */
import { eq } from 'drizzle-orm';
import type { StaffMember } from '#domain/cases/staff';
import type { Transaction } from '../client';
import { caseEvents, cases } from '../schema/desk';
import { type EventRecord, findEvent } from './history';

type NewNote = { id: string; applicationId: string; text: string; at: number; author: StaffMember };

/** Null if the application has no case. */
export async function addNote(
  tx: Transaction,
  { author, applicationId, ...note }: NewNote,
): Promise<EventRecord | null> {
  const [found] = await tx
    .select({ number: cases.number })
    .from(cases)
    .where(eq(cases.applicationId, applicationId));
  if (!found) return null;
  const by = { actor: author.username, actorId: author.id };
  const [stored] = await tx
    .insert(caseEvents)
    .values({ ...note, ...by, applicationId, kind: 'note' })
    .returning();
  return stored ?? null;
}

export async function findNote(
  tx: Transaction,
  applicationId: string,
  noteId: string,
): Promise<EventRecord | null> {
  const event = await findEvent(tx, noteId);
  return event?.kind === 'note' && event.applicationId === applicationId ? event : null;
}

export async function removeText(tx: Transaction, { number }: EventRecord): Promise<void> {
  await tx.update(caseEvents).set({ text: null }).where(eq(caseEvents.number, number));
}
