/** How what is stored of persons is erased, whoever does it: staff, its person, the clock or a restore. */
import { and, count, desc, eq, getTableName, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { thePersonConcerned } from '#domain/accounts/actors';
import { type AuditAction, draftsDeleted } from '#domain/audit/actions';
import { addressKey } from '#domain/text/addresses';
import { minuteMs } from '#domain/time';
import { endLinks } from './access-links';
import type { Reader, Transaction } from './client';
import { deleteOpenEvidence } from './evidence';
import * as archive from './insights/tally';
import { leaveHandovers } from './insurer/handovers';
import { applications, contactData, erasures, policyholderInfo, sepaMandates } from './schema/applications';
import { linkTokens, preparations } from './schema/desk';
import { documentDeliveries, outbox, type Thing, thingKeys, things } from './schema/mails';
import { auditLog } from './schema/staff';

type Ids = readonly string[];
/** Ids of the rows that there were, of the completed applications among them, and of all mails, which may have files. */
export type Gone = { ids: string[]; completed?: string[]; mails: string[] };
type Eraser = (tx: Transaction, ids: Ids, at: number) => Promise<Gone>;

/** Of `things`; the third argument: what the figures keep of it. */
export const thingErasers = {
  offer: thing('offers', 'offer_deleted', archive.archiveOffers),
  callback: thing('callbacks', 'callback_deleted', archive.archiveCallbacks),
};

/**
 * Everything of persons that staff or they themselves can erase, with mails and links and without proofs, some hundred at
 * most, because other writes wait. They erase by `eraseRows` (`server/erasures.ts`), which adds the row to the audit log
 * and remembers the erasure for a restore.
 */
export const erasers = {
  application: { table: 'applications', action: 'application_deleted', erase: deleteRows },
  /** By its person. The audit log has one row a minute for all of them. */
  draft: { table: 'applications', action: null, erase: deleteRows },
  preparation: { table: 'preparations', action: 'preparation_deleted', erase: deletePreparations },
  ...thingErasers,
  user: { table: 'users', action: 'user_deleted', erase: null },
  contact: { table: 'applications', action: 'contact_erased', erase: eraserOf('contact') },
  policyholder: { table: 'applications', action: 'policyholder_erased', erase: eraserOf('policyholder') },
} as const satisfies Record<string, { table: string; action: AuditAction | null; erase: Eraser | null }>;
export type ErasedKind = keyof typeof erasers;
export type Erasure = { kind: ErasedKind; id: string; at: number };

/** The log has the data until `checkpoint`; proofs of completed ones stay. */
export async function deleteRows(tx: Transaction, ids: Ids): Promise<Gone & { completed: string[] }> {
  await archive.archiveApplications(tx, ids);
  await deleteOpenEvidence(tx, ids);
  await leaveHandovers(tx, ids);
  const mails = await mailsOf(tx, inArray(outbox.applicationId, [...ids]));
  const deleted = await tx
    .delete(applications)
    .where(inArray(applications.id, [...ids]))
    .returning({ id: applications.id, completedAt: applications.completedAt });
  const completed = deleted.filter(({ completedAt }) => completedAt !== null);
  return { ids: deleted.map(({ id }) => id), completed: completed.map(({ id }) => id), mails };
}

/** What staff had prepared, without its applications. `some`: ids of the preparations, or of their applications. */
export async function deletePreparations(tx: Transaction, some: Ids): Promise<Gone> {
  const which = or(inArray(preparations.id, [...some]), inArray(preparations.applicationId, [...some]));
  await archive.keepReach(tx, sql`select callback_id from preparations where ${which}`);
  const deleted = await tx.delete(preparations).where(which).returning({ id: preparations.id });
  return { ids: deleted.map(({ id }) => id), mails: [] };
}

export const deleteWithdrawals = thingEraser('withdrawals');

function thing<Of extends Thing, Action extends AuditAction>(of: Of, action: Action, count?: Archive) {
  return { of, table: getTableName(things[of]), action, erase: thingEraser(of, count) };
}

type Archive = (tx: Transaction, ids: Ids) => Promise<void>;

function thingEraser(of: Thing, count?: Archive) {
  const stored = things[of];
  return async (tx: Transaction, some: Ids): Promise<Gone> => {
    const about = inArray(outbox[thingKeys[of]], [...some]);
    const mails = await mailsOf(tx, about);
    await archive.archiveMails(tx, about);
    await count?.(tx, some);
    const isLinked = and(isNull(linkTokens.applicationId), inArray(linkTokens.subject, [...some]));
    await tx.delete(linkTokens).where(isLinked);
    const deleted = await tx
      .delete(stored)
      .where(inArray(stored.id, [...some]))
      .returning({ id: stored.id });
    return { ids: deleted.map(({ id }) => id), mails };
  };
}

export async function deleteMails(tx: Transaction, which: SQL | undefined): Promise<string[]> {
  await archive.archiveMails(tx, which);
  const deleted = await tx.delete(outbox).where(which).returning({ id: outbox.id });
  return deleted.map(({ id }) => id);
}

async function mailsOf(tx: Transaction, about: SQL): Promise<string[]> {
  return (await tx.select({ id: outbox.id }).from(outbox).where(about)).map(({ id }) => id);
}

/** Whose: the mandate is the policyholder's, links and proofs of an open application are the contact's. */
export type Part = 'contact' | 'policyholder';

function eraserOf(part: Part): Eraser {
  return async (tx, named, at) => {
    const open = await tx
      .select({ id: applications.id })
      .from(applications)
      .where(and(inArray(applications.id, [...named]), isNull(applications.completedAt)));
    const ids = open.map(({ id }) => id);
    const mails: string[] = [];
    for (const id of ids) mails.push(...(await mailsTo(tx, part, id)));
    await deleteMails(tx, inArray(outbox.id, mails));
    // what was dictated of both, and what the insurer may say of either
    await deletePreparations(tx, ids);
    await tx.run(sql`delete from return_rows where application_id in ${ids}`);
    if (part === 'contact') await eraseContacts(tx, ids, at);
    else await erasePolicyholders(tx, ids);
    return { ids, mails };
  };
}

async function mailsTo(tx: Transaction, part: Part, applicationId: string): Promise<string[]> {
  const table = part === 'contact' ? contactData : policyholderInfo;
  const [person] = await tx
    .select({ email: table.email })
    .from(table)
    .where(eq(table.applicationId, applicationId));
  const mails = await tx
    .select({ id: outbox.id, email: outbox.recipientEmail })
    .from(outbox)
    .where(eq(outbox.applicationId, applicationId));
  const key = person && addressKey(person.email);
  return mails.filter(({ email }) => addressKey(email) === key).map(({ id }) => id);
}

// the wizard goes on where something is missing; what was known before would be theirs again
const backTo = (step: number) => ({
  currentStep: sql`min(${applications.currentStep}, ${step})`,
  prefilledFrom: null,
  prefilledBy: null,
});

/** It counts as a change, so that the other person has the whole period of an application without a contact. */
async function eraseContacts(tx: Transaction, ids: string[], now: number): Promise<void> {
  await deleteOpenEvidence(tx, ids);
  await tx.delete(documentDeliveries).where(inArray(documentDeliveries.applicationId, ids));
  await endLinks(tx, ids, now);
  await tx.delete(contactData).where(inArray(contactData.applicationId, ids));
  const reminders = { reminderConsent: false, remindersStoppedAt: null };
  await tx
    .update(applications)
    .set({ ...backTo(2), ...reminders, network: null, updatedAt: now })
    .where(inArray(applications.id, ids));
}

async function erasePolicyholders(tx: Transaction, ids: string[]): Promise<void> {
  await tx.delete(policyholderInfo).where(inArray(policyholderInfo.applicationId, ids));
  await tx.delete(sepaMandates).where(inArray(sepaMandates.applicationId, ids));
  await tx.update(applications).set(backTo(4)).where(inArray(applications.id, ids));
}

/** What was erased, but not by the clock alone. A restored backup must not bring it back. */
export async function rememberErasures(tx: Transaction, erased: readonly Erasure[]): Promise<void> {
  if (erased.length === 0) return;
  await tx
    .insert(erasures)
    .values([...erased])
    .onConflictDoUpdate({ target: [erasures.kind, erasures.id], set: { at: sql`excluded.at` } });
}

/** How many drafts were erased since the last row of the audit log about them; 0 while that is less than a minute ago. */
export async function countUnrecorded(reader: Reader, now: number): Promise<number> {
  const { userId, action, at } = auditLog;
  const [last] = await reader
    .select({ at })
    .from(auditLog)
    .where(and(eq(userId, thePersonConcerned.id), eq(action, draftsDeleted), lte(at, now)))
    .orderBy(desc(at))
    .limit(1);
  if (last && last.at > now - minuteMs) return 0;
  const [since] = await reader
    .select({ drafts: count() })
    .from(erasures)
    .where(and(eq(erasures.kind, 'draft'), gt(erasures.at, last?.at ?? 0), lte(erasures.at, now)));
  return since?.drafts ?? 0;
}
