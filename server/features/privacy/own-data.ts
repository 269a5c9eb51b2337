import { callbackView } from '#db/callbacks';
import { stateOf } from '#db/offers';
import { findPerson, type PersonData, readPerson } from '#db/persons';
import { ibanIn, maskIban } from '#domain/bank/numbers';
import { otherAnswerer } from '#domain/cases/statuses';
import { daysBetween, firstSerial } from '#domain/dates';
import { pick } from '#domain/keys';
import { replyOf } from '#domain/lists';
import { mailKinds } from '#domain/mails/kinds';
import { preparationState } from '#domain/preparations/preparations';
import { toEuro } from '#domain/tariffs/premium';
import { isSameAddress } from '#domain/text/addresses';
import { isoOf } from '#domain/time';
import type { Context } from '../../context';
import { findEvidence } from '../backoffice/evidence';

export type OwnData = Awaited<ReturnType<typeof readStored>>;
export type SeenData = ReturnType<typeof seenByLink>;
type One<List extends keyof PersonData> = PersonData[List] extends (infer Row)[] ? Row : never;

/**
 * What is stored about an address, as its person sees it: bank data masked, money in EUR, and of an application only the
 * sets that are about who asks. For staff, who know to whom they give it; a person gets `seenByLink`. A new kind of data has
 * its rows in `readPerson`, its view here, and what the page shows of it in `own-sections.ts`.
 */
export async function readStored(context: Context, address: string) {
  const { db, cipher, operator } = context;
  const now = context.now();
  const { name, street, zipCode, city, email } = operator.company;
  const person = await readPerson(db.fresh, cipher, await findPerson(db, address));
  const proofs = await findEvidence(context, address);
  return {
    address,
    at: isoOf(now),
    controller: { name, address: `${street}, ${zipCode} ${city}`, email },
    applications: person.applications.map((loaded) => ownApplication(loaded, person, address)),
    preparations: person.preparations.map((found) => ownPreparation(found, address, now)),
    offers: person.offers.map((found) => ownOffer(found, context.site.offerNow())),
    callbackRequests: person.callbacks.map((found) => ({
      ...callbackView(found),
      calls: person.calls
        .filter(({ callbackId }) => callbackId === found.request.id)
        .map(({ at, outcome, note, nextCallAt }) => ({
          at: isoOf(at),
          outcome,
          note,
          nextCallAt: isoOf(nextCallAt),
        })),
    })),
    withdrawals: person.withdrawals.map((one) => ({
      id: one.id,
      receivedAt: isoOf(one.receivedAt),
      ...pick(one, 'name', 'email', 'contract', 'outcome'),
    })),
    evidence: proofs.map(({ at, label, subject, wayLabel }) => ({ at, label, subject, way: wayLabel })),
    mails: await Promise.all(
      person.mails.map(async (mail) => ({
        type: mail.emailType,
        subject: mail.subject ?? (await context.subjectOf(mail)) ?? mailKinds[mail.emailType].label,
        at: isoOf(mail.createdAt),
        sent: mail.status === 'sent',
        cameBackAt: isoOf(mail.bouncedAt),
      })),
    ),
  };
}

function ownApplication({ application, sets }: One<'applications'>, person: PersonData, address: string) {
  const { id } = application;
  const { 'contact-data': contact, 'policyholder-info': policyholder, 'sepa-mandate': mandate } = sets;
  const found = person.cases.get(id);
  const isContact = isAt(contact?.email, address);
  const isPolicyholder = isAt(policyholder?.email, address);
  const of = <Row extends { applicationId: string | null }>(rows: readonly Row[], isSeen: boolean) =>
    isSeen ? rows.filter(({ applicationId }) => applicationId === id) : [];
  const answers = person.messages.map(({ answerId }) => answerId);
  return {
    ...pick(application, 'id', 'completed', 'createdAt', 'lastUpdated', 'source', 'restricted'),
    horseData: sets['horse-data'],
    contactData: isContact ? contact : null,
    tariffSelection: sets['tariff-selection'],
    policyholderInfo: isPolicyholder ? policyholder : null,
    sepaMandate: mandate && isPolicyholder ? masked(mandate) : null,
    policyNumber: found?.policyNumber ?? null,
    /** What this person, the policyholder, said about an application that somebody else made; null: nobody asked. */
    confirmation:
      isPolicyholder && found?.confirmation
        ? { answer: found.confirmation, at: isoOf(found.confirmedAt) }
        : null,
    advice: of(person.advice, isContact).map(({ wishes, advice, at }) => ({ wishes, advice, at: isoOf(at) })),
    messages: of(person.messages, isContact).map(({ subject, body, at, answer, answeredAt }) => ({
      ...{ subject, body, at: isoOf(at) },
      ...{ answer, answeredAt: isoOf(answeredAt) },
    })),
    /** Answers by mail to which no question was open. */
    replies: of(person.replies, true)
      .filter((reply) => (reply.new === otherAnswerer ? isPolicyholder : isContact))
      .filter((reply) => !answers.includes(reply.id))
      .map(({ text, at, attachments }) => ({
        text: text ?? '',
        at: isoOf(at),
        attachments: attachments ?? 0,
      })),
    /** What the insurer's files say of it, while they are kept; an IBAN is masked. */
    returns: of(person.returns, isPolicyholder).map(({ name, at, columns, cells }) => ({
      ...{ name, at: isoOf(at) },
      cells: cells.map((text, place) => ({ column: columns[place] ?? '', text: withoutIban(text) })),
    })),
  };
}

