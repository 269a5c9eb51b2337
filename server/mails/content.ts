/** What each kind of mail says, from the current data. A loader returns null when there is no reason for its mail any more. */
import { findAdvice } from '#db/applications/advice';
import { findDisclosure } from '#db/applications/deliveries';
import { loadApplication } from '#db/applications/find';
import { findAlert } from '#db/audit/log';
import { requestedCallback } from '#db/callbacks';
import { findPublicCase } from '#db/cases/find';
import { findMessage } from '#db/cases/history';
import type { Reader } from '#db/client';
import { readWaiting } from '#db/dashboard';
import { findReplied } from '#db/mails/bounces';
import type { OutboxMail } from '#db/mails/outbox';
import { factsOfOffer, findListed, findPriceOffer, movedPrice } from '#db/offers';
import { findPreparationOf } from '#db/preparations';
import { readCatalogue } from '#db/tariffs/catalogue';
import { findWithdrawal } from '#db/withdrawals';
import { type LinkKind, previewToken } from '#domain/access-links';
import { areAllThere, missingSets } from '#domain/application';
import { isCounted } from '#domain/audit/alerts';
import { berlinDay } from '#domain/dates';
import { chosenTariff } from '#domain/document-kinds';
import type { EmailType } from '#domain/mails/kinds';
import { creditorOf } from '#domain/operator/operator';
import type { PreparedValues } from '#domain/preparations/preparations';
import { lastDayOf } from '#domain/retention/periods';
import { instalmentCents, quote } from '#domain/tariffs/premium';
import { isSameAddress } from '#domain/text/addresses';
import { isoOf } from '#domain/time';
import { receiptToken } from '../keyed-hash';
import { commonTo, type Needs } from './common';

/** The application that a mail is about, without bank data; null if it has no contact. */
async function loadContact(reader: Reader, applicationId: string | null) {
  const loaded = await loadApplication(reader, null, applicationId ?? '');
  const contact = loaded?.sets['contact-data'];
  return contact ? { ...loaded, contact } : null;
}

/** Null also when the application was completed after the reminder was claimed, or has another address by now. */
export async function openApplication(context: Needs, reader: Reader, mail: OutboxMail) {
  const loaded = await loadContact(reader, mail.applicationId);
  if (!loaded || loaded.application.completed || !isTo(mail, loaded.contact)) return null;
  const { application, sets, contact } = loaded;
  const { token: stopToken } = await context.links.linkFor('stop', mail);
  return {
    applicationId: application.id,
    applicant: contact,
    horseName: sets['horse-data']?.horseName ?? null,
    missing: missingSets(sets),
    consented: contact.reminderConsent === true,
    keptUntil: lastDayOf('open_applications', context.config.retention, Date.parse(application.lastUpdated)),
    stopToken,
  };
}

/** The link to an application: to continue it, or to its status once it is completed. Null as above. */
export async function linkedApplication(context: Needs, reader: Reader, mail: OutboxMail) {
  const loaded = await loadContact(reader, mail.applicationId);
  if (!loaded || !isTo(mail, loaded.contact)) return null;
  const { id, completed } = loaded.application;
  const link = await context.links.linkFor(completed ? 'status' : 'resume', mail);
  return { applicationId: id, completed, ...link };
}

/** Null also if the other part was entered again, or theirs has another address by now. */
export async function partlyErased(context: Needs, reader: Reader, mail: OutboxMail) {
  const loaded = await loadApplication(reader, null, mail.applicationId ?? '');
  const { 'contact-data': contact, 'policyholder-info': policyholder } = loaded?.sets ?? {};
  const left = contact ?? policyholder;
  if (!left || (contact && policyholder) || !isTo(mail, left)) return null;
  const link = contact ? await context.links.linkFor('resume', mail) : { token: previewToken, until: '' };
  return {
    ...link,
    erased: contact ? ('policyholder' as const) : ('contact' as const),
    periods: context.config.retention,
  };
}

function isTo({ recipientEmail }: OutboxMail, { email }: { email: string }): boolean {
  return isSameAddress(recipientEmail, email);
}

export const replacedContact = async () => ({});

export function privacyRequest(context: Needs, _reader: Reader, mail: OutboxMail) {
  return context.links.linkFor('privacy', mail);
}

