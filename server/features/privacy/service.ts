/** What is stored about an address: asking for the link, seeing it, taking it along, erasing it. */

import { loadApplications } from '#db/applications/find';
import type { Reader, Transaction } from '#db/client';
import { evidenceIdsOf, personKeyOf } from '#db/evidence';
import { addressKey, isAtCap, rememberMails } from '#db/mails/caps';
import { queueMail } from '#db/mails/outbox';
import { countWrong, endPrivacyLinks, findPrivacyLink, type PrivacyLink } from '#db/privacy/links';
import {
  erasePerson,
  findPerson,
  type PersonData,
  type PersonIds,
  readPerson,
  restrict,
} from '#db/privacy/persons';
import { readClocks } from '#db/retention/expired';
import { maskIban } from '#domain/bank/iban';
import { isDay } from '#domain/dates';
import {
  birthDateMessages,
  type Erasure,
  type Kept,
  type KeptKind,
  keptKinds,
  mostWrongBirthDates,
  type OwnApplication,
  type OwnCallback,
  type OwnData,
  seenByLink,
} from '#domain/law/privacy';
import { lastDayOf, type RetentionKind } from '#domain/retention';
import { hashOf, isToken } from '../../access-links';
import type { Context } from '../../context';
import { inEvenTime } from '../../http/even';
import { addressHash } from '../../keyed-hash';
import { deleteMailFiles } from '../../mail/files';
import { privacyLinkTo } from '../../mail/kinds';
import { emptyLog } from '../backoffice/applications/deletion';
import { findEvidence } from '../backoffice/evidence/entries';
import { callbackView } from '../callbacks/service';

/** Sends the link to an address. Looks nothing up, so that known and unknown addresses take the same time. */
export async function requestPrivacyLink(context: Context, address: string): Promise<void> {
  const { db, config } = context;
  const mail = privacyLinkTo(context, address);
  const send = () =>
    db.write(async (tx) => {
      if (config.rateLimit && (await isAtCap(tx, addressHash(config), mail))) return false;
      await queueMail(tx, mail);
      return true;
    });
  // in even time: an address at its limit has asked before
  const queued = await (config.rateLimit ? inEvenTime(send) : send());
  if (queued) context.wakeMail();
}

/** The address that a token opens; null: unknown, spent, expired, or ended by wrong birth dates. */
export async function openPrivacyLink(
  { db, now }: Context,
  token: string,
  reader: Reader = db.shared ?? db.read,
): Promise<PrivacyLink | null> {
  if (!isToken(token)) return null;
  // not from a replica, which may not have the link of a mail that has just been sent
  const link = await findPrivacyLink(reader, hashOf(token), now());
  return link && link.wrong < mostWrongBirthDates ? link : null;
}

/** What the link to an address shows of it. */
export async function readOwnData(context: Context, address: string): Promise<OwnData> {
  return seenByLink(await readStored(context, address));
}

/** Everything that is stored about an address, with masked bank data. For staff, who know to whom they give it. */
export async function readStored(context: Context, address: string): Promise<OwnData> {
  const { db, cipher, now, operator } = context;
  const { name, street, zipCode, city, email } = operator.company;
  const person = await readPerson(db.shared ?? db.read, cipher, await findPerson(db, address));
  const proofs = await findEvidence(context, address);
  return {
    address,
    at: isoOf(now()),
    controller: { name, address: `${street}, ${zipCode} ${city}`, email },
    applications: person.applications.map((loaded) => ownApplication(loaded, person, address)),
    callbackRequests: person.callbacks.map((callback) => ownCallback(callback, person)),
    withdrawals: person.withdrawals.map(({ id, receivedAt, name, email, contract, outcome }) => ({
      id,
      receivedAt: isoOf(receivedAt),
      name,
      email,
      contract,
      outcome,
    })),
    evidence: proofs.map(({ at, label, subject, wayLabel }) => ({ at, label, subject, way: wayLabel })),
    mails: person.mails.map(({ emailType, subject, createdAt, status }) => ({
      type: emailType,
      subject,
      at: isoOf(createdAt),
      sent: status === 'sent',
    })),
  };
}

type Loaded = PersonData['applications'][number];

function ownApplication({ application, sets }: Loaded, person: PersonData, address: string): OwnApplication {
  const { id, completed, createdAt, lastUpdated, restricted } = application;
  const contact = sets['contact-data'];
  const policyholder = sets['policyholder-info'];
  const mandate = sets['sepa-mandate'];
  const isContact = isAt(contact?.email, address);
  const isPolicyholder = isAt(policyholder?.email, address);
  const isAbout = ({ applicationId }: { applicationId: string }) => applicationId === id;
  const { accountHolder = '', bankName = '', iban = '', mandateReference = null } = mandate ?? {};
  return {
    id,
    completed,
    createdAt,
    lastUpdated,
    restricted,
    horseData: sets['horse-data'],
    contactData: isContact ? contact : null,
    tariffSelection: sets['tariff-selection'],
    policyholderInfo: isPolicyholder ? policyholder : null,
    sepaMandate:
      mandate && isPolicyholder
        ? { accountHolder, ibanMasked: maskIban(iban), bankName, mandateReference }
        : null,
    policyNumber: person.policies.get(id) ?? null,
    advice: isContact ? person.advice.filter(isAbout).map(adviceOf) : [],
    messages: isContact ? person.messages.filter(isAbout).map(messageOf) : [],
  };
}

