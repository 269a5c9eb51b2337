/** Backoffice calls for the history of a case and the notes in it. */
import { readHistory } from '#db/cases/history';
import { addNote, type NoteAddition, removeNote } from '#db/cases/notes';
import { type CaseEvent, newNote, unknownCase } from '#domain/cases/staff';
import type { MessageResponse } from '#domain/responses';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { emptyLog } from '../../../erase';
import { staffRoutes } from '../../../http/access';
import { standard, uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import type { Read } from '../readings';

const unknownNote = () => refusals.notFound('Diese Notiz gibt es nicht.');

export function caseHistoryRoutes(context: Context, read: Read) {
  const { db, now } = context;
  return staffRoutes(context, 'backoffice-case-history')
    .get(
      api.caseHistory,
      async ({ id, staff }): Promise<CaseEvent[]> => {
        const idsOf = (found: unknown) => (found ? [id] : []);
        const history = await read(staff, 'details_opened', () => readHistory(db, id), idsOf, id);
        if (!history) throw refusals.notFound(unknownCase);
        return history;
      },
      { role: 'staff', byId: true },
    )
    .post(
      api.caseNotes,
      async ({ id, body, staff, set }) => {
        const note = added(await db.write((tx) => addNote(tx, id, body, staff, now())));
        set.status = 201;
        return note;
      },
      { role: 'staff', byId: true, body: standard(() => newNote) },
    )
    .delete(
      api.caseNote,
      async ({ id, params, staff }) => {
        const noteId = uuidOf(params.noteId);
        const by = { ...staff, mayRemoveAll: staff.role === 'admin' };
        const removal = await db.write((tx) => removeNote(tx, id, noteId, by, now()));
        if (removal === 'unknown') throw unknownNote();
        if (removal === 'foreign') throw refusals.forbidden();
        // the write-ahead log still contains the text
        await emptyLog(context);
        return { message: 'Die Notiz wurde entfernt.' } satisfies MessageResponse;
      },
      { role: 'staff', byId: true },
    );
}

function added(addition: NoteAddition): CaseEvent {
  if (addition.kind === 'stored') return addition.note;
  if (addition.kind === 'unknown') throw refusals.notFound(unknownCase);
  throw refusals.idTaken();
}