type Mandate = NonNullable<One<'applications'>['sets']['sepa-mandate']>;

function masked({ accountHolder, iban, bankName, mandateReference }: Mandate) {
  return { accountHolder, ibanMasked: maskIban(iban), bankName, mandateReference: mandateReference ?? null };
}

function withoutIban(text: string): string {
  const iban = ibanIn(text);
  return iban === null ? text : maskIban(iban);
}

/** Who is named as the policyholder gets nothing of the caller's, and the other way round. */
function ownPreparation({ preparation, progress }: One<'preparations'>, address: string, now: number) {
  const { applicationId, createdAt, expiresAt, email, values, reply } = preparation;
  const { policyholder, ...prepared } = values;
  return {
    applicationId,
    createdAt: isoOf(createdAt),
    expiresAt: isoOf(expiresAt),
    state: preparationState({ progress, expiresAt }, now),
    ...(isAt(email, address) && { ...prepared, reply: replyOf(reply) }),
    ...(policyholder && isAt(policyholder.email, address) && { policyholder }),
  };
}

function ownOffer(found: One<'offers'>, now: number) {
  const { offer } = found;
  return {
    ...pick(offer, 'number', 'tariffType', 'selfParticipation', 'paymentFrequency'),
    ...pick(offer, 'horseBirthYear', 'insuranceStartDate'),
    monthlyPremium: toEuro(offer.monthlyCents),
    tariffVersion: offer.tariffVersion,
    createdAt: isoOf(offer.createdAt),
    expiresAt: isoOf(offer.expiresAt),
    state: stateOf(found, now),
    ...pick(offer, 'reminderConsent', 'source'),
    reply: replyOf(offer.reply),
  };
}

export function isAt(email: string | undefined, address: string): boolean {
  return email !== undefined && isSameAddress(email, address);
}

/** A mailbox proves nobody's identity: notes of staff are left out, and of the birth date that an erasure asks for. */
export function seenByLink(data: OwnData) {
  return {
    ...data,
    applications: data.applications.map(({ policyholderInfo: policyholder, returns, ...application }) => ({
      ...application,
      policyholderInfo: policyholder && { ...policyholder, birthDate: yearOf(policyholder.birthDate) },
      returns: returns.map((row) => withoutBirthDate(row, policyholder?.birthDate)),
    })),
    preparations: data.preparations.map(({ policyholder, ...prepared }) => ({
      ...prepared,
      ...(policyholder && { policyholder: { ...policyholder, birthDate: yearOf(policyholder.birthDate) } }),
    })),
    callbackRequests: data.callbackRequests.map(({ calls, ...request }) => ({
      ...request,
      calls: calls.map(({ note: _, ...call }) => call),
    })),
  };
}

type OwnReturn = OwnData['applications'][number]['returns'][number];

/** In any spelling: days first or last, with zeros or without, and as a spreadsheet counts days. */
function withoutBirthDate(row: OwnReturn, birthDate: string | undefined): OwnReturn {
  if (birthDate === undefined) return row;
  const [year = '', month, day] = birthDate.split('-');
  const [m, d] = [`0?${Number(month)}`, `0?${Number(day)}`];
  const between = '[\\s./-]+';
  const serial = daysBetween(firstSerial, birthDate);
  const spellings = [
    [d, m, `(?:${year}|${year.slice(2)})`].join(between),
    [year, m, d].join(between),
    String(serial),
  ];
  const born = new RegExp(`(?<!\\d)(?:${spellings.join('|')})(?!\\d)`, 'g');
  const cells = row.cells.map(({ column, text }) => ({ column, text: text.replace(born, year) }));
  return { ...row, cells };
}

function yearOf<Day extends string | undefined>(day: Day): Day {
  return day?.slice(0, 4) as Day;
}
