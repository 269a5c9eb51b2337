import type { Reader } from '#db/client';
import { findMail } from '#db/mails/log';
import type { OutboxMail } from '#db/mails/outbox';
import { findPerson, readPerson } from '#db/persons';
import { mailKinds } from '#domain/mails/kinds';
import { mostWrongBirthDates, type OwnData, seenByLink } from '#domain/privacy/own-data';
import { isoOf } from '#domain/time';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { inEvenTime } from '../../http/even';
import { type SendingId, sendingOf } from '../../http/forms/sending';
import { findEvidence } from '../backoffice/evidence/entries';
import { ownApplication, ownCallback } from './own';
import { ownOffer, ownPreparation } from './own-beginnings';

type Asked = { address: string; network: string; sending: SendingId };

/** Looks nothing up, so that known and unknown addresses take the same time. */
export async function requestPrivacyLink(
  context: Context,
  { address, network, sending }: Asked,
): Promise<void> {
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

type PrivacyLink = { hash: string; address: string };

/** The address that a token opens; null: unknown, spent, expired, or ended by wrong birth dates. */
export async function openPrivacyLink(
  { links }: Context,
  token: string,
  reader?: Reader,
): Promise<PrivacyLink | null> {
  const link = await links.find('privacy', token, reader);
  return link && link.wrong < mostWrongBirthDates ? { hash: link.hash, address: link.subject } : null;
}

export async function readOwnData(context: Context, address: string): Promise<OwnData> {
  return seenByLink(await readStored(context, address));
}

/** Everything that is stored about an address, with masked bank data. For staff, who know to whom they give it. */
export async function readStored(context: Context, address: string): Promise<OwnData> {
  const { db, cipher, now, operator } = context;
  const { name, street, zipCode, city, email } = operator.company;
  const person = await readPerson(db.fresh, cipher, await findPerson(db, address));
  const proofs = await findEvidence(context, address);
  return {
    address,
    at: isoOf(now()),
    controller: { name, address: `${street}, ${zipCode} ${city}`, email },
    applications: person.applications.map((loaded) => ownApplication(loaded, person, address)),
    preparations: person.preparations.map((found) => ownPreparation(found, { address, now: now() })),
    offers: person.offers.map((found) => ownOffer(found, now())),
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
    mails: await Promise.all(person.mails.map((mail) => ownMail(context, mail))),
  };
}

async function ownMail(context: Context, mail: OutboxMail): Promise<OwnData['mails'][number]> {
  const { emailType, createdAt, status, bouncedAt } = mail;
  const subject = mail.subject ?? (await context.subjectOf(mail)) ?? mailKinds[emailType].label;
  return {
    type: emailType,
    subject,
    at: isoOf(createdAt),
    sent: status === 'sent',
    cameBackAt: isoOf(bouncedAt),
  };
}
