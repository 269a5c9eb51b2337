import { deleteRows } from '#db/applications/delete';
import type { FieldCipher } from '#db/bank-data/cipher';
import { stopCalls } from '#db/callbacks';
import { unassignCases } from '#db/cases/endings';
import { findNote, removeText } from '#db/cases/notes';
import type { Database, Transaction } from '#db/client';
import { DatabaseUnavailable } from '#db/driver/errors';
import { urlOf } from '#db/driver/local/files';
import { deleteCallbacks } from '#db/erasing/callbacks';
import { deleteOffers } from '#db/erasing/offers';
import { deletePreparations } from '#db/erasing/preparations';
import { restoreEnds } from '#db/links';
import { stopAddress, stopApplication } from '#db/mails/stops';
import { migrateDatabase } from '#db/migrate';
import { openDatabase } from '#db/open';
import { rememberErasedDrafts } from '#db/privacy/drafts';
import { erasedParts, eraseParts } from '#db/privacy/parts';
import { restrict } from '#db/privacy/persons';
import { type ErasedKind, type Erasures, readErasures } from '#db/privacy/replaced';
import { deleteEndedSessions } from '#db/staff/sessions';
import { deleteUser, findUser, isLastAdministrator } from '#db/staff/users';
import { endReceipts } from '#db/withdrawals/withdrawals';
import { theRestore } from '#domain/accounts/actors';
import type { AuditAction } from '#domain/audit/actions';
import { nationwide } from '#domain/calendar/working-days';
import { berlinDay } from '#domain/dates';
import { keysOf } from '#domain/keys';
import { record } from '../audit';
import { migrations } from '../root';
import type { Manifest } from './format';

export type Replay =
  | { kind: 'replayed'; erasures: Erasures; replayed: Replayed }
  /** Not wanted, nothing there to read them from, or it cannot be read. */
  | { kind: 'declined' | 'nothing' | 'unreadable' };

type Task = {
  /** The database that is about to be replaced; null: there is none. */
  replaced: string | null;
  isReplaying: boolean;
  manifest: Manifest | null;
  cipher: FieldCipher;
  encryptionKey: string | undefined;
  now: number;
};

/** All of it is in the file itself afterwards, not in a log beside it. */
export async function prepare(copy: string, task: Task): Promise<Replay> {
  const { cipher, encryptionKey, manifest, now } = task;
  const db = await openDatabase({ url: urlOf(copy), encryptionKey });
  try {
    await migrateDatabase(db, migrations);
    const replay = await replayInto(db, copy, task);
    const all = { begun: Number.MAX_SAFE_INTEGER, used: Number.MAX_SAFE_INTEGER };
    await deleteEndedSessions(db, all);
    const restored = manifest?.createdAt ?? 'unsigned';
    const acted = { by: theRestore, action: 'database_restored', subjects: [restored], at: now } as const;
    await db.write((tx) => record(tx, cipher, acted));
    await db.checkpoint();
    return replay;
  } finally {
    await db.close();
  }
}

async function replayInto(db: Database, copy: string, task: Task): Promise<Replay> {
  const { replaced, isReplaying, cipher, encryptionKey, now } = task;
  if (!isReplaying) return { kind: 'declined' };
  if (replaced === null) return { kind: 'nothing' };
  const erasures = await readErasures(copy, replaced, encryptionKey).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return null;
  });
  if (erasures === null) return { kind: 'unreadable' };
  return { kind: 'replayed', erasures, replayed: await replayErasures(db, cipher, erasures, now) };
}

type Replayed = Record<ErasedKind | 'note' | 'restriction' | 'objection' | 'noCalls', number> & {
  /** Accounts that were deleted and are back, because nobody else in the backup is an administrator. */
  administrators: number;
};

const atOnce = 100;
const deletions = {
  application: 'application_deleted',
  preparation: 'preparation_deleted',
  offer: 'offer_deleted',
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
  const restore = { db, cipher, now };
  const idsOf = (kind: ErasedKind, inBackup: boolean) =>
    erasures[kind].logged.filter((one) => one.inBackup === inBackup).map(({ id }) => id);
  const accounts = await eraseAccounts(restore, idsOf('user', true));
  const drafts = erasures.drafts.filter(({ inBackup }) => inBackup).map(({ id }) => id);
  const again = [...new Set([...idsOf('application', true), ...drafts])];
  const replayed = {
    application: await eraseApplications(restore, again),
    preparation: await eraseRows(restore, 'preparation', idsOf('preparation', true)),
    offer: await eraseRows(restore, 'offer', idsOf('offer', true)),
    callback: await eraseRows(restore, 'callback', idsOf('callback', true)),
    ...accounts,
    contact: await eraseRows(restore, 'contact', idsOf('contact', true)),
    policyholder: await eraseRows(restore, 'policyholder', idsOf('policyholder', true)),
    note: await eraseNotes(restore, erasures),
    ...(await restrictAgain(db, cipher, erasures)),
  };
  // a later restore of a backup that does contain them must know it
  for (const some of partsOf(erasures.drafts)) await db.write((tx) => rememberErasedDrafts(tx, some));
  await db.write(async (tx) => {
    for (const kind of keysOf(deletions)) {
      await recorded(restore, tx, deletions[kind], idsOf(kind, false));
    }
  });
  return replayed;
}

