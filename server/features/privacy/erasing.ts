/** Erasing what is stored about an address: what goes at once, what is restricted, and what is kept. */
import { type LoadedApplication as Loaded, loadApplications } from '#db/applications/find';
import type { Reader, Transaction } from '#db/client';
import { evidenceIdsOf, personKeyOf } from '#db/evidence';
import { countWrong, endPrivacyLinks } from '#db/links/privacy';
import { rememberMails } from '#db/mails/caps';
import type { Part } from '#db/privacy/parts';
import { erasePerson, findPerson, type PersonIds, restrict } from '#db/privacy/persons';
import { readClocks } from '#db/retention/expired';
import { isDay } from '#domain/dates';
import { birthDateMessages, type Erasure, type Kept, type KeptKind, keptKinds } from '#domain/law/privacy';
import { lastDayOf, type RetentionKind } from '#domain/retention/periods';
import type { Context } from '../../context';
import { deleteMailFiles, emptyLog } from '../../erase';
import type { Sending } from '../../http/forms/sending';
import { addressHash } from '../../keyed-hash';
import { queueMails } from '../../mail/kinds';
import { isAt, openPrivacyLink } from './service';

type Erasing =
  | { kind: 'erased'; erasure: Erasure }
  /** The link opens nothing (any more). */
  | { kind: 'invalid' }
  | { kind: 'refused'; message: string };

type Done = Erasing & { mails?: string[] };

/**
 * Erases what may go at once, restricts completed applications, and ends the link. Those are asked for the birth date of
 * their policyholder, too, because a mailbox alone is no proof of who somebody is. The link ends with the first of two
 * clicks, and `sent` knows for the second what it did.
 */
export async function eraseOwnData(
  context: Context,
  token: string,
  birthDate: string,
  sent: Sending<Erasure>,
): Promise<Erasing> {
  const { db } = context;
  const link = await openPrivacyLink(context, token);
  if (!link) return await spent(db.shared ?? db.read, sent);
  const found = await findPerson(db, link.address);
  const { mails, ...erasing } = await db.write((tx) => erase(context, tx, { token, birthDate, found, sent }));
  if (erasing.kind === 'erased') {
    await deleteMailFiles(context, mails ?? []);
    await emptyLog(context);
    // the other person of an application may be told
    context.wakeMail();
  }
  return erasing;
}

type Asked = { token: string; birthDate: string; found: PersonIds; sent: Sending<Erasure> };

async function spent(reader: Reader, sent: Sending<Erasure>): Promise<Erasing> {
  const erasure = await sent.known(reader);
  return erasure ? { kind: 'erased', erasure } : { kind: 'invalid' };
}

async function erase(
  context: Context,
  tx: Transaction,
  { token, birthDate, found, sent }: Asked,
): Promise<Done> {
  const { now } = context;
  const link = await openPrivacyLink(context, token, tx);
  if (!link) return await spent(tx, sent);
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
  const open = own.filter(({ application }) => !application.completed);
  const { count, mails, parts } = await eraseOpen(context, tx, { address, found, open });
  await restrict(tx, idsOf(matching), now());
  await endPrivacyLinks(tx, address);
  const kept = await readKept(context, tx, { address, found, matching: idsOf(matching) });
  const erasure = { erased: count, kept: [...parts.map(keptPart), ...kept] };
  await sent.note(tx, erasure);
  return { kind: 'erased', erasure, mails };
}

/** An open application that another person has a part in stays without the own part, and they are told. */
async function eraseOpen(
  context: Context,
  tx: Transaction,
  { address, found, open }: { address: string; found: PersonIds; open: Loaded[] },
) {
  const goes = (what: 'whole' | Part) => idsOf(open.filter((one) => partsOf(one, address).includes(what)));
  const ids = { whole: goes('whole'), contact: goes('contact'), policyholder: goes('policyholder') };
  const now = context.now();
  await rememberMails(tx, addressHash(context.config), ids.whole, now);
  const erased = await erasePerson(tx, found, ids, now);
  const parts = [...new Set([...ids.contact, ...ids.policyholder])];
  for (const applicationId of parts) await queueMails(context, tx, 'part_erased', { applicationId });
  return { ...erased, parts };
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
