import { type ChangeOutcome, changeCase, changeCases, lastActor, usernameOf } from '#db/cases/change';
import { findAsked, findCase, findOwnNext, findUnassigned, lendNext, wasAskedByHand } from '#db/cases/find';
import {
  addNote,
  type EventRecord,
  eventOf,
  findEvent,
  findNote,
  readHistory,
  removeText,
} from '#db/cases/history';
import { countCases, readCases } from '#db/cases/list';
import { findDuplicates } from '#db/cases/twins';
import type { Reader } from '#db/client';
import { visitorOf } from '#db/mails/recipients';
import { listStaff } from '#db/staff/users';
import type { Actor } from '#domain/accounts/actors';
import type { OpenedCase } from '#domain/applications/staff';
import {
  assigneeFilter,
  type BulkRequest,
  type BulkResult,
  bulkChange,
  type Case,
  type CaseChangeRequest,
  type CasePage,
  caseChange,
  caseViews,
  checkMessage,
  messagePreview,
  type NewNote,
  newNote,
  nextRequest,
  staleSentence,
} from '#domain/cases/staff';
import { asksConfirmation, blockLabels, blockSentence, invalidChanges } from '#domain/cases/statuses';
import { meaningsOf } from '#domain/cases/words';
import { maximum, optionalText } from '#domain/fields';
import { hourMs, minuteMs } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { type Deed, perform, type StaffDeed } from '../../../deed';
import { staffRoutes } from '../../../http/access';
import { ofObject, standard, uuidOf } from '../../../http/schema';
import { type Refusal, refusals, valid } from '../../../refusal';
import { repeated } from '../../../repeats';
import { oneOf, pageQuery, pages, queryDocs } from '../lists';
import type { Read } from '../readings';
import { listTemplates, noSuchCase, previewMessage, readMessage, reasonIn, sendMessage } from './messages';

const query = pageQuery({
  q: optionalText(maximum.email),
  view: oneOf([...caseViews], 'Diese Ansicht gibt es nicht'),
  assignee: assigneeFilter,
});

export function caseListRoutes(context: Context) {
  const { db, noteList, today } = context;
  const list = pages(context, query, {
    read: ({ view = 'open', q = '', assignee, ...page }, viewer) => {
      const of = assignee === 'none' ? null : assignee?.toLowerCase() || undefined;
      const asked = { ...page, view, assignee: of, userId: viewer.id, today: today() };
      return readCases(db, { ...asked, meanings: q === '' ? null : meaningsOf(q) });
    },
    persons: ({ cases }) => cases.map(({ applicationId }) => applicationId),
    page: ({ cases }, counted): CasePage => ({ cases, ...counted }),
  });
  return staffRoutes(context, 'backoffice-case-lists')
    .get(api.cases, list, { detail: queryDocs(query) })
    .get(api.caseCounts, ({ staff }) => countCases(db.read, { userId: staff.id, today: today() }))
    .get(api.staff, () => listStaff(db.read))
    .post(
      api.nextCase,
      async ({ body, staff, set }) => {
        const found = await nextCase(context, staff, body.skip ?? []);
        if (found) noteList(staff, [found.applicationId]);
        else set.status = 204;
        return found ?? undefined;
      },
      { body: ofObject(standard(() => nextRequest)) },
    )
    .post(api.bulkCases, ({ body, act }) => act((deed) => changeMany(deed, body)), {
      body: standard(() => bulkChange),
    });
}

export function caseRoutes(context: Context, read: Read) {
  const { db, noteList, today } = context;
  const opened = <T>(staff: Actor, id: string, find: () => Promise<T | null>) => {
    const show = async () => (await find()) ?? missing();
    return read(staff, 'details_opened', show, () => [id], id);
  };
  return staffRoutes(context, 'backoffice-cases')
    .get(api.case, ({ id, staff }) => opened(staff, id, () => findOpenedCase(db.read, id, today())))
    .patch(
      api.case,
      async ({ id, body, staff }) => {
        try {
          return await saveCase(context, staff, id, body);
        } finally {
          // the answer shows the person, also if nothing changes or somebody else was faster
          noteList(staff, [id]);
        }
      },
      { body: standard(() => caseChange) },
    )
    .get(api.caseHistory, ({ id, staff }) => opened(staff, id, () => readHistory(db, id)))
    .get(api.caseTemplates, ({ id }) => listTemplates(context, id))
    .post(
      api.casePreview,
      // it may contain the name and more of the person
      ({ id, body, staff }) => opened(staff, id, () => previewMessage(context, id, body)),
      { body: standard(() => messagePreview) },
    );
}

