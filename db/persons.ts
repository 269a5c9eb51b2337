/** What is stored of a person: where it is found by their address, and what is read of it. */
import { and, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { keysOf } from '#domain/keys';
import { isSameAddress } from '#domain/text/addresses';
import { endLinks } from './access-links';
import { loadApplications } from './applications/find';
import type { FieldCipher } from './bank-data/cipher';
import { selectCallbacks } from './callbacks';
import type { Database, Reader, Transaction } from './client';
import { readMatchedRows } from './insurer/answers';
import { isAtMailboxes } from './mails/caps';
import { selectOffers } from './offers';
import { selectPreparations } from './preparations';
import { applications, contactData, policyholderInfo } from './schema/applications';
import {
  callbackCalls,
  callbackRequests,
  caseEvents,
  caseMessages,
  cases,
  preparations,
} from './schema/desk';
import { adviceRecords, offers, withdrawals } from './schema/law';
import { outbox, things } from './schema/mails';

/** Every column that holds the address of a person, with the id of what it belongs to. Each has an index by mailbox. */
export const addressColumns = {
  contacts: { id: contactData.applicationId, email: contactData.email },
  policyholders: { id: policyholderInfo.applicationId, email: policyholderInfo.email },
  preparations: { id: preparations.applicationId, email: preparations.email },
  preparedPolicyholders: { id: preparations.applicationId, email: preparations.policyholderEmail },
  ...things,
  mails: { id: outbox.id, email: outbox.recipientEmail },
} as const;
type Place = keyof typeof addressColumns;

export function candidatesQuery(reader: Reader, place: Place, address: string) {
  const { id, email } = addressColumns[place];
  return reader
    .select({ id: sql<string>`${id}`, email: sql<string>`${email}` })
    .from(email.table)
    .where(isAtMailboxes(email, [address]));
}

/** Ids of what has this address in any spelling, but with its dots and its `+`, which make it another address. */
async function idsAt(reader: Reader, place: Place, address: string): Promise<string[]> {
  const candidates = await candidatesQuery(reader, place, address);
  return candidates.filter(({ email }) => isSameAddress(email, address)).map(({ id }) => id);
}

/** Of preparations the ids of their applications: those for this person, and those that name them as the policyholder. */
export type PersonIds = Record<Place | 'applications', string[]>;

export async function findPerson({ fresh: reader }: Database, address: string): Promise<PersonIds> {
  const found = { applications: [] } as unknown as PersonIds;
  for (const place of keysOf(addressColumns)) found[place] = await idsAt(reader, place, address);
  const { id, createdAt } = applications;
  const rows = await reader
    .select({ id })
    .from(applications)
    .where(inArray(id, [...new Set([...found.contacts, ...found.policyholders])]))
    .orderBy(createdAt);
  return { ...found, applications: rows.map((row) => row.id) };
}

export function preparationsOf({ preparations, preparedPolicyholders }: PersonIds): string[] {
  return [...new Set([...preparations, ...preparedPolicyholders])];
}

/** Who is found in a part of an application or of a preparation is shown with the whole. */
type Read = Record<Exclude<Place, 'contacts' | 'policyholders' | 'preparedPolicyholders'>, unknown[]>;

export type PersonData = Awaited<ReturnType<typeof readPerson>>;

export async function readPerson(reader: Reader, cipher: FieldCipher, found: PersonIds) {
  const ids = found.applications;
  const loaded = await loadApplications(reader, cipher, ids);
  const { policyNumber, confirmation, confirmedAt } = cases;
  const facts = await reader
    .select({ id: cases.applicationId, policyNumber, confirmation, confirmedAt })
    .from(cases)
    .where(inArray(cases.applicationId, ids));
  return {
    applications: ids.flatMap((one) => loaded.get(one) ?? []),
    messages: await reader.select().from(caseMessages).where(inArray(caseMessages.applicationId, ids)),
    replies: await reader
      .select()
      .from(caseEvents)
      .where(and(inArray(caseEvents.applicationId, ids), eq(caseEvents.way, 'email')))
      .orderBy(caseEvents.number),
    advice: await reader.select().from(adviceRecords).where(inArray(adviceRecords.applicationId, ids)),
    cases: new Map(facts.map(({ id, ...one }) => [id, one])),
    offers: await selectOffers(reader, inArray(offers.id, found.offers)),
    preparations: await selectPreparations(reader).where(
      inArray(preparations.applicationId, preparationsOf(found)),
    ),
    callbacks: await selectCallbacks(reader, inArray(callbackRequests.id, found.callbacks)),
    calls: await reader
      .select()
      .from(callbackCalls)
      .where(inArray(callbackCalls.callbackId, found.callbacks)),
    returns: await readMatchedRows(reader, cipher, ids),
    withdrawals: await reader.select().from(withdrawals).where(inArray(withdrawals.id, found.withdrawals)),
    mails: await reader
      .select()
      .from(outbox)
      .where(inArray(outbox.id, found.mails))
      .orderBy(outbox.createdAt),
  } satisfies Read & Record<string, unknown>;
}

/** No mail, no hand-over, and no link opens them any more. */
export async function restrict(tx: Transaction, ids: readonly string[], now: number): Promise<void> {
  await tx
    .update(applications)
    .set({ restrictedAt: now })
    .where(and(inArray(applications.id, [...ids]), isNull(applications.restrictedAt)));
  await endLinks(tx, ids, now);
}

/** Of a person that is erased: mails of no application, and of applications that now have another address. */
export function leftMails({ mails, applications }: PersonIds): SQL | undefined {
  const { id, withdrawalId, applicationId } = outbox;
  const others = or(isNull(applicationId), notInArray(applicationId, applications));
  return and(inArray(id, mails), isNull(withdrawalId), others);
}
