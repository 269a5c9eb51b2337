/** Doing again in a restored database what was erased since the backup. Instants are milliseconds since 1970. */

import { inArray } from 'drizzle-orm';
import { deleteRows } from '#db/applications/delete';
import { recordAction } from '#db/audit/record';
import type { FieldCipher } from '#db/bank-data/cipher';
import { deleteCallbacks } from '#db/callbacks/requests';
import { unassignCases } from '#db/cases/endings';
import { findNote, removeText } from '#db/cases/notes';
import type { Database, Transaction } from '#db/client';
import { restoreEnds } from '#db/links';
import { stopAddress, stopApplication } from '#db/mails/stops';
import { rememberErasedDrafts } from '#db/privacy/drafts';
import { erasedParts, eraseParts, type Part } from '#db/privacy/parts';
import { restrict } from '#db/privacy/persons';
import type { ErasedKind, Erasures } from '#db/privacy/replaced';
import { callbackRequests } from '#db/schema/callbacks';
import { deleteUser, findUser, isLastAdministrator } from '#db/staff/users';
import { endReceipts } from '#db/withdrawals/withdrawals';
import { theRestore } from '#domain/accounts/actors';
import { berlinDay } from '#domain/dates';
import { keysOf } from '#domain/keys';

/** How many of each kind were erased again, or stopped and restricted again. */
export type Replayed = Record<ErasedKind | 'note' | 'restriction' | 'objection', number> & {
  /** Accounts that were deleted and are back, because nobody else in the backup is an administrator. */
  administrators: number;
};

const atOnce = 100;
const actor = theRestore;
const deletions = {
  application: 'application_deleted',
  callback: 'callback_deleted',
  user: 'user_deleted',
  ...erasedParts,
} as const;

/** Erases it all with its rows in the audit log, which also gets what the backup does not contain. May be repeated. */
export async function replayErasures(
  db: Database,
  cipher: FieldCipher,
  erasures: Erasures,
  now: number,
): Promise<Replayed> {
  const idsOf = (kind: ErasedKind, inBackup: boolean) =>
    erasures[kind].logged.filter((one) => one.inBackup === inBackup).map(({ id }) => id);
  const accounts = await eraseAccounts(db, idsOf('user', true), now);
  const drafts = erasures.drafts.filter(({ inBackup }) => inBackup).map(({ id }) => id);
  const again = [...new Set([...idsOf('application', true), ...drafts])];
  const replayed = {
    application: await eraseApplications(db, again, now),
    callback: await eraseCallbacks(db, idsOf('callback', true), now),
    ...accounts,
    contact: await erasePartsOf(db, 'contact', idsOf('contact', true), now),
    policyholder: await erasePartsOf(db, 'policyholder', idsOf('policyholder', true), now),
    note: await eraseNotes(db, erasures, now),
    ...(await restrictAgain(db, cipher, erasures)),
  };
  // a later restore of a backup that does contain them must know it
  for (const some of partsOf(erasures.drafts)) await db.write((tx) => rememberErasedDrafts(tx, some));
  await db.write(async (tx) => {
    for (const kind of keysOf(deletions)) {
      await recordAction(tx, actor, deletions[kind], idsOf(kind, false), now);
    }
  });
  return replayed;
}

async function eraseApplications(db: Database, ids: string[], now: number): Promise<number> {
  let erased = 0;
  for (const some of partsOf(ids)) {
    erased += await db.write(async (tx) => {
      const { applications, completed } = await deleteRows(tx, some);
      const open = applications.filter((id) => !completed.includes(id));
      await recordAction(tx, actor, 'application_deleted', open, now);
      await recordAction(tx, actor, 'completed_application_deleted', completed, now);
      return applications.length;
    });
  }
  return erased;
}

async function erasePartsOf(db: Database, part: Part, ids: string[], now: number): Promise<number> {
  let erased = 0;
  for (const some of partsOf(ids)) {
    erased += await db.write(async (tx) => {
      const { applications } = await eraseParts(tx, part, some, now);
      await recordAction(tx, actor, erasedParts[part], applications, now);
      return applications.length;
    });
  }
  return erased;
}

async function eraseCallbacks(db: Database, ids: string[], now: number): Promise<number> {
  let erased = 0;
  for (const some of partsOf(ids)) {
    erased += await db.write(async (tx) => {
      const { callbacks } = await deleteCallbacks(tx, inArray(callbackRequests.id, some));
      await recordAction(tx, actor, 'callback_deleted', callbacks, now);
      return callbacks.length;
    });
  }
  return erased;
}

async function eraseAccounts(db: Database, ids: string[], now: number) {
  const counts = { user: 0, administrators: 0 };
  for (const id of ids) {
    const erased = await db.write((tx) => eraseAccount(tx, id, now));
    if (erased) counts[erased] += 1;
  }
  return counts;
}

async function eraseAccount(tx: Transaction, id: string, now: number) {
  const user = await findUser(tx, id);
  if (!user) return null;
  if (await isLastAdministrator(tx, user)) return 'administrators';
  const today = berlinDay(new Date(now));
  const cases = await unassignCases({ tx, at: now, today, actor }, id);
  await recordAction(tx, actor, 'case_changed', cases, now);
  await recordAction(tx, actor, 'user_deleted', [id], now);
  await deleteUser(tx, id);
  return 'user';
}

async function eraseNotes(db: Database, { notes }: Erasures, now: number): Promise<number> {
  let removed = 0;
  for (const { id, applicationId } of notes) {
    const isThere = await db.write(async (tx) => {
      const note = await findNote(tx, applicationId, id);
      if (!note) return false;
      if (note.text !== null) {
        await removeText(tx, note);
        await recordAction(tx, actor, 'case_note_removed', [applicationId], now);
      }
      return true;
    });
    if (isThere) removed += 1;
  }
  return removed;
}

/** At the instants at which it was asked for. */
async function restrictAgain(db: Database, cipher: FieldCipher, erasures: Erasures) {
  const { restricted, endedLinks, endedReceipts, stopped, stoppedPersons } = erasures;
  await db.write(async (tx) => {
    for (const { id, at } of restricted) await restrict(tx, [id], at);
    for (const some of partsOf(endedLinks)) await restoreEnds(tx, some);
    for (const some of partsOf(endedReceipts)) await endReceipts(tx, some);
    for (const { id, at } of stopped) await stopApplication(tx, cipher, id, at);
    for (const { id, at } of stoppedPersons) {
      await stopAddress(tx, cipher, { personKey: id, applicationId: '' }, at);
    }
  });
  return { restriction: restricted.length, objection: stopped.length + stoppedPersons.length };
}

function partsOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, part) =>
    all.slice(part * atOnce, (part + 1) * atOnce),
  );
}
