import { type EventRecord, eventOf, findEvent } from '#db/cases/history';
import { addNote, findNote, removeText } from '#db/cases/notes';
import type { StaffRecord } from '#db/staff/sessions';
import type { Actor } from '#domain/accounts/actors';
import type { CaseEvent, NewNote } from '#domain/cases/staff';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { refusals } from '../../../refusal';
import { repeated } from '../../../repeats';
import { noSuchCase } from './messages';

export async function writeNote(
  context: Context,
  author: Actor,
  applicationId: string,
  { id, text }: NewNote,
): Promise<CaseEvent> {
  return await perform(context, author, async ({ tx, at, record }) => {
    const stored = await findEvent(tx, id);
    const given: Partial<EventRecord> = { kind: 'note', applicationId };
    // of a removed note nothing is left to compare with
    const before = repeated(stored, {
      ...given,
      ...(stored?.text === null ? { actorId: author.id } : { text }),
    });
    if (before) return eventOf(before, null);
    const note = await addNote(tx, { id, applicationId, text, at, author });
    if (!note) throw noSuchCase();
    await record('case_note_added', [applicationId]);
    return eventOf(note, null);
  });
}

/** Removes the text of a note. Everybody may remove their own notes. */
export async function removeNote(
  context: Context,
  staff: StaffRecord,
  applicationId: string,
  noteId: string,
): Promise<void> {
  await perform(context, staff, async ({ tx, record, erase }) => {
    const note = await findNote(tx, applicationId, noteId);
    if (!note) throw refusals.notFound('Diese Notiz gibt es nicht.');
    if (staff.role !== 'admin' && note.actorId !== staff.id) throw refusals.forbidden();
    // the write-ahead log still contains the text
    erase([]);
    if (note.text === null) return;
    await removeText(tx, note);
    await record('case_note_removed', [applicationId]);
  });
}
