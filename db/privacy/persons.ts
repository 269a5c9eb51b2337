/** What is stored about an address. Instants are milliseconds since 1970. */
import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { deleteRows } from '../applications/delete';
import { type LoadedApplication, loadApplications } from '../applications/find';
import type { FieldCipher } from '../bank-data/cipher';
import { type CallbackRecord, deleteCallbacks, selectCallbacks } from '../callbacks/requests';
import type { Reader, Transaction } from '../client';
import { addressKey } from '../mails/outbox';
import {
  applications,
  callbackCalls,
  callbackRequests,
  caseMessages,
  contactData,
  outbox,
  policyholderInfo,
  withdrawals,
} from '../schema';

export type PersonData = {
  applications: LoadedApplication[];
  messages: (typeof caseMessages.$inferSelect)[];
  callbacks: CallbackRecord[];
  calls: (typeof callbackCalls.$inferSelect)[];
  withdrawals: (typeof withdrawals.$inferSelect)[];
  mails: Pick<typeof outbox.$inferSelect, 'id' | 'emailType' | 'subject' | 'createdAt' | 'status'>[];
};

/** Reads it all. The columns of addresses have no index: a look reads their tables, which nobody may cause often. */
export async function readPerson(reader: Reader, cipher: FieldCipher, address: string): Promise<PersonData> {
  const ids = await applicationsOf(reader, address);
  const callbackIds = await idsOf(reader, callbackRequests, address);
  const withdrawalIds = await idsOf(reader, withdrawals, address);
  const loaded = await loadApplications(reader, cipher, ids);
  const callbacks = await selectCallbacks(reader, inArray(callbackRequests.id, callbackIds));
  const { id, emailType, subject, createdAt, status, recipientEmail } = outbox;
  const mails = await reader
    .select({ id, emailType, subject, createdAt, status, address: recipientEmail })
    .from(outbox)
    .where(like(recipientEmail, address))
    .orderBy(createdAt);
  return {
    applications: ids.flatMap((one) => loaded.get(one) ?? []),
    messages: await reader.select().from(caseMessages).where(inArray(caseMessages.applicationId, ids)),
    callbacks,
    calls: await reader.select().from(callbackCalls).where(inArray(callbackCalls.callbackId, callbackIds)),
    withdrawals: await reader.select().from(withdrawals).where(inArray(withdrawals.id, withdrawalIds)),
    mails: mails.filter((mail) => isSame(mail.address, address)),
  };
}

/** What was deleted: how many things, and the mails, which may have files outside the database. */
export type Erased = { count: number; mails: string[] };

/** Deletes open applications, callback requests and mails of the address; all but what must be kept. */
export async function erasePerson(tx: Transaction, address: string): Promise<Erased> {
  const ids = await applicationsOf(tx, address);
  const open = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(inArray(applications.id, ids), isNull(applications.completedAt)));
  const deletion = await deleteRows(
    tx,
    open.map(({ id }) => id),
  );
  const callbackIds = await idsOf(tx, callbackRequests, address);
  const deleted = await deleteCallbacks(tx, inArray(callbackRequests.id, callbackIds));
  const { id, recipientEmail } = outbox;
  // those of no application, and those of applications that now have another address
  const left = await tx
    .select({ id, address: recipientEmail })
    .from(outbox)
    .where(and(like(recipientEmail, address), isNull(outbox.withdrawalId), notOf(ids)));
  const mails = left.filter((mail) => isSame(mail.address, address)).map((mail) => mail.id);
  await tx.delete(outbox).where(inArray(id, mails));
  return {
    count: deletion.applications.length + deleted.callbacks.length,
    mails: [...deletion.mails, ...deleted.mails, ...mails],
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

/** Ids of the applications whose contact or policyholder has this address, oldest first. */
async function applicationsOf(reader: Reader, address: string): Promise<string[]> {
  const found = new Set<string>();
  for (const table of [contactData, policyholderInfo]) {
    const { applicationId: id, email } = table;
    const rows = await reader.select({ id, email }).from(table).where(like(email, address));
    for (const row of rows) if (isSame(row.email, address)) found.add(row.id);
  }
  const rows = await reader
    .select({ id: applications.id })
    .from(applications)
    .where(inArray(applications.id, [...found]))
    .orderBy(applications.createdAt);
  return rows.map(({ id }) => id);
}

async function idsOf(
  reader: Reader,
  table: typeof callbackRequests | typeof withdrawals,
  address: string,
): Promise<string[]> {
  const { id, email } = table;
  const rows = await reader
    .select({ id, email: sql<string>`${email}` })
    .from(table)
    .where(like(email, address));
  return rows.filter((row) => isSame(row.email, address)).map((row) => row.id);
}

/** Condition: the same local part. SQLite cannot normalise domains, so `isSame` compares them. */
function like(column: SQLiteColumn, address: string): SQL {
  const [local = ''] = address.toLowerCase().split('@');
  return sql`lower(substr(${column}, 1, ${local.length + 1})) = ${`${local}@`}`;
}

function isSame(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other);
}