function adviceOf({ wishes, advice, at }: PersonData['advice'][number]): OwnApplication['advice'][number] {
  return { wishes, advice, at: isoOf(at) };
}

function messageOf(message: PersonData['messages'][number]): OwnApplication['messages'][number] {
  const { subject, body, at, answer, answeredAt } = message;
  return { subject, body, at: isoOf(at), answer, answeredAt: answeredAt === null ? null : isoOf(answeredAt) };
}

function ownCallback(callback: PersonData['callbacks'][number], { calls }: PersonData): OwnCallback {
  return {
    ...callbackView(callback),
    calls: calls
      .filter((call) => call.callbackId === callback.request.id)
      .map(({ at, outcome, note, nextCallAt }) => ({
        at: isoOf(at),
        outcome,
        note,
        nextCallAt: nextCallAt === null ? null : isoOf(nextCallAt),
      })),
  };
}

type Erasing =
  | { kind: 'erased'; erasure: Erasure }
  /** The link opens nothing (any more). */
  | { kind: 'invalid' }
  | { kind: 'refused'; message: string };

type Done = Erasing & { mails?: string[] };

/**
 * Erases what may go at once, restricts completed applications, and ends the link. Those are asked for the birth date of
 * their policyholder, too, because a mailbox alone is no proof of who somebody is.
 */
export async function eraseOwnData(context: Context, token: string, birthDate: string): Promise<Erasing> {
  const { db } = context;
  const link = await openPrivacyLink(context, token);
  if (!link) return { kind: 'invalid' };
  const found = await findPerson(db, link.address);
  const { mails, ...erasing } = await db.write((tx) => erase(context, tx, { token, birthDate, found }));
  if (erasing.kind === 'erased') {
    await deleteMailFiles(context, mails ?? []);
    await emptyLog(context);
  }
  return erasing;
}

type Asked = { token: string; birthDate: string; found: PersonIds };

async function erase(context: Context, tx: Transaction, { token, birthDate, found }: Asked): Promise<Done> {
  const { config, now } = context;
  const link = await openPrivacyLink(context, token, tx);
  if (!link) return { kind: 'invalid' };
  const { address } = link;
  const loaded = [...(await loadApplications(tx, null, found.applications)).values()];
  // an open one may have got another address since it was found
  const own = loaded.filter(
    ({ sets }) =>
      isAt(sets['contact-data']?.email, address) || isAt(sets['policyholder-info']?.email, address),
  );
  const completed = own.filter(({ application }) => application.completed);
  const matching = completed.filter(({ sets }) => sets['policyholder-info']?.birthDate === birthDate);
  if (completed.length > 0 && !isDay(birthDate))
    return { kind: 'refused', message: birthDateMessages.missing };
  if (completed.length > 0 && matching.length === 0) {
    await countWrong(tx, link.hash);
    return { kind: 'refused', message: birthDateMessages.wrong };
  }
  const open = idsOf(own.filter(({ application }) => !application.completed));
  await rememberMails(tx, addressHash(config), open, now());
  const { count, mails } = await erasePerson(tx, found, open, now());
  await restrict(tx, idsOf(matching), now());
  await endPrivacyLinks(tx, address);
  const kept = await readKept(context, tx, { address, found, matching: idsOf(matching) });
  return { kind: 'erased', erasure: { erased: count, kept }, mails };
}

function idsOf(loaded: readonly Loaded[]): string[] {
  return loaded.map(({ application }) => application.id);
}

type Left = { address: string; found: PersonIds; matching: readonly string[] };

/** What is left of a person after the erasure, and until when. */
async function readKept(
  { config, cipher }: Context,
  tx: Transaction,
  { address, found, matching }: Left,
): Promise<Kept[]> {
  const keptAs = async (kind: RetentionKind, ids: readonly string[], as: (id: string) => KeptKind) =>
    Array.from(await readClocks(tx, kind, ids), ([id, clock]) => ({
      kind: as(id),
      until: lastDayOf(kind, config.retention, clock),
      reason: keptKinds[as(id)].reason,
    }));
  const asApplication = (id: string) => (matching.includes(id) ? 'application' : 'unmatched');
  const proofs = await evidenceIdsOf(tx, await personKeyOf(tx, cipher, address));
  const evidence = await keptAs('evidence', proofs, () => 'evidence');
  return [
    ...(await keptAs('completed_applications', found.applications, asApplication)),
    ...(await keptAs('withdrawn_applications', found.applications, asApplication)),
    ...(await keptAs('withdrawals', found.withdrawals, () => 'withdrawal')),
    ...(await keptAs('unmatched_withdrawals', found.withdrawals, () => 'withdrawal')),
    // the one that is kept longest stands for all
    ...evidence.toSorted((one, other) => (other.until ?? '').localeCompare(one.until ?? '')).slice(0, 1),
  ];
}

function isAt(email: string | undefined, address: string): boolean {
  return email !== undefined && addressKey(email) === addressKey(address);
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