function missing(): never {
  throw noSuchCase();
}

/** Step, event, message and mail. The same message again does nothing, whatever has become of the case since. */
export async function saveCase(
  context: Context,
  actor: Actor,
  id: string,
  { message: given, ...wish }: CaseChangeRequest,
): Promise<Case> {
  const message = valid(checkMessage(wish.status, given));
  const saved = await perform(context, actor, async (deed) => {
    const sending = message && (await readMessage(context, deed.tx, id, message));
    if (!sending?.isRepeated) {
      const change = { ...wish, hasMessage: message !== null, reads: true } as const;
      const policy = context.config.policyholderConfirmation;
      const outcome = await changeCase({ ...deed, eventId: message?.id, policy }, id, change);
      const refused = await refusalOf(deed.tx, id, outcome);
      if (refused && outcome.kind === 'stale')
        throw refusals.stale(refused.message, await findOpenedCase(deed.tx, id, deed.today));
      if (refused) throw refused;
      if (outcome.kind !== 'same') await deed.record('case_changed', [id]);
      if (sending) await sendMessage(deed, actor, id, sending);
    }
    return (await findCase(deed.tx, id, deed.today)) ?? missing();
  });
  // compared when nobody waits to write any more
  return await withDuplicates(context.db.read, id, saved);
}

/** Null: the change was made, or nothing differed. */
async function refusalOf(tx: Deed['tx'], id: string, outcome: ChangeOutcome): Promise<Refusal | null> {
  if (outcome.kind === 'unknown') return noSuchCase();
  if (outcome.kind === 'stale') return refusals.conflict(staleSentence(await lastActor(tx, id)));
  if (outcome.kind === 'invalid') return refusals.invalid([outcome.error]);
  const isBlocked = outcome.kind === 'blocked';
  return isBlocked ? refusals.conflict(blockSentence(outcome.block, outcome.from, outcome.to)) : null;
}

/** Assigns cases, or sets their follow-up. What is wrong with one of them is reported and keeps no other back. */
async function changeMany(deed: Deed, request: BulkRequest): Promise<BulkResult> {
  const { assigneeId, followUpOn } = request;
  if ((assigneeId === undefined) === (followUpOn === undefined))
    throw invalid(['assigneeId', 'followUpOn'], 'Bitte wählen Sie entweder eine Person oder einen Tag');
  if (followUpOn !== undefined && followUpOn < deed.today) throw invalid(['followUpOn'], invalidChanges.past);
  const named = request.cases.map(({ id, version }) => ({ id: id.toLowerCase(), version }));
  if (assigneeId && (await usernameOf(deed.tx, assigneeId)) === null)
    throw invalid(['assigneeId'], invalidChanges.assignee);
  const changed: string[] = [];
  const skipped: BulkResult['skipped'] = [];
  for (const [id, outcome] of await changeCases(deed, named, { assigneeId, followUpOn })) {
    const refused = await refusalOf(deed.tx, id, outcome);
    if (refused) skipped.push({ id, reason: reasonIn(refused) });
    else if (outcome.kind === 'changed') changed.push(id);
  }
  await deed.record('case_changed', changed);
  return { changed: changed.length, skipped };
}

function invalid(paths: (keyof BulkRequest)[], message: string) {
  return refusals.invalid(paths.map((path) => ({ path, message })));
}

/** So long a case of somebody who is away is handed to one person only. */
const lendingMs = 15 * minuteMs;

/** Theirs, then one of somebody who is away, then the first that nobody has, which becomes theirs; null: none is left. */
async function nextCase(context: Context, actor: Actor, skip: readonly string[]): Promise<Case | null> {
  const asked = { skip: skip.map((id) => id.toLowerCase()), today: context.today() };
  const id =
    (await findOwnNext(context.db.read, actor.id, asked)) ?? (await takeOther(context, actor, asked));
  return id === null ? null : await findCase(context.db.read, id, asked.today);
}

