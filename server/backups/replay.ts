/** What was erased after a backup is erased again in the restored database. */

import { restoreEnds } from '#db/access-links';
import type { FieldCipher } from '#db/bank-data/cipher';
import { stopCalls } from '#db/callbacks';
import { unassignCases } from '#db/cases/change';
import { findNote, removeText } from '#db/cases/history';
import type { Database, Transaction } from '#db/client';
import { type ErasedKind, erasers, rememberErasures } from '#db/erasers';
import { stopAddress, stopApplication } from '#db/mails/stops';
import { restrict } from '#db/persons';
import type { Erasures, Mark } from '#db/replaced';
import { readSiteState, type StoredState, storeSiteState } from '#db/site-state';
import { deleteUser, findUser, isLastAdministrator } from '#db/staff/users';
import { endTrial } from '#db/trial';
import { endReceipts } from '#db/withdrawals';
import { theRestore } from '#domain/accounts/actors';
import { nationwide } from '#domain/calendar/working-days';
import { berlinDay } from '#domain/dates';
import { keysOf } from '#domain/keys';
import { type Deed, record } from '../deed';
import { eraseRows } from '../erasures';

/** Of kinds whose own word does not say it. */
const words: Partial<Record<Word, readonly [one: string, more: string]>> = {
  preparation: ['prepared application', 'prepared applications'],
  callback: ['callback request', 'callback requests'],
  user: ['account', 'accounts'],
  contact: ['contact of an application', 'contacts of applications'],
  policyholder: ['policyholder of an application', 'policyholders of applications'],
  restriction: ['restriction of processing', 'restrictions of processing'],
  objection: ['objection to reminders', 'objections to reminders'],
  noCalls: ['objection to calls', 'objections to calls'],
};
const counted = [...keysOf(erasers), 'note', 'restriction', 'objection', 'noCalls'] as const;
type Word = (typeof counted)[number];

/** `administrators`: accounts that were deleted and are back, because nobody else in the backup is an administrator. */
type Replayed = { counts: Partial<Record<Word, number>>; administrators: number };

export function sentencesOf(erasures: Erasures, { counts, administrators }: Replayed): string[] {
  const missing = listOf(erasures.missing);
  return [
    `Replayed since the backup: ${listOf(counts) || 'nothing'}.`,
    administrators > 0 &&
      'Not replayed: the deletion of an account that is the only administrator of the backup.',
    missing &&
      `Not replayed: ${missing} that the replaced database no longer had and its audit log does not name.`,
    erasures.isLogCut && 'Not replayed: what its audit log no longer reaches back to.',
    erasures.isDamaged && 'Not replayed: what could not be read, because it is damaged.',
  ].flatMap((sentence) => sentence || []);
}

function listOf(counts: Replayed['counts']): string {
  return counted
    .flatMap((word) => {
      const [count, [one, more]] = [counts[word] ?? 0, words[word] ?? [word, `${word}s`]];
      return count > 0 ? [`${count} ${count === 1 ? one : more}`] : [];
    })
    .join(', ');
}

const atOnce = 100;

/** Erases it all with its rows in the audit log, and remembers what the backup does not contain. May be repeated. */
export async function replayErasures(
  db: Database,
  cipher: FieldCipher,
  { erased, marked }: Pick<Erasures, 'erased' | 'marked'>,
  now: number,
): Promise<Replayed> {
  const counts: Replayed['counts'] = {};
  const add = (word: Word, more: number) => {
    counts[word] = (counts[word] ?? 0) + more;
  };
  const kept = new Set<string>();
  for (const kind of keysOf(erasers)) {
    const again = erased.filter((one) => one.kind === kind && one.inBackup).map(({ id }) => id);
    for (const some of partsOf(again)) {
      const rows = await db.write((tx) => eraseAgain(deedOf(tx, cipher, now), kind, some, kept));
      add(kind === 'draft' ? 'application' : kind, rows);
    }
  }
  for (const mark of keysOf(marks)) {
    const { word, again } = marks[mark];
    for (const some of partsOf(marked[mark] ?? [])) {
      const done = await db.write(async (tx) => {
        const deed = deedOf(tx, cipher, now);
        return await Array.fromAsync(some, ({ id, about }) => again(deed, id, about));
      });
      if (word) add(word, done.filter((isThere) => isThere !== false).length);
    }
  }
  for (const some of partsOf(erased.filter(({ id }) => !kept.has(id)))) {
    await db.write((tx) => rememberErasures(tx, some));
  }
  return { counts, administrators: kept.size };
}