type Restore = { db: Database; cipher: FieldCipher; now: number };

function recorded(
  { cipher, now: at }: Restore,
  tx: Transaction,
  action: AuditAction,
  subjects: readonly string[],
) {
  return record(tx, cipher, { by: theRestore, action, subjects, at });
}

async function eraseApplications(restore: Restore, ids: string[]): Promise<number> {
  let erased = 0;
  for (const some of partsOf(ids)) {
    erased += await restore.db.write(async (tx) => {
      const { applications, completed } = await deleteRows(tx, some);
      const open = applications.filter((id) => !completed.includes(id));
      await recorded(restore, tx, 'application_deleted', open);
      await recorded(restore, tx, 'completed_application_deleted', completed);
      return applications.length;
    });
  }
  return erased;
}

/** What has no more to say than which rows there were. */
const erasers = {
  preparation: (tx, ids) => deletePreparations(tx, 'id', ids),
  offer: async (tx, ids) => (await deleteOffers(tx, ids)).offers,
  callback: async (tx, ids) => (await deleteCallbacks(tx, ids)).callbacks,
  contact: async (tx, ids, at) => (await eraseParts(tx, 'contact', ids, at)).applications,
  policyholder: async (tx, ids, at) => (await eraseParts(tx, 'policyholder', ids, at)).applications,
} satisfies Partial<Record<ErasedKind, (tx: Transaction, ids: string[], at: number) => Promise<string[]>>>;

async function eraseRows(restore: Restore, kind: keyof typeof erasers, ids: string[]): Promise<number> {
  let erased = 0;
  for (const some of partsOf(ids)) {
    erased += await restore.db.write(async (tx) => {
      const rows = await erasers[kind](tx, some, restore.now);
      await recorded(restore, tx, deletions[kind], rows);
      return rows.length;
    });
  }
  return erased;
}

async function eraseAccounts(restore: Restore, ids: string[]) {
  const counts = { user: 0, administrators: 0 };
  for (const id of ids) {
    const erased = await restore.db.write((tx) => eraseAccount(restore, tx, id));
    if (erased) counts[erased] += 1;
  }
  return counts;
}

async function eraseAccount(restore: Restore, tx: Transaction, id: string) {
  const user = await findUser(tx, id);
  if (!user) return null;
  if (await isLastAdministrator(tx, user)) return 'administrators';
  const { now: at } = restore;
  const today = { today: berlinDay(new Date(at)), calendar: nationwide };
  const cases = await unassignCases({ ...today, tx, at, actor: theRestore }, id);
  await recorded(restore, tx, 'case_changed', cases);
  await recorded(restore, tx, 'user_deleted', [id]);
  await deleteUser(tx, id);
  return 'user';
}

async function eraseNotes(restore: Restore, { notes }: Erasures): Promise<number> {
  let removed = 0;
  for (const { id, applicationId } of notes) {
    const isThere = await restore.db.write(async (tx) => {
      const note = await findNote(tx, applicationId, id);
      if (!note) return false;
      if (note.text !== null) {
        await removeText(tx, note);
        await recorded(restore, tx, 'case_note_removed', [applicationId]);
      }
      return true;
    });
    if (isThere) removed += 1;
  }
  return removed;
}

/** At the instants at which it was asked for. */
async function restrictAgain(db: Database, cipher: FieldCipher, erasures: Erasures) {
  const { restricted, endedLinks, endedReceipts, stopped, stoppedPersons, stoppedCalls } = erasures;
  await db.write(async (tx) => {
    for (const { id, at } of restricted) await restrict(tx, [id], at);
    for (const some of partsOf(endedLinks)) await restoreEnds(tx, some);
    for (const some of partsOf(endedReceipts)) await endReceipts(tx, some);
    for (const { id, at } of stopped) await stopApplication(tx, cipher, id, at);
    for (const { id, at } of stoppedPersons) {
      await stopAddress(tx, cipher, { personKey: id, about: '' }, at);
    }
    for (const { id, at } of stoppedCalls) await stopCalls(tx, cipher, id, at);
  });
  return {
    restriction: restricted.length,
    objection: stopped.length + stoppedPersons.length,
    noCalls: stoppedCalls.length,
  };
}

function partsOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, part) =>
    all.slice(part * atOnce, (part + 1) * atOnce),
  );
}
