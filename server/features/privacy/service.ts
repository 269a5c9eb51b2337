import { countWrong, endPrivacyLinks } from '#db/access-links';
import { type LoadedApplication as Loaded, loadApplications } from '#db/applications/find';
import type { Reader, Transaction } from '#db/client';
import { deleteMails, type ErasedKind, type Part, thingErasers } from '#db/erasers';
import { personKeyOf } from '#db/evidence';
import { rememberMails } from '#db/mails/caps';
import { findMail } from '#db/mails/log';
import { leftMails, type PersonIds, preparationsOf, restrict } from '#db/persons';
import { evidenceIdsOf } from '#db/proofs';
import { readClocks } from '#db/retention';
import { endReceipts } from '#db/withdrawals';
import { thePersonConcerned } from '#domain/accounts/actors';
import { isDay } from '#domain/dates';
import { keysOf } from '#domain/keys';
import {
  birthDateMessages,
  type Erasure,
  type Kept,
  type KeptKind,
  keptKinds,
  mostWrongBirthDates,
} from '#domain/privacy/own-data';
import { lastDayOf, type RetentionKind } from '#domain/retention/periods';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { eraseRows } from '../../erasures';
import { inEvenTime, type Sending, type SendingId, sendingOf } from '../../http/forms/submission';
import { addressHash } from '../../keyed-hash';
import { gone } from '../../pages/token-page';
import { type Refusal, refusals } from '../../refusal';
import { isAt, readStored, type SeenData, seenByLink } from './own-data';

type LinkRequest = { address: string; network: string; sending: SendingId };

/** Looks nothing up, so that known and unknown addresses take the same time. */
export async function requestPrivacyLink(context: Context, { address, network, sending }: LinkRequest) {
  const sent = sendingOf<string>(context, sending, [address]);
  const send = () =>
    perform(context, null, async ({ tx, mail }) => {
      const before = await sent.known(tx);
      // an erasure has ended the link, and deleted its mail
      if (before !== null && (await findMail(tx, before))) return;
      const to = [{ name: '', address }];
      const [queued] = await mail('privacy_link_requested', {}, { network, to });
      if (queued) await sent.note(tx, queued.id);
    });
  // in even time: an address at its limit has asked before
  await inEvenTime(context, send);
}

/** The address that a token opens; null: unknown, spent, expired, or ended by wrong birth dates. */
export async function openPrivacyLink({ links }: Context, token: string, reader?: Reader) {
  const link = await links.find('privacy', token, reader);
  return link && link.wrong < mostWrongBirthDates ? { hash: link.hash, address: link.subject } : null;
}

export async function readOwnData(context: Context, address: string): Promise<SeenData> {
  return seenByLink(await readStored(context, address));
}

type Given = { token: string; birthDate: string; found: PersonIds; sent: Sending<Erasure> };

/**
 * Erases what may go at once, restricts completed applications, and ends the link. Those are asked for the birth date of
 * their policyholder, too, because a mailbox alone is no proof of who somebody is. The link ends with the first of two
 * clicks, and `sent` knows for the second what it did.
 */
export async function eraseOwnData(context: Context, given: Given): Promise<Erasure> {
  const erasure = await perform(context, null, (deed) => erase(context, deed, given));
  if (!erasure) throw refusedDate(birthDateMessages.wrong);
  return erasure;
}

function refusedDate(message: string): Refusal {
  return refusals.invalid([{ path: 'birthDate', message }]);
}