type Restoring = Pick<Deed, 'tx' | 'at' | 'record'> & { cipher: FieldCipher };

function deedOf(tx: Transaction, cipher: FieldCipher, at: number): Restoring {
  return {
    ...{ tx, cipher, at },
    record: (action, subjects) => record(tx, cipher, { by: theRestore, action, subjects, at }),
  };
}

async function eraseAgain(deed: Restoring, kind: ErasedKind, ids: string[], kept: Set<string>) {
  if (kind !== 'user')
    return (await eraseRows(deed, kind === 'draft' ? 'application' : kind, ids)).ids.length;
  let accounts = 0;
  for (const id of ids) if (await eraseAccount(deed, id, kept)) accounts += 1;
  return accounts;
}

async function eraseAccount({ tx, at, record }: Restoring, id: string, kept: Set<string>): Promise<boolean> {
  const user = await findUser(tx, id);
  if (!user) return false;
  if (await isLastAdministrator(tx, user)) {
    kept.add(id);
    return false;
  }
  const today = { today: berlinDay(new Date(at)), calendar: nationwide };
  await record('case_changed', await unassignCases({ ...today, tx, at, actor: theRestore }, id));
  await record('user_deleted', [id]);
  await deleteUser(tx, id);
  return true;
}

/** How a mark is set again, at its own instant, and what the line calls it. False: what it was on is not there any more. */
type Again = (deed: Restoring, id: string, about: string) => Promise<unknown>;
const marks: Record<Mark, { word: Word | null; again: Again }> = {
  note: { word: 'note', again: removeNote },
  restriction: { word: 'restriction', again: ({ tx }, id, at) => restrict(tx, [id], Number(at)) },
  links: { word: null, again: ({ tx }, id, at) => restoreEnds(tx, [{ id, at: Number(at) }]) },
  receipt: { word: null, again: ({ tx }, id) => endReceipts(tx, [id]) },
  objection: {
    word: 'objection',
    again: ({ tx, cipher }, id, at) => stopApplication(tx, cipher, id, Number(at)),
  },
  personObjection: {
    word: 'objection',
    again: ({ tx, cipher }, personKey, at) => stopAddress(tx, cipher, { personKey, about: '' }, Number(at)),
  },
  noCalls: { word: 'noCalls', again: ({ tx, cipher }, id, at) => stopCalls(tx, cipher, id, Number(at)) },
  siteState: { word: null, again: keepState },
};

/** What a trial had made does not come back either. */
async function keepState({ tx, record }: Restoring, json: string): Promise<void> {
  const newer: StoredState = JSON.parse(json);
  const before = await readSiteState(tx);
  if (before.state === 'trial' && newer.state !== 'trial') {
    await storeSiteState(tx, { ending: theRestore });
    await endTrial(tx);
  }
  await storeSiteState(tx, { ...newer, ending: null });
  await record('site_state_changed', [`${before.state} → ${newer.state}`]);
}

async function removeNote({ tx, record }: Restoring, id: string, applicationId: string): Promise<boolean> {
  const note = await findNote(tx, applicationId, id);
  if (!note) return false;
  if (note.text !== null) {
    await removeText(tx, note);
    await record('case_note_removed', [applicationId]);
  }
  return true;
}

function partsOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, part) =>
    all.slice(part * atOnce, (part + 1) * atOnce),
  );
}
