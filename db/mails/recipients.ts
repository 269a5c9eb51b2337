/** To whom mails go, and where they come back from. Null when there is no address. */
import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { keysOf } from '#domain/keys';
import type { MailCause } from '#domain/mails/kinds';
import { addressKey, isSameAddress } from '#domain/text/addresses';
import { isPlainName, plainNameOf } from '#domain/text/mailable';
import { findAddress } from '../applications/find';
import type { Reader, Transaction } from '../client';
import { statement } from '../driver/queries';
import { applications, contactData, policyholderInfo } from '../schema/applications';
import { callbackRequests, cases, preparations } from '../schema/desk';
import { outbox, thingKeys, things } from '../schema/mails';
import { users } from '../schema/staff';
import { isWithin, type Span } from '../statements';
import { isAtMailboxes, storedIn } from './caps';
import type { About } from './outbox';

/** `name` is empty where it is not known, or may be an advertisement. */
export type Recipient = {
  name: string;
  address: string;
  prefilledFrom?: string | null;
};

/** Whom mails of a trial reach: those inside, by `addressKey`. */
export async function insideMailboxes(reader: Reader, internalTo: string): Promise<ReadonlySet<string>> {
  const staff = await reader.select({ email: users.email }).from(users).where(isNotNull(users.email));
  return new Set([internalTo, ...staff.map(({ email }) => email ?? '')].map(addressKey));
}

/** The visitor to whom the mail of an event goes. Whoever asks for a privacy link says so. */
export async function visitorOf(tx: Transaction, cause: MailCause, about: About): Promise<Recipient | null> {
  const find = others[cause];
  if (find) return await find(tx, about);
  return (await typedIn(tx, about)) ?? (await contactOf(tx, about.applicationId ?? ''));
}

type Find = (tx: Transaction, about: About) => Promise<Recipient | null>;

/** If it is neither who asked for a thing, nor the contact of the application. */
const others: Partial<Record<MailCause, Find>> = {
  confirmation_asked: (tx, { applicationId }) => personIn(tx, policyholderInfo, applicationId),
  // queued before the address is replaced, so that it goes to the old one
  contact_replaced: async (tx, { applicationId }) =>
    nameless(await findAddress(tx, 'contact-data', applicationId ?? '')),
  // the only person of an application
  part_erased: async (tx, { applicationId }) => {
    const contact = await findAddress(tx, 'contact-data', applicationId ?? '');
    const policyholder = await findAddress(tx, 'policyholder-info', applicationId ?? '');
    return contact && policyholder ? null : nameless(contact ?? policyholder);
  },
  // the address that the customer has saved, else the one that was dictated
  application_prepared: async (tx, { applicationId }) => {
    const saved = await personIn(tx, contactData, applicationId);
    if (saved) return saved;
    const { email, values } = preparations;
    const prepared = tx.select({ email, values }).from(preparations);
    const [row] = await prepared.where(eq(preparations.applicationId, applicationId ?? ''));
    return row ? recipientOf({ ...row.values.contact, email: row.email }) : null;
  },
  callback_requested: async (tx, { callbackRequestId }) => {
    const { id, name, email } = callbackRequests;
    const callers = tx.select({ name, address: email }).from(callbackRequests);
    const [caller] = await callers.where(eq(id, callbackRequestId ?? ''));
    return caller?.address
      ? { name: isPlainName(caller.name) ? caller.name : '', address: caller.address }
      : null;
  },
  // not at the address from which the withdrawal came
  withdrawal_matched: async (tx, about) => {
    const contact = await personIn(tx, contactData, about.applicationId);
    const declarer = await typedIn(tx, about);
    return contact && declarer && !isSameAddress(contact.address, declarer.address) ? contact : null;
  },
};

export async function contactOf(tx: Transaction, applicationId: string): Promise<Recipient | null> {
  const { prefilledFrom } = applications;
  const [row] = await tx
    .select({ person: contactData, prefilledFrom })
    .from(contactData)
    .innerJoin(applications, eq(applications.id, contactData.applicationId))
    .where(eq(contactData.applicationId, applicationId));
  return row ? { ...recipientOf(row.person), prefilledFrom: row.prefilledFrom } : null;
}

type Person = Parameters<typeof plainNameOf>[0] & { email: string };

function recipientOf(person: Person): Recipient {
  return { name: plainNameOf(person) ?? '', address: person.email };
}

/** Where a typed name would greet a stranger whose address somebody else has typed. */
function nameless(address: string | null): Recipient | null {
  return address === null ? null : { name: '', address };
}

async function personIn(
  tx: Transaction,
  table: typeof contactData | typeof policyholderInfo,
  applicationId: About['applicationId'],
): Promise<Recipient | null> {
  const [person] = await tx
    .select()
    .from(table)
    .where(eq(table.applicationId, applicationId ?? ''));
  return person ? recipientOf(person) : null;
}

async function typedIn(tx: Transaction, about: About): Promise<Recipient | null> {
  const thing = keysOf(things).find((one) => about[thingKeys[one]]);
  if (!thing) return null;
  const { id, email } = things[thing];
  const [row] = await tx
    .select({ email })
    .from(email.table)
    .where(eq(id, about[thingKeys[thing]] ?? ''));
  return nameless(row?.email ?? null);
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

const stoppingRows = statement((on) => {
  const { id, recipientEmail } = outbox;
  return on
    .select({ id, recipientEmail })
    .from(outbox)
    .where(and(isAtMailboxes(recipientEmail), eq(outbox.stopsAddress, true)));
});

/** Those of the addresses from which a mail came back, and to which staff have not written since. */
export async function unreachableAmong(reader: Reader, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = await stoppingRows(reader, storedIn(addresses));
  return addresses.filter((one) => rows.some((row) => isSameAddress(row.recipientEmail, one)));
}

/** Staff write to it: automatic mails are sent there again, and no case says that mails came back from there alone. */
export async function resumeMails(tx: Transaction, address: string): Promise<void> {
  const rows = await stoppingRows(tx, storedIn([address]));
  const ids = rows.filter((row) => isSameAddress(row.recipientEmail, address)).map(({ id }) => id);
  if (ids.length > 0) await tx.update(outbox).set({ stopsAddress: false }).where(inArray(outbox.id, ids));
  const isTheirs = [contactData, policyholderInfo].map(({ applicationId, email }) => {
    const theirs = tx.select({ applicationId }).from(email.table);
    return inArray(cases.applicationId, theirs.where(isAtMailboxes(email, [address])));
  });
  const flagged = await tx
    .select({ id: cases.applicationId, contact: contactData.email, policyholder: policyholderInfo.email })
    .from(cases)
    .innerJoin(contactData, eq(contactData.applicationId, cases.applicationId))
    .leftJoin(policyholderInfo, eq(policyholderInfo.applicationId, cases.applicationId))
    .where(and(or(...isTheirs), eq(cases.undeliverable, true)));
  const persons = flagged.map(({ id, contact, policyholder }) => ({
    id,
    at: [contact, policyholder ?? contact],
  }));
  const addresses = persons.flatMap(({ at }) => at);
  const unreachable = await unreachableAmong(tx, addresses);
  const reached = persons.filter(({ at }) => !at.some((one) => unreachable.includes(one)));
  if (reached.length === 0) return;
  const named = reached.map(({ id }) => id);
  await tx.update(cases).set({ undeliverable: false }).where(inArray(cases.applicationId, named));
}