/** Null: the birth date is wrong, which is stored. */
async function erase(context: Context, deed: Deed, given: Given): Promise<Erasure | null> {
  const { token, birthDate, found, sent } = given;
  const { tx, at } = deed;
  const link = await openPrivacyLink(context, token, tx);
  if (!link) {
    const erasure = await sent.known(tx);
    if (!erasure) throw gone();
    return erasure;
  }
  const { address } = link;
  const named = [...new Set([...found.applications, ...preparationsOf(found)])];
  const loaded = [...(await loadApplications(tx, null, named)).values()];
  // an open one may have got another address since it was found
  const own = loaded.filter((one) => isOwn(one, address, found));
  const completed = own.filter(({ application }) => application.completed);
  const matching = completed.filter(({ sets }) => sets['policyholder-info']?.birthDate === birthDate);
  if (completed.length > 0 && !isDay(birthDate)) throw refusedDate(birthDateMessages.missing);
  if (completed.length > 0 && matching.length === 0) {
    await countWrong(tx, link.hash);
    return null;
  }
  const open = own.filter(({ application }) => !application.completed);
  const staying = idsOf(completed);
  const preparations = preparationsOf(found).filter((id) => !staying.includes(id));
  const { count, parts } = await eraseOpen(context, deed, { address, found, open, preparations });
  await restrict(tx, idsOf(matching), at);
  await endPrivacyLinks(tx, address);
  const kept = await readKept(context, tx, { address, found, matching: idsOf(matching) });
  const erasure = { erased: count, kept: [...parts.map(keptPart), ...kept] };
  await sent.note(tx, erasure);
  return erasure;
}

/** Also one that was prepared for this address, if it has no person yet. */
function isOwn({ application, sets }: Loaded, address: string, { preparations }: PersonIds): boolean {
  const persons = [sets['contact-data'], sets['policyholder-info']].filter((one) => one !== null);
  return persons.length === 0
    ? preparations.includes(application.id)
    : persons.some(({ email }) => isAt(email, address));
}

type Open = { address: string; found: PersonIds; open: Loaded[]; preparations: string[] };

/** An open application that another person has a part in stays without the own part, and they are told. */
async function eraseOpen({ config }: Context, deed: Deed, { address, found, open, preparations }: Open) {
  const { tx, at } = deed;
  const goes = (what: 'whole' | Part) => idsOf(open.filter((one) => partsOf(one, address).includes(what)));
  const draft = goes('whole');
  const [contact, policyholder] = [goes('contact'), goes('policyholder')];
  await rememberMails(tx, addressHash(config), draft, at);
  await rememberMails(tx, addressHash(config), found.offers, at, 'offerId');
  const things = Object.fromEntries(
    keysOf(thingErasers).map((kind) => [kind, found[thingErasers[kind].of]]),
  ) as Record<keyof typeof thingErasers, string[]>;
  const own = { draft, preparation: preparations, ...things, contact, policyholder };
  const which = own satisfies Record<Exclude<ErasedKind, 'application' | 'user'>, string[]>;
  const erased = new Set<string>();
  for (const kind of keysOf(which)) {
    const { ids } = await eraseRows(deed, kind, which[kind], thePersonConcerned);
    for (const id of ids) erased.add(id);
  }
  await endReceipts(tx, found.withdrawals);
  deed.erase(await deleteMails(tx, leftMails(found)));
  const parts = [...new Set([...contact, ...policyholder])];
  for (const applicationId of parts) await deed.mail('part_erased', { applicationId });
  return { count: erased.size, parts };
}

/** It ends when the other person says so, or nobody changes it any more. */
function keptPart(): Kept {
  return { kind: 'part', until: null, reason: keptKinds.part.reason };
}

/** Who has put an own address into another browser's application takes the persons along, and not the application. */
function partsOf({ application, sets }: Loaded, address: string): ('whole' | Part)[] {
  const contact = isAt(sets['contact-data']?.email, address);
  const policyholder = isAt(sets['policyholder-info']?.email, address);
  const isAlone = (contact || !sets['contact-data']) && (policyholder || !sets['policyholder-info']);
  if (isAlone) return application.takenOver ? ['contact', 'policyholder'] : ['whole'];
  return [...(contact ? ['contact' as const] : []), ...(policyholder ? ['policyholder' as const] : [])];
}

function idsOf(loaded: readonly Loaded[]): string[] {
  return loaded.map(({ application }) => application.id);
}

type Left = { address: string; found: PersonIds; matching: readonly string[] };

async function readKept({ config, cipher }: Context, tx: Transaction, { address, found, matching }: Left) {
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
