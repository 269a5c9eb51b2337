import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { isSameAddress } from '#domain/text/addresses';
import { deleteRows } from '../applications/delete';
import { type LoadedApplication, loadApplications } from '../applications/find';
import type { FieldCipher } from '../bank-data/cipher';
import { type CallbackRecord, selectCallbacks } from '../callbacks';
import type { Database, Reader, Transaction } from '../client';
import { deleteCallbacks } from '../erasing/callbacks';
import { deleteMails } from '../erasing/mails';
import { deleteOffers } from '../erasing/offers';
import { deletePreparations } from '../erasing/preparations';
import { endLinks } from '../links';
import { isAtMailboxes } from '../mails/caps';
import type { OutboxMail } from '../mails/outbox';
import { type ListedOffer, selectOffers } from '../offer-list';
import { type FoundPreparation, selectPreparations } from '../preparations';
import { readMatchedRows } from '../returns/files';
import { applications, contactData, policyholderInfo } from '../schema/applications';
import {
  callbackCalls,
  callbackRequests,
  caseEvents,
  caseMessages,
  cases,
  preparations,
} from '../schema/desk';
import { adviceRecords, offers, withdrawals } from '../schema/law';
import { outbox } from '../schema/mails';
import { endReceipts } from '../withdrawals/withdrawals';
import { eraseParts, type Part } from './parts';

export type PersonData = {
  applications: LoadedApplication[];
  messages: (typeof caseMessages.$inferSelect)[];
  /** Answers by mail, also those to which no question was open. */
  replies: (typeof caseEvents.$inferSelect)[];
  advice: (typeof adviceRecords.$inferSelect)[];
  cases: Map<string, Pick<typeof cases.$inferSelect, 'policyNumber' | 'confirmation' | 'confirmedAt'>>;
  offers: ListedOffer[];
  preparations: FoundPreparation[];
  callbacks: CallbackRecord[];
  calls: (typeof callbackCalls.$inferSelect)[];
  returns: Awaited<ReturnType<typeof readMatchedRows>>;
  withdrawals: (typeof withdrawals.$inferSelect)[];
  mails: OutboxMail[];
};

/** Of preparations the ids of their applications: those for this person, and those that name them as the policyholder. */
export type PersonIds = Record<
  | 'applications'
  | 'preparations'
  | 'preparedPolicyholders'
  | 'offers'
  | 'callbacks'
  | 'withdrawals'
  | 'mails',
  string[]
>;

export async function findPerson({ fresh: reader }: Database, address: string): Promise<PersonIds> {
  const contacts = await idsAt(reader, 'contacts', address);
  const policyholders = await idsAt(reader, 'policyholders', address);
  const rows = await reader
    .select({ id: applications.id })
    .from(applications)
    .where(inArray(applications.id, [...new Set([...contacts, ...policyholders])]))
    .orderBy(applications.createdAt);
  return {
    applications: rows.map(({ id }) => id),
    preparations: await idsAt(reader, 'preparations', address),
    preparedPolicyholders: await idsAt(reader, 'preparedPolicyholders', address),
    offers: await idsAt(reader, 'offers', address),
    callbacks: await idsAt(reader, 'callbacks', address),
    withdrawals: await idsAt(reader, 'withdrawals', address),
    mails: await idsAt(reader, 'mails', address),
  };
}

/** All that name the person. */
export function preparationsOf({ preparations, preparedPolicyholders }: PersonIds): string[] {
  return [...new Set([...preparations, ...preparedPolicyholders])];
}

export async function readPerson(reader: Reader, cipher: FieldCipher, found: PersonIds): Promise<PersonData> {
  const ids = found.applications;
  const loaded = await loadApplications(reader, cipher, ids);
  const callbacks = await selectCallbacks(reader, inArray(callbackRequests.id, found.callbacks));
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
    callbacks,
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
  };
}

/** Ids of open applications: those that go as a whole, and those of which the person's part goes. */
export type OpenApplications = Record<'whole' | Part, string[]>;

/** `preparations`: ids of their own, of those whose application stays. */
type Erased = OpenApplications & Record<'preparations' | 'offers' | 'callbacks' | 'mails', string[]>;

/** All but what must be kept, like withdrawals, whose confirmations no link opens any more. */
export async function erasePerson(
  tx: Transaction,
  found: PersonIds,
  open: OpenApplications & { preparations: string[] },
  at: number,
): Promise<Erased> {
  const whole = await deleteRows(tx, open.whole);
  const lost = await deletePreparations(tx, 'applicationId', open.preparations);
  const offered = await deleteOffers(tx, found.offers);
  const { callbacks, mails } = await deleteCallbacks(tx, found.callbacks);
  await endReceipts(tx, found.withdrawals);
  const contact = await eraseParts(tx, 'contact', open.contact, at);
  const policyholder = await eraseParts(tx, 'policyholder', open.policyholder, at);
  // those of no application, and those of applications that now have another address
  const left = await deleteMails(
    tx,
    and(inArray(outbox.id, found.mails), isNull(outbox.withdrawalId), notOf(found.applications)),
  );
  return {
    whole: whole.applications,
    contact: contact.applications,
    policyholder: policyholder.applications,
    preparations: lost,
    offers: offered.offers,
    callbacks,
    mails: [...[whole, contact, policyholder, offered].flatMap((one) => one.mails), ...mails, ...left],
  };
}

/** No mail, no hand-over, and no link opens them any more. */
export async function restrict(tx: Transaction, ids: readonly string[], now: number): Promise<void> {
  await tx
    .update(applications)
    .set({ restrictedAt: now })
    .where(and(inArray(applications.id, [...ids]), isNull(applications.restrictedAt)));
  await endLinks(tx, ids, now);
}

function notOf(ids: readonly string[]): SQL {
  return sql`(${outbox.applicationId} is null or ${outbox.applicationId} not in ${[...ids, '']})`;
}

/** Every column that holds the address of a person, with the id of what it belongs to. Each has an index by mailbox. */
export const addressColumns = {
  contacts: { table: contactData, id: contactData.applicationId, email: contactData.email },
  policyholders: {
    table: policyholderInfo,
    id: policyholderInfo.applicationId,
    email: policyholderInfo.email,
  },
  preparations: { table: preparations, id: preparations.applicationId, email: preparations.email },
  preparedPolicyholders: {
    table: preparations,
    id: preparations.applicationId,
    email: preparations.policyholderEmail,
  },
  offers: { table: offers, id: offers.id, email: offers.email },
  callbacks: { table: callbackRequests, id: callbackRequests.id, email: callbackRequests.email },
  withdrawals: { table: withdrawals, id: withdrawals.id, email: withdrawals.email },
  mails: { table: outbox, id: outbox.id, email: outbox.recipientEmail },
} as const;
type Place = keyof typeof addressColumns;

/** As far as SQLite can tell. */
export function candidatesQuery(reader: Reader, place: Place, address: string) {
  const { table, id, email } = addressColumns[place];
  return reader
    .select({ id: sql<string>`${id}`, email: sql<string>`${email}` })
    .from(table)
    .where(isAtMailboxes(email, [address]));
}

/** Ids of what has this address in any spelling, but with its dots and its `+`, which make it another address. */
async function idsAt(reader: Reader, place: Place, address: string): Promise<string[]> {
  const candidates = await candidatesQuery(reader, place, address);
  return candidates.filter(({ email }) => isSameAddress(email, address)).map(({ id }) => id);
}
