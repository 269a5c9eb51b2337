/** What is stored about an address. Instants are milliseconds since 1970. */
import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { deleteRows } from '../applications/delete';
import { type LoadedApplication, loadApplications } from '../applications/find';
import type { FieldCipher } from '../bank-data/cipher';
import { type CallbackRecord, deleteCallbacks, selectCallbacks } from '../callbacks/requests';
import type { Database, Reader, Transaction } from '../client';
import { addressKey } from '../mails/caps';
import {
  adviceRecords,
  applications,
  callbackCalls,
  callbackRequests,
  caseMessages,
  cases,
  contactData,
  outbox,
  policyholderInfo,
  withdrawals,
} from '../schema';
import { thePersonConcerned } from '../staff/actors';
import { recordAction } from '../staff/audit';

export type PersonData = {
  applications: LoadedApplication[];
  messages: (typeof caseMessages.$inferSelect)[];
  advice: (typeof adviceRecords.$inferSelect)[];
  /** Numbers of policies by application. */
  policies: Map<string, string | null>;
  callbacks: CallbackRecord[];
  calls: (typeof callbackCalls.$inferSelect)[];
  withdrawals: (typeof withdrawals.$inferSelect)[];
  mails: Pick<typeof outbox.$inferSelect, 'id' | 'emailType' | 'subject' | 'createdAt' | 'status'>[];
};

/** Ids of what is stored about an address. */
export type PersonIds = Record<'applications' | 'callbacks' | 'withdrawals' | 'mails', string[]>;

/**
 * Finds it all. The columns of addresses have no index: a look reads whole tables, which nobody may cause often, and never
 * in a write transaction.
 */
export async function findPerson({ read, shared }: Database, address: string): Promise<PersonIds> {
  // not a replica, which may not have what was stored just now
  const reader = shared ?? read;
  const contacts = await idsAt(reader, contactAddresses, address);
  const policyholders = await idsAt(reader, policyholderAddresses, address);
  const rows = await reader
    .select({ id: applications.id })
    .from(applications)
    .where(inArray(applications.id, [...new Set([...contacts, ...policyholders])]))
    .orderBy(applications.createdAt);
  return {
    applications: rows.map(({ id }) => id),
    callbacks: await idsAt(reader, callbackAddresses, address),
    withdrawals: await idsAt(reader, withdrawalAddresses, address),
    mails: await idsAt(reader, mailAddresses, address),
  };
}

export async function readPerson(reader: Reader, cipher: FieldCipher, found: PersonIds): Promise<PersonData> {
  const ids = found.applications;
  const loaded = await loadApplications(reader, cipher, ids);
  const callbacks = await selectCallbacks(reader, inArray(callbackRequests.id, found.callbacks));
  const policies = await reader
    .select({ id: cases.applicationId, policyNumber: cases.policyNumber })
    .from(cases)
    .where(inArray(cases.applicationId, ids));
  const { id, emailType, subject, createdAt, status } = outbox;
  return {
    applications: ids.flatMap((one) => loaded.get(one) ?? []),
    messages: await reader.select().from(caseMessages).where(inArray(caseMessages.applicationId, ids)),
    advice: await reader.select().from(adviceRecords).where(inArray(adviceRecords.applicationId, ids)),
    policies: new Map(policies.map(({ id, policyNumber }) => [id, policyNumber])),
    callbacks,
    calls: await reader
      .select()
      .from(callbackCalls)
      .where(inArray(callbackCalls.callbackId, found.callbacks)),
    withdrawals: await reader.select().from(withdrawals).where(inArray(withdrawals.id, found.withdrawals)),
    mails: await reader
      .select({ id, emailType, subject, createdAt, status })
      .from(outbox)
      .where(inArray(id, found.mails))
      .orderBy(createdAt),
  };
}

/** What was deleted: how many things, and the mails, which may have files outside the database. */
type Erased = { count: number; mails: string[] };

/**
 * Deletes open applications, callback requests and mails at instant `now` (ms); all but what must be kept. The audit log
 * gets the ids, so that a restored backup does not bring them back.
 *
 * @param open the open ones among the found applications, of which all is deleted
 */
export async function erasePerson(
  tx: Transaction,
  found: PersonIds,
  open: string[],
  now: number,
): Promise<Erased> {
  const deletion = await deleteRows(tx, open);
  const deleted = await deleteCallbacks(tx, inArray(callbackRequests.id, found.callbacks));
  await recordAction(tx, thePersonConcerned, 'application_deleted', deletion.applications, now);
  await recordAction(tx, thePersonConcerned, 'callback_deleted', deleted.callbacks, now);
  // those of no application, and those of applications that now have another address
  const left = await tx
    .delete(outbox)
    .where(and(inArray(outbox.id, found.mails), isNull(outbox.withdrawalId), notOf(found.applications)))
    .returning({ id: outbox.id });
  return {
    count: deletion.applications.length + deleted.callbacks.length,
    mails: [...deletion.mails, ...deleted.mails, ...left.map(({ id }) => id)],
  };
}

/** Restricts completed applications at instant `now`: no mail, no hand-over. */
export async function restrict(tx: Transaction, ids: readonly string[], now: number): Promise<void> {
  await tx
    .update(applications)
    .set({ restrictedAt: now })
    .where(and(inArray(applications.id, [...ids]), isNull(applications.restrictedAt)));
}

function notOf(ids: readonly string[]): SQL {
  return sql`(${outbox.applicationId} is null or ${outbox.applicationId} not in ${[...ids, '']})`;
}

type Addresses = { table: SQLiteTable; id: SQLiteColumn; email: SQLiteColumn };

const contactAddresses = { table: contactData, id: contactData.applicationId, email: contactData.email };
const policyholderAddresses = {
  table: policyholderInfo,
  id: policyholderInfo.applicationId,
  email: policyholderInfo.email,
};
const callbackAddresses = { table: callbackRequests, id: callbackRequests.id, email: callbackRequests.email };
const withdrawalAddresses = { table: withdrawals, id: withdrawals.id, email: withdrawals.email };
const mailAddresses = { table: outbox, id: outbox.id, email: outbox.recipientEmail };

const rowsAtOnce = 20_000;

/** Ids of the rows with this address. Reads a part of the table at a time, so that others are served in between. */
async function idsAt(reader: Reader, { table, id, email }: Addresses, address: string): Promise<string[]> {
  const [extent] = await reader.select({ last: sql<number | null>`max(rowid)` }).from(table);
  const found: string[] = [];
  for (let from = 0; from < (extent?.last ?? 0); from += rowsAtOnce) {
    const rows = await reader
      .select({ id: sql<string>`${id}`, email: sql<string>`${email}` })
      .from(table)
      .where(and(sql`rowid > ${from} and rowid <= ${from + rowsAtOnce}`, like(email, address)));
    for (const row of rows) if (isSame(row.email, address)) found.push(row.id);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

/** Condition: the same local part. SQLite cannot normalise domains, so `isSame` compares them. */
function like(column: SQLiteColumn, address: string): SQL {
  const [local = ''] = address.toLowerCase().split('@');
  return sql`lower(substr(${column}, 1, ${local.length + 1})) = ${`${local}@`}`;
}

function isSame(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other);
}
