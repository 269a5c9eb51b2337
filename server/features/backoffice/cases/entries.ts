import { findAsked, wasAskedByHand } from '#db/cases/find';
import { addNote, type EventRecord, eventOf, findEvent, findNote, removeText } from '#db/cases/history';
import type { StaffRecord } from '#db/staff/users';
import type { Actor } from '#domain/accounts/actors';
import { type NewNote, newNote } from '#domain/cases/staff';
import { asksConfirmation, blockLabels } from '#domain/cases/statuses';
import { hourMs } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { staffRoutes } from '../../../http/access';
import { standard, uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { repeated } from '../../../repeats';
import { noSuchCase } from './messages';

export function caseEntryRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-case-entries')
    .post(api.caseConfirmation, ({ id, staff }) => askPolicyholder(context, staff, id), {
      role: 'staff',
      byId: true,
      answers: { status: 202, message: 'Die E-Mail an den Versicherungsnehmer geht gleich hinaus.' },
    })
    .post(api.caseNotes, ({ id, body, staff }) => writeNote(context, staff, id, body), {
      role: 'staff',
      byId: true,
      body: standard(() => newNote),
      answers: { status: 201 },
    })
    .delete(api.caseNote, ({ id, params, staff }) => removeNote(context, staff, id, uuidOf(params.noteId)), {
      role: 'staff',
      byId: true,
      answers: { message: 'Die Notiz wurde entfernt.' },
    });
}

async function writeNote(context: Context, author: Actor, applicationId: string, { id, text }: NewNote) {
  return await perform(context, author, async ({ tx, at, record }) => {
    const stored = await findEvent(tx, id);
    // of a removed note nothing is left to compare with
    const said: Partial<EventRecord> = stored?.text === null ? { actorId: author.id } : { text };
    const before = repeated(stored, { kind: 'note', applicationId, ...said });
    if (before) return eventOf(before, null);
    const note = await addNote(tx, { id, applicationId, text, at, author });
    if (!note) throw noSuchCase();
    await record('case_note_added', [applicationId]);
    return eventOf(note, null);
  });
}

async function removeNote(
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

const pauseMs = hourMs;

async function askPolicyholder(context: Context, actor: Actor, applicationId: string): Promise<void> {
  await perform(context, actor, async ({ tx, at, mail, record }) => {
    const asked = await findAsked(tx, applicationId);
    if (!asked) throw noSuchCase();
    if (!asksConfirmation(asked)) throw refusals.conflict('Zu diesem Antrag ist keine Bestätigung offen.');
    if (asked.restrictedAt !== null) throw refusals.conflict(blockLabels.restricted);
    if (await wasAskedByHand(tx, applicationId, { since: at - pauseMs, now: at }))
      throw refusals.conflict('Diese E-Mail haben Sie vor weniger als einer Stunde gesendet.');
    await mail('confirmation_asked', { applicationId }, { byHand: 'queued' });
    await record('confirmation_requested', [applicationId]);
  });
}