/** Null also if the application was completed after the invitation was queued, or has another address by now. */
export async function preparedApplication(context: Needs, reader: Reader, mail: OutboxMail) {
  const preparation = await findPreparationOf(reader, mail.applicationId ?? '');
  const loaded = preparation && (await loadApplication(reader, null, preparation.applicationId));
  if (!loaded || loaded.application.completed) return null;
  const contact = loaded.sets['contact-data'] ?? preparation.values.contact;
  if (!isSameAddress(mail.recipientEmail, contact.email)) return null;
  const { horse } = preparation.values;
  return {
    ...(await context.links.linkFor('resume', mail)),
    contact,
    horseName: horse?.horseName ?? null,
    chosen: await chosenIn(context, reader, preparation.values),
    isAgeAssumed: horse?.birthDate === undefined,
  };
}

async function chosenIn({ now }: Needs, reader: Reader, { horse, tariff }: PreparedValues) {
  const today = berlinDay(new Date(now()));
  const premium = tariff && quote(await readCatalogue(reader), tariff, horse?.birthDate ?? null, today);
  if (!premium) return null;
  return {
    tariff: tariff.tariffType,
    deductible: tariff.selfParticipation,
    frequency: tariff.paymentFrequency,
    periodCents: premium.periodCents,
    insuranceStart: horse?.insuranceStartDate ?? null,
  };
}

export async function declaredWithdrawal(context: Needs, reader: Reader, { withdrawalId }: OutboxMail) {
  const withdrawal = await findWithdrawal(reader, withdrawalId ?? '');
  if (!withdrawal) return null;
  const { id, name, email, contract, applicationId, match } = withdrawal;
  const receipt = { id, name, email, contract, receivedAt: isoOf(withdrawal.receivedAt) };
  return { receipt, applicationId, match, token: receiptToken(context.config, id) };
}

/** For the contact of the application, unless it is the address from which the withdrawal came. */
export async function matchedApplication(
  _context: Needs,
  reader: Reader,
  { withdrawalId, applicationId }: OutboxMail,
) {
  const withdrawal = await findWithdrawal(reader, withdrawalId ?? '');
  const loaded = await loadContact(reader, applicationId);
  if (!withdrawal || !loaded || isSameAddress(loaded.contact.email, withdrawal.email)) return null;
  return {
    applicationId: loaded.application.id,
    suggested: withdrawal.match === 'suggested',
    receivedAt: isoOf(withdrawal.receivedAt),
  };
}

export async function messageToApplicant(context: Needs, reader: Reader, mail: OutboxMail) {
  const message = await findMessage(reader, mail.caseMessageId ?? '');
  if (!message) return null;
  const { subject, body } = message;
  return { subject, body, ...(await context.links.linkFor('status', mail)) };
}

/** Without a message, it is about an answer by mail to which no question was open. */
export async function answeredQuestion(_context: Needs, reader: Reader, mail: OutboxMail) {
  const { applicationId, caseMessageId, createdAt } = mail;
  const message = caseMessageId === null ? null : await findMessage(reader, caseMessageId);
  const answeredAt = caseMessageId === null ? createdAt : (message?.answeredAt ?? null);
  if (answeredAt === null) return null;
  const isCase = applicationId !== null && (await findPublicCase(reader, applicationId)) !== null;
  const about = isCase ? ('case' as const) : ((await findReplied(reader, mail))?.kind ?? ('other' as const));
  return { about, applicationId, answeredAt: isoOf(answeredAt), isOfQuestion: message !== null };
}

/** Staff get neither a link nor a copy. */
const completionLinks: { [Type in EmailType]?: LinkKind } = {
  completion: 'status',
  policyholder_confirmation: 'confirm',
};

