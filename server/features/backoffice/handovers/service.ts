/** Creating the file for the insurer, opening it, and confirming that it was transmitted. */

import { type LoadedApplication, loadApplications } from '#db/applications/find';
import { recordAction } from '#db/audit/record';
import {
  addHandover,
  applicationsOf,
  findHandover,
  type HandoverRecord,
  readCandidates,
  setConfirmed,
  storedEmails,
} from '#db/cases/handovers';
import { type Transmission, transmitCases } from '#db/cases/transmit';
import type { Transaction } from '#db/client';
import { sha256Of } from '#db/hash';
import type { Actor } from '#domain/accounts/actors';
import { areAllThere } from '#domain/application';
import {
  blockReason,
  type HandedOver,
  type HandoverState,
  handoverBlock,
  handoverFile,
  otherReasons,
} from '#domain/cases/handover';
import type { Skipped } from '#domain/cases/staff';
import type { HandoverConfirmed, NewHandover } from '#domain/cases/staff-handovers';
import type { Context } from '../../../context';

type Creation =
  | { kind: 'created'; handover: HandoverRecord }
  /** The id belongs to another hand-over. */
  | { kind: 'different' };

/**
 * Stores which of these applications are handed over, and the hash of their file. The same call again returns the same
 * hand-over and changes nothing.
 */
export async function createHandover(context: Context, given: NewHandover, actor: Actor): Promise<Creation> {
  // an application that is named twice counts once
  const ids = [...new Set(given.applicationIds.map((id) => id.toLowerCase()))];
  const { id, format } = given;
  const requestHash = sha256Of(JSON.stringify({ format, ids }));
  const at = context.now();
  return await context.db.write(async (tx) => {
    const before = await findHandover(tx, id);
    if (before) return before.requestHash === requestHash ? created(before) : { kind: 'different' };
    const { chosen, skipped } = await choose(context, tx, ids);
    const head = { id, at, username: actor.username, format, requestHash, skipped };
    const file = { ...head, sha256: sha256Of(handoverFile(format, chosen)) };
    const inFile = chosen.map((one) => one.id);
    const handover = await addHandover(tx, file, inFile);
    await recordAction(tx, actor, 'handover_created', orItself(inFile, id), at);
    return created(handover);
  });
}

const created = (handover: HandoverRecord): Creation => ({ kind: 'created', handover });

async function choose({ cipher }: Context, tx: Transaction, ids: string[]) {
  const candidates = await readCandidates(tx, ids);
  const blocks = new Map(ids.map((id) => [id, blockOf(candidates.get(id))]));
  const free = ids.filter((id) => blocks.get(id) === null);
  const loaded = await loadApplications(tx, cipher, free);
  const chosen: HandedOver[] = [];
  const skipped: Skipped[] = [];
  for (const id of ids) {
    const whole = wholeOf(id, candidates.get(id), loaded.get(id));
    if (whole) chosen.push(whole);
    else skipped.push({ id, reason: blocks.get(id) ?? otherReasons.incomplete });
  }
  return { chosen, skipped };
}

function blockOf(candidate: HandoverState | undefined): string | null {
  return candidate ? handoverBlock(candidate) : otherReasons.unknown;
}

/** Null if anything is missing; an IBAN that cannot be read is empty. */
function wholeOf(id: string, candidate?: HandoverState, loaded?: LoadedApplication): HandedOver | null {
  const { completedAt = null } = candidate ?? {};
  if (completedAt === null || !loaded || !areAllThere(loaded.sets)) return null;
  return loaded.sets['sepa-mandate'].iban === '' ? null : { id, completedAt, sets: loaded.sets };
}

export type Opening =
  | { kind: 'opened'; handover: HandoverRecord; content: string; applicationIds: string[] }
  | { kind: 'unknown' }
  /** One of its applications was deleted, or is to be erased. */
  | { kind: 'deleted' }
  /** It cannot be written any more as it was. */
  | { kind: 'changed' };

/** Writes the file again, which must be equal to the first one byte by byte. */
export async function openHandover({ db, cipher }: Context, id: string): Promise<Opening> {
  const handover = await findHandover(db.read, id);
  if (!handover) return { kind: 'unknown' };
  const ids = await applicationsOf(db.read, id);
  const [candidates, loaded] = await Promise.all([
    readCandidates(db.read, ids),
    loadApplications(db.read, cipher, ids),
  ]);
  const isThere = (one: string) => loaded.has(one) && candidates.get(one)?.restricted === false;
  const isWhole = ids.length === handover.count && ids.every(isThere);
  if (!isWhole) return { kind: 'deleted' };
  const applications = ids
    .map((one) => wholeOf(one, candidates.get(one), loaded.get(one)))
    .filter((one) => one !== null);
  const isFirst = (text: string) => sha256Of(text) === handover.sha256;
  let content = handoverFile(handover.format, applications);
  if (!isFirst(content)) {
    // earlier versions wrote an address in Punycode as it is stored
    const emails = await storedEmails(db.read, ids);
    content = handoverFile(
      handover.format,
      applications.map((one) => withEmail(one, emails.get(one.id))),
    );
  }
  return isFirst(content) ? { kind: 'opened', handover, content, applicationIds: ids } : { kind: 'changed' };
}

function withEmail({ sets, ...one }: HandedOver, email = ''): HandedOver {
  return { ...one, sets: { ...sets, 'policyholder-info': { ...sets['policyholder-info'], email } } };
}

/**
 * Sets the cases of a hand-over to transmitted on that day, with one event each; null if there is no such hand-over. Cases
 * that may not take this step are skipped, so a repeated call changes nothing; of deleted ones nothing is left.
 */
export async function confirmHandover(
  context: Context,
  id: string,
  transmittedOn: string,
  actor: Actor,
): Promise<HandoverConfirmed | null> {
  const by = { actor, now: context.now(), today: context.today() };
  return await context.db.write(async (tx) => {
    if (!(await findHandover(tx, id))) return null;
    const ids = await applicationsOf(tx, id);
    const { transmitted, skipped } = await transmitCases(tx, ids, transmittedOn, by);
    const isFirst = await setConfirmed(tx, id, transmittedOn);
    const subjects = isFirst ? orItself(transmitted, id) : transmitted;
    await recordAction(tx, actor, 'handover_confirmed', subjects, by.now);
    return { transmitted: transmitted.length, skipped: skipped.map(reasonOf) };
  });
}

function reasonOf({ id, blocked }: Transmission['skipped'][number]): Skipped {
  return { id, reason: blocked ? blockReason(blocked.block, blocked.from) : otherReasons.unknown };
}

/** A write that concerns no application is recorded about the hand-over itself. */
function orItself(applicationIds: string[], handoverId: string): string[] {
  return applicationIds.length > 0 ? applicationIds : [handoverId];
}