/** An unread answer stays unread until its new assignee changes the case. */
async function takeOther(context: Context, actor: Actor, asked: { skip: string[]; today: string }) {
  return await perform(context, actor, async (deed) => {
    const claim = { owner: actor.id, now: deed.at, until: deed.at + lendingMs };
    const lent = await lendNext(deed.tx, claim, asked);
    if (lent !== null) {
      deed.unrecorded('nothing of the case changes');
      return lent;
    }
    const id = await findUnassigned(deed.tx, asked.skip);
    if (id === null) return null;
    const { kind } = await changeCase(deed, id, { version: null, assigneeId: actor.id });
    // the account may have been deleted since its token was checked
    if (kind !== 'changed') return null;
    await deed.record('case_changed', [id]);
    return id;
  });
}

/** The same for who opens a case, changes it, and was too late: they may be compared. */
async function findOpenedCase(reader: Reader, id: string, today: string): Promise<OpenedCase | null> {
  const found = await findCase(reader, id, today);
  return found && (await withDuplicates(reader, id, found));
}

async function withDuplicates(reader: Reader, id: string, found: Case): Promise<OpenedCase> {
  return { ...found, duplicates: await findDuplicates(reader, id) };
}

export function caseEntryRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-case-entries')
    .post(api.caseConfirmation, ({ id, act }) => act((deed) => askPolicyholder(context, deed, id)), {
      answers: { status: 202, message: 'Die E-Mail an den Versicherungsnehmer geht gleich hinaus.' },
    })
    .post(api.caseNotes, ({ id, body, act }) => act((deed) => writeNote(deed, id, body)), {
      body: standard(() => newNote),
      answers: { status: 201 },
    })
    .delete(
      api.caseNote,
      ({ id, params, act }) => act((deed) => removeNote(deed, id, uuidOf(params.noteId))),
      {
        answers: { message: 'Die Notiz wurde entfernt.' },
      },
    );
}

async function writeNote(deed: StaffDeed, applicationId: string, { id, text }: NewNote) {
  const { tx, actor: author, at, record } = deed;
  const stored = await findEvent(tx, id);
  // of a removed note nothing is left to compare with
  const said: Partial<EventRecord> = stored?.text === null ? { actorId: author.id } : { text };
  const before = repeated(stored, { kind: 'note', applicationId, ...said });
  if (before) return eventOf(before, null);
  const note = await addNote(tx, { id, applicationId, text, at, author });
  if (!note) throw noSuchCase();
  await record('case_note_added', [applicationId]);
  return eventOf(note, null);
}

async function removeNote(deed: StaffDeed, applicationId: string, noteId: string) {
  const { tx, actor, record, erase } = deed;
  const note = await findNote(tx, applicationId, noteId);
  if (!note) throw refusals.notFound('Diese Notiz gibt es nicht.');
  if (actor.role !== 'admin' && note.actorId !== actor.id) throw refusals.forbidden();
  // the write-ahead log still contains the text
  erase([]);
  if (note.text === null) return;
  await removeText(tx, note);
  await record('case_note_removed', [applicationId]);
}

const pauseMs = hourMs;

async function askPolicyholder({ site }: Context, deed: Deed, applicationId: string): Promise<void> {
  const { tx, at, mail, record } = deed;
  const asked = await findAsked(tx, applicationId);
  if (!asked) throw noSuchCase();
  if (!asksConfirmation(asked)) throw refusals.conflict('Zu diesem Antrag ist keine Bestätigung offen.');
  if (asked.restrictedAt !== null) throw refusals.conflict(blockLabels.restricted);
  if (await wasAskedByHand(tx, applicationId, { since: at - pauseMs, now: at }))
    throw refusals.conflict('Diese E-Mail haben Sie vor weniger als einer Stunde gesendet.');
  const about = { applicationId };
  await site.assertSendable(tx, await visitorOf(tx, 'confirmation_asked', about));
  await mail('confirmation_asked', about, { byHand: 'queued' });
  await record('confirmation_requested', [applicationId]);
}