export async function completedApplication(context: Needs, reader: Reader, mail: OutboxMail) {
  const linkKind = completionLinks[mail.emailType];
  // the attached copy shows a part of the IBAN
  const cipher = linkKind ? context.cipher : null;
  const loaded = await loadApplication(reader, cipher, mail.applicationId ?? '');
  if (!loaded || !areAllThere(loaded.sets)) return null;
  const { application, sets } = loaded;
  const link = linkKind ? await context.links.linkFor(linkKind, mail) : null;
  const { horseName, insuranceStartDate } = sets['horse-data'];
  const { tariffType, selfParticipation, paymentFrequency } = sets['tariff-selection'];
  return {
    ...{ application, sets },
    applicationId: application.id,
    applicant: sets['contact-data'],
    policyholder: sets['policyholder-info'],
    horseName,
    insuranceStart: insuranceStartDate,
    tariff: tariffType,
    deductible: selfParticipation,
    frequency: paymentFrequency,
    periodCents: instalmentCents(sets['tariff-selection']),
    mandateReference: sets['sepa-mandate'].mandateReference ?? '',
    creditor: creditorOf(sets['sepa-mandate'], context.operator),
    token: link?.token ?? previewToken,
  };
}

/** What was offered when the mail was queued; what would be offered now if that is not known. */
export async function disclosedApplication(_context: Needs, reader: Reader, mail: OutboxMail) {
  const loaded = await loadContact(reader, mail.applicationId);
  const offered = await findDisclosure(reader, mail.part?.of ?? mail.id);
  const offer = offered ?? (loaded && chosenTariff(loaded.sets));
  if (!loaded || !offer) return null;
  const { contact } = loaded;
  return {
    ...offer,
    // the name that was entered later belongs to another address
    applicant: isSameAddress(mail.recipientEmail, contact.email) ? contact : null,
    documents: offered?.documents ?? null,
  };
}

export async function callbackRequest(_context: Needs, reader: Reader, { callbackRequestId }: OutboxMail) {
  const [callback] = await requestedCallback(reader, { id: callbackRequestId ?? '' });
  if (!callback || callback.noCallsAt !== null) return null;
  const { id: requestId, createdAt, ...request } = callback;
  return { ...request, requestId, createdAt: isoOf(createdAt) };
}

export async function confirmedCallback(context: Needs, reader: Reader, mail: OutboxMail) {
  const requested = await callbackRequest(context, reader, mail);
  if (!requested) return null;
  return { ...requested, ...(await context.links.linkFor('calls', mail)) };
}

export async function recordedAdvice(_context: Needs, reader: Reader, { adviceRecordId }: OutboxMail) {
  const record = await findAdvice(reader, 'id', adviceRecordId ?? '');
  const loaded = record && (await loadContact(reader, record.applicationId));
  if (!loaded) return null;
  const { applicationId, wishes, advice } = record;
  return { applicationId, applicant: loaded.contact, wishes, advice };
}

export async function requestedOffer(context: Needs, reader: Reader, mail: OutboxMail) {
  const offer = await findPriceOffer(reader, mail.offerId ?? '');
  if (!offer) return null;
  return { offer, facts: factsOfOffer(offer), ...(await context.links.linkFor('offer', mail)) };
}

/** Null also if it has ended, or an application from it was completed after the reminder was queued. */
export async function endingOffer(context: Needs, reader: Reader, mail: OutboxMail) {
  const loaded = await requestedOffer(context, reader, mail);
  if (!loaded || loaded.offer.expiresAt <= context.now()) return null;
  if ((await findListed(reader, loaded.offer.id))?.completed) return null;
  const centsNow = await movedPrice(reader, loaded.offer);
  const { token: stopToken } = await context.links.linkFor('stop', mail);
  return { ...loaded, centsNow, stopToken };
}

export async function raisedAlert(context: Needs, reader: Reader, mail: OutboxMail) {
  const { auditId } = mail;
  const alert = auditId === null ? null : await findAlert(reader, auditId);
  if (!alert) return null;
  const { kind, username, subjectId, at } = alert;
  const what = isCounted(kind) ? { kind, count: Number(subjectId) } : { kind, account: mail.account ?? '' };
  return { ...commonTo(context), ...what, username, at: isoOf(at) };
}

/** Null also on another day than that for which it was queued. */
export async function dayAhead({ now }: Needs, reader: Reader, { createdAt }: OutboxMail) {
  const today = berlinDay(new Date(now()));
  const waiting = await readWaiting(reader, today);
  return waiting && berlinDay(new Date(createdAt)) === today ? { ...waiting, today } : null;
}
