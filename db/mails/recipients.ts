/** To whom the mails about something go: one statement each. Null when there is no address. */
import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import { isSameAddress } from '#domain/text/addresses';
import { isPlainName, plainNameOf } from '#domain/text/mailable';
import type { Reader, Transaction } from '../client';
import { applications, contactData, policyholderInfo } from '../schema/applications';
import { callbackRequests, cases, preparations } from '../schema/desk';
import { offers, withdrawals } from '../schema/law';
import { outbox } from '../schema/mails';
import { isWithin, type Span } from '../statements';
import { isAtMailboxes } from './caps';

/** `name` is empty where it is not known, or may be an advertisement. */
export type Recipient = {
  name: string;
  address: string;
  prefilledFrom?: string | null;
};

const { email, salutation, firstName, lastName } = contactData;
const contact = { email, salutation, firstName, lastName };

export async function contactOf(tx: Transaction, applicationId: string): Promise<Recipient | null> {
  const [row] = await tx
    .select({ ...contact, prefilledFrom: applications.prefilledFrom })
    .from(contactData)
    .innerJoin(applications, eq(applications.id, contactData.applicationId))
    .where(eq(contactData.applicationId, applicationId));
  return row ? { name: plainNameOf(row) ?? '', address: row.email, prefilledFrom: row.prefilledFrom } : null;
}

/** Where the newest link of this time went, of those to the applications that this browser began; null: none did. */
export async function linkRecipientOf(reader: Reader, begunBy: string, span: Span): Promise<string | null> {
  const [row] = await linkRecipientQuery(reader, begunBy, span);
  return row?.address ?? null;
}

export function linkRecipientQuery(reader: Pick<Reader, 'select'>, begunBy: string, span: Span) {
  return reader
    .select({ address: outbox.recipientEmail })
    .from(outbox)
    .innerJoin(applications, eq(applications.id, outbox.applicationId))
    .where(
      and(
        // by an index: of those that were tried, only the newest
        or(isWithin(outbox.attemptedAt, span), isNull(outbox.attemptedAt)),
        isWithin(outbox.createdAt, span),
        eq(outbox.emailType, 'access_link'),
        eq(applications.begunBy, begunBy),
      ),
    )
    .orderBy(desc(outbox.createdAt))
    .limit(1);
}

export async function policyholderOf(tx: Transaction, applicationId: string): Promise<Recipient | null> {
  const { email: address, salutation, firstName, lastName } = policyholderInfo;
  const [row] = await tx
    .select({ address, salutation, firstName, lastName })
    .from(policyholderInfo)
    .where(eq(policyholderInfo.applicationId, applicationId));
  return row ? { name: plainNameOf(row) ?? '', address: row.address } : null;
}

export async function isContactOf(tx: Transaction, applicationId: string, address: string): Promise<boolean> {
  const [row] = await tx
    .select({ email })
    .from(contactData)
    .where(eq(contactData.applicationId, applicationId));
  return row !== undefined && isSameAddress(row.email, address);
}

/** The only person of an application; null also if there are two. */
export async function soleOf(tx: Transaction, applicationId: string): Promise<Recipient | null> {
  const [row] = await tx
    .select({ contact: email, policyholder: policyholderInfo.email })
    .from(applications)
    .leftJoin(contactData, eq(contactData.applicationId, applications.id))
    .leftJoin(policyholderInfo, eq(policyholderInfo.applicationId, applications.id))
    .where(eq(applications.id, applicationId));
  if (!row || (row.contact && row.policyholder)) return null;
  const address = row.contact ?? row.policyholder;
  return address === null ? null : { name: '', address };
}

export async function callerOf(tx: Transaction, callbackRequestId: string): Promise<Recipient | null> {
  const [row] = await tx
    .select({ name: callbackRequests.name, address: callbackRequests.email })
    .from(callbackRequests)
    .where(eq(callbackRequests.id, callbackRequestId));
  if (!row || row.address === null) return null;
  return { name: isPlainName(row.name) ? row.name : '', address: row.address };
}

