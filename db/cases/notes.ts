/** Notes in the history of a case. They change neither the case nor its version. */
import { eq } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actors';
import type { CaseEvent, NewNote } from '#domain/cases/staff';
import { recordAction } from '../audit/record';
import type { Transaction } from '../client';
import { caseEvents, cases } from '../schema/desk';
import { type EventRecord, eventOf } from './history';

export type NoteAddition =
  | { kind: 'stored'; note: CaseEvent }
  /** `different`: the id belongs to something else. */
  | { kind: 'unknown' | 'different' };

/** Adds a note at instant `now` (ms). The same note again is the same row. */
export async function addNote(
  tx: Transaction,
  applicationId: string,
  { id, text }: NewNote,
  actor: Actor,
  now: number,
): Promise<NoteAddition> {
  const before = await findEvent(tx, id);
  if (before) {
    const isNote = before.kind === 'note' && before.applicationId === applicationId;
    // of a removed note nothing is left to compare with
    const isSame = isNote && (before.text === text || (before.text === null && before.actorId === actor.id));
    return isSame ? { kind: 'stored', note: eventOf(before, null) } : { kind: 'different' };
  }
  const [found] = await tx
    .select({ number: cases.number })
    .from(cases)
    .where(eq(cases.applicationId, applicationId));
  if (!found) return { kind: 'unknown' };
  const { id: actorId, username } = actor;
  const [note] = await tx
    .insert(caseEvents)
    .values({ id, applicationId, at: now, actor: username, actorId, kind: 'note', text })
    .returning();
  if (!note) return { kind: 'unknown' };
  await recordAction(tx, actor, 'case_note_added', [applicationId], now);
  return { kind: 'stored', note: eventOf(note, null) };
}

type Remover = Actor & { mayRemoveAll: boolean };

/** Removes the text of a note; its row stays. Everybody may remove their own notes. */
export async function removeNote(
  tx: Transaction,
  applicationId: string,
  noteId: string,
  { mayRemoveAll, ...actor }: Remover,
  now: number,
): Promise<'removed' | 'unknown' | 'foreign'> {
  const note = await findEvent(tx, noteId);
  if (note?.kind !== 'note' || note.applicationId !== applicationId) return 'unknown';
  if (!mayRemoveAll && note.actorId !== actor.id) return 'foreign';
  if (note.text === null) return 'removed';
  await tx.update(caseEvents).set({ text: null }).where(eq(caseEvents.number, note.number));
  await recordAction(tx, actor, 'case_note_removed', [applicationId], now);
  return 'removed';
}

async function findEvent(tx: Transaction, id: string): Promise<EventRecord | null> {
  const [event] = await tx.select().from(caseEvents).where(eq(caseEvents.id, id));
  return event ?? null;
}
