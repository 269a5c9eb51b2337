import { loadApplication } from '#db/applications/find';
import { findPublicCase } from '#db/cases/find';
import { findMessage } from '#db/cases/history';
import { findReplied } from '#db/mails/bounces';
import type { OutboxMail } from '#db/mails/outbox';
import { findPreparationOf } from '#db/preparations';
import { readCatalogue } from '#db/tariffs/catalogue';
import { findWithdrawal } from '#db/withdrawals';
import { previewToken } from '#domain/access-links';
import { missingSets } from '#domain/application';
import { berlinDay } from '#domain/dates';
import type { ChosenTariff } from '#domain/document-kinds';
import type { PreparedValues } from '#domain/preparations/preparations';
import { lastDayOf } from '#domain/retention/periods';
import { quote } from '#domain/tariffs/premium';
import { isSameAddress } from '#domain/text/addresses';
import { isoOf } from '#domain/time';
import { receiptToken } from '../keyed-hash';
import type { Needs, Reader } from './common';

/** The application that a mail is about, without bank data; null if it has no contact. */
export async function loadContact(reader: Reader, applicationId: string | null) {
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
  const { token, expiresAt } = await context.links.linkFor(completed ? 'status' : 'resume', mail);
  return { applicationId: id, completed, token, until: berlinDay(new Date(expiresAt)) };
}

/** Null also if the other part was entered again, or theirs has another address by now. */
export async function partlyErased(context: Needs, reader: Reader, mail: OutboxMail) {
  const loaded = await loadApplication(reader, null, mail.applicationId ?? '');
  const { 'contact-data': contact, 'policyholder-info': policyholder } = loaded?.sets ?? {};
  const left = contact ?? policyholder;
  if (!left || (contact && policyholder) || !isTo(mail, left)) return null;
  const link = contact ? await context.links.linkFor('resume', mail) : null;
  return {
    erased: contact ? ('policyholder' as const) : ('contact' as const),
    token: link?.token ?? previewToken,
    until: berlinDay(new Date(link?.expiresAt ?? 0)),
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
  const { token, expiresAt } = await context.links.linkFor('resume', mail);
  const { horse } = preparation.values;
  return {
    contact,
    horseName: horse?.horseName ?? null,
    chosen: await chosenIn(context, reader, preparation.values),
    isAgeAssumed: horse?.birthDate === undefined,
    token,
    until: berlinDay(new Date(expiresAt)),
  };
}

async function chosenIn(
  { now }: Needs,
  reader: Reader,
  { horse, tariff }: PreparedValues,
): Promise<ChosenTariff | null> {
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
  const { token, expiresAt } = await context.links.linkFor('status', mail);
  const { subject, body } = message;
  return { subject, body, token, until: berlinDay(new Date(expiresAt)) };
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