/** The address that the customer has saved, else the one that was dictated. */
export async function invitedTo(tx: Transaction, applicationId: string): Promise<Recipient | null> {
  const saved = await contactOf(tx, applicationId);
  if (saved) return { name: saved.name, address: saved.address };
  const [row] = await tx
    .select({ address: preparations.email, values: preparations.values })
    .from(preparations)
    .where(eq(preparations.applicationId, applicationId));
  if (!row) return null;
  const { contact: person } = row.values;
  return { name: plainNameOf(person) ?? '', address: row.address };
}

export async function offeredTo(tx: Transaction, offerId: string): Promise<Recipient | null> {
  const [row] = await tx.select({ address: offers.email }).from(offers).where(eq(offers.id, offerId));
  return row ? { name: '', ...row } : null;
}

/** Without the typed name, which would greet a stranger whose address somebody else has typed. */
export async function declarerOf(tx: Transaction, withdrawalId: string): Promise<Recipient | null> {
  const [row] = await tx
    .select({ address: withdrawals.email })
    .from(withdrawals)
    .where(eq(withdrawals.id, withdrawalId));
  return row ? { name: '', ...row } : null;
}

/** Null also if it is the address from which the withdrawal came. */
export async function contactBesides(
  tx: Transaction,
  withdrawalId: string,
  applicationId: string,
): Promise<Recipient | null> {
  const [row] = await tx
    .select({ ...contact, declarer: withdrawals.email })
    .from(contactData)
    .innerJoin(withdrawals, eq(withdrawals.id, withdrawalId))
    .where(eq(contactData.applicationId, applicationId));
  if (!row || isSameAddress(row.email, row.declarer)) return null;
  return { name: plainNameOf(row) ?? '', address: row.email };
}

function stoppingRows(reader: Reader, addresses: readonly string[]) {
  const { id, recipientEmail } = outbox;
  return reader
    .select({ id, recipientEmail })
    .from(outbox)
    .where(and(isAtMailboxes(recipientEmail, addresses), eq(outbox.stopsAddress, true)));
}

/** Those of the addresses from which a mail came back, and to which staff have not written since. */
export async function unreachableAmong(reader: Reader, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = await stoppingRows(reader, addresses);
  return addresses.filter((one) => rows.some((row) => isSameAddress(row.recipientEmail, one)));
}

/** Staff write to it: automatic mails are sent there again, and no case says that mails came back from there alone. */
export async function resumeMails(tx: Transaction, address: string): Promise<void> {
  const rows = await stoppingRows(tx, [address]);
  const ids = rows.filter((row) => isSameAddress(row.recipientEmail, address)).map(({ id }) => id);
  if (ids.length > 0) await tx.update(outbox).set({ stopsAddress: false }).where(inArray(outbox.id, ids));
  const flagged = await tx
    .select({ id: cases.applicationId, contact: contactData.email, policyholder: policyholderInfo.email })
    .from(cases)
    .innerJoin(contactData, eq(contactData.applicationId, cases.applicationId))
    .leftJoin(policyholderInfo, eq(policyholderInfo.applicationId, cases.applicationId))
    .where(
      and(
        or(
          inArray(cases.applicationId, atAddress(tx, contactData, address)),
          inArray(cases.applicationId, atAddress(tx, policyholderInfo, address)),
        ),
        eq(cases.undeliverable, true),
      ),
    );
  const persons = flagged.map(({ id, contact, policyholder }) => ({
    id,
    at: [contact, policyholder ?? contact],
  }));
  const unreachable = await unreachableAmong(
    tx,
    persons.flatMap(({ at }) => at),
  );
  const reached = persons.filter(({ at }) => !at.some((one) => unreachable.includes(one)));
  if (reached.length === 0) return;
  const named = reached.map(({ id }) => id);
  await tx.update(cases).set({ undeliverable: false }).where(inArray(cases.applicationId, named));
}

function atAddress(tx: Transaction, table: typeof contactData | typeof policyholderInfo, address: string) {
  return tx
    .select({ id: table.applicationId })
    .from(table)
    .where(isAtMailboxes(table.email, [address]));
}
