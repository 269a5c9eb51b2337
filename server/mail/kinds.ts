/** All kinds of mail: template, data and attachments. Also queues mails and writes queued ones. */

import { findAdvice } from '#db/applications/advice';
import { findLastOffer, findOffer } from '#db/applications/deliveries';
import { type ApplicationRecord, isContactOf, loadApplication } from '#db/applications/find';
import { findCallback } from '#db/callbacks/requests';
import type { Transaction } from '#db/client';
import { readDeclared } from '#db/evidence';
import { isAtCap } from '#db/mails/caps';
import { type About, type NewMail, type OutboxMail, queueMail } from '#db/mails/outbox';
import { findAgeSurcharge } from '#db/tariffs/catalogue';
import { nextTurn } from '#db/turn';
import { previewToken } from '#domain/access-links';
import { type AllSets, areAllThere } from '#domain/application';
import { type DocumentSet, documentFileName, offerOf } from '#domain/document-kinds';
import { type EmailType, emailTypes, type MailCause, mailKinds } from '#domain/mails/kinds';
import { creditorOf } from '#domain/operator/operator';
import { instalmentCents } from '#domain/tariffs/premium';
import { isSameAddress } from '#domain/text/addresses';
import { isPlainName } from '#domain/text/greeting';
import { isoOf } from '#domain/time';
import { documentName } from '#domain/urls';
import { accessLink } from '#emails/access-link.tsx';
import { addressReplaced } from '#emails/address-replaced.tsx';
import { adviceRecord } from '#emails/advice-record.tsx';
import { callbackConfirmation } from '#emails/callback-confirmation.tsx';
import { callbackNotification } from '#emails/callback-notification.tsx';
import { caseMessages } from '#emails/case-message.tsx';
import { caseReply } from '#emails/case-reply.tsx';
import { completion } from '#emails/completion.tsx';
import { documentsMail } from '#emails/documents.tsx';
import { erasureNotice } from '#emails/erasure-notice.tsx';
import { internalCompletion } from '#emails/internal-completion.tsx';
import { privacyLink } from '#emails/privacy-link.tsx';
import { firstReminder, secondReminder } from '#emails/reminder.tsx';
import {
  type Common,
  type Mail,
  type RenderedMail,
  renderHtml,
  renderMail,
  withText,
} from '#emails/render.tsx';
import { securityAlert } from '#emails/security-alert.tsx';
import { withdrawalNotice } from '#emails/withdrawal/notice.tsx';
import { withdrawalNotification } from '#emails/withdrawal/notification.tsx';
import { withdrawalReceipt } from '#emails/withdrawal/receipt.tsx';
import type { Context } from '../context';
import { addressHash } from '../keyed-hash';
import { raisedAlert } from './alerts';
import { answeredQuestion, messageToApplicant } from './cases';
import { addressOf, commonTo, type Needs, type Reader } from './common';
import type { MailAddress } from './failures';
import { linkedApplication, openApplication, partlyErased, privacyRequest, replacedContact } from './links';
import type { Attachment, MailContent } from './transport';
import { declaredWithdrawal, matchedApplication } from './withdrawals';

const kinds = {
  completion: kind(completion, completedApplication, applicationAndDocuments),
  internal_completion: kind(internalCompletion, completedApplication),
  reminder_first: kind(firstReminder, openApplication),
  reminder_second: kind(secondReminder, openApplication),
  callback_confirmation: kind(callbackConfirmation, callbackRequest),
  callback_notification: kind(callbackNotification, callbackRequest),
  documents: kind(documentsMail, offeredApplication, offeredDocuments),
  advice_record: kind(adviceRecord, recordedAdvice),
  withdrawal_receipt: kind(withdrawalReceipt, declaredWithdrawal),
  withdrawal_notification: kind(withdrawalNotification, declaredWithdrawal),
  withdrawal_notice: kind(withdrawalNotice, matchedApplication),
  case_inquiry: kind(caseMessages.inquiry, messageToApplicant),
  case_transmitted: kind(caseMessages.transmitted, messageToApplicant),
  case_issued: kind(caseMessages.issued, messageToApplicant),
  case_declined: kind(caseMessages.declined, messageToApplicant),
  case_reply: kind(caseReply, answeredQuestion),
  access_link: kind(accessLink, linkedApplication),
  privacy_link: kind(privacyLink, privacyRequest),
  security_alert: kind(securityAlert, raisedAlert),
  erasure_notice: kind(erasureNotice, partlyErased),
  address_replaced: kind(addressReplaced, replacedContact),
} satisfies Record<EmailType, unknown>;

/**
 * Queues the mails that an event causes, in the transaction of the event, and returns them; call `wakeMail` after the
 * commit. A mail is left out when its mailbox has reached its limit (docs/product.md, "Mail cap").
 *
 * @param network `networkHash` of the client that typed the address; left out: the one behind the application
 */
export async function queueMails(
  context: Context,
  tx: Transaction,
  cause: MailCause,
  about: About,
  network?: string,
): Promise<OutboxMail[]> {
  const queued: OutboxMail[] = [];
  const loads: Loads = new Map();
  for (const emailType of emailTypes.filter((type) => mailKinds[type].cause === cause)) {
    const mail = await draftMail(context, tx, emailType, about, loads);
    const withheld =
      mail && context.config.rateLimit && (await isAtCap(tx, addressHash(context.config), mail));
    if (mail && !withheld) queued.push(await queueMail(tx, { ...mail, network }));
  }
  return queued;
}

/** A mail to be queued; null when it has no reason or no recipient. */
export async function draftMail(
  context: Needs & Pick<Context, 'now'>,
  tx: Transaction,
  emailType: EmailType,
  about: About,
  loads?: Loads,
): Promise<NewMail | null> {
  const draft = await kinds[emailType].draft(context, tx, about, loads);
  if (!draft) return null;
  const staff = { name: '', address: context.operator.mail.internalTo };
  const to = mailKinds[emailType].to === 'staff' ? staff : draft.visitor;
  if (!to) return null;
  const recipient = { recipientName: to.name, recipientEmail: to.address };
  const { subject, prefilledFrom } = draft;
  // few applications are begun from another one, so only they cost another statement
  const followUp = prefilledFrom ? await isContactOf(tx, prefilledFrom, to.address) : false;
  return { ...about, ...recipient, emailType, subject, followUp, now: context.now() };
}

/** The mail with the link to what is stored about an address. Nothing is looked up, so that all addresses are alike. */
export function privacyLinkTo(
  context: Needs & Pick<Context, 'now'>,
  address: string,
  network?: string,
): NewMail {
  const subject = privacyLink.subject({ ...commonTo(context), token: previewToken });
  const recipient = { recipientName: '', recipientEmail: address };
  return { ...recipient, emailType: 'privacy_link', subject, network, now: context.now() };
}

/** Writes a queued mail from the current data, under its stored subject; null when there is no reason for it any more. */
export function renderQueuedMail(context: Tools, mail: OutboxMail): Promise<MailContent | null> {
  return kinds[mail.emailType].write(context, mail);
}

/** The example of a mail, as this operator sends it, with pictures and links from `publicUrl`. */
export function renderExample(emailType: EmailType, site: Common): RenderedMail {
  return kinds[emailType].example(site);
}

/** What writing a mail needs. */
type Tools = Needs & Pick<Context, 'db' | 'draw' | 'documents'>;
type Loaded<Props> = {
  props: Props;
  /** The recipient, unless the mail goes to the staff; null when no address is known. */
  visitor: MailAddress | null;
  unsubscribe?: string;
  /** The application from which the one that the mail is about was begun. */
  prefilledFrom?: string | null;
};

/** What was loaded for other mails about the same, by the function that loaded it: reading takes longer than drafting. */
type Loads = Map<unknown, Promise<unknown>>;

type Attached = Pick<MailContent, 'attachments' | 'documents'>;

/** `load` returns null when there is no reason for the mail. It gets the mail once that is queued. */
function kind<Props extends Common, L extends Loaded<Props>>(
  template: Mail<Props>,
  load: (context: Needs, reader: Reader, about: About | OutboxMail) => Promise<L | null>,
  attach?: (context: Tools, loaded: L) => Promise<Attached>,
) {
  return {
    async draft(context: Needs, tx: Transaction, about: About, loads: Loads = new Map()) {
      // the entry of a function is what it returned
      const loading = (loads.get(load) as ReturnType<typeof load> | undefined) ?? load(context, tx, about);
      loads.set(load, loading);
      const loaded = await loading;
      if (!loaded) return null;
      const { props, visitor, prefilledFrom } = loaded;
      return { subject: template.subject(props), visitor, prefilledFrom };
    },
    async write(context: Tools, mail: OutboxMail): Promise<MailContent | null> {
      const loaded = await load(context, context.db.read, mail);
      if (!loaded) return null;
      const { props, unsubscribe } = loaded;
      const attached = await attach?.(context, loaded);
      const half = renderHtml(template, props, mail.subject);
      await nextTurn();
      return { ...withText(half), ...attached, unsubscribe };
    },
    example: (site: Common) => renderMail(template, { ...template.example, ...site }),
  };
}

/** The status link is for the applicant alone. */
async function completedApplication(context: Needs, reader: Reader, about: About | OutboxMail) {
  const forApplicant = 'emailType' in about && about.emailType === 'completion';
  // the attached copy shows a part of the IBAN
  const cipher = forApplicant ? context.cipher : null;
  const loaded = await loadApplication(reader, cipher, about.applicationId ?? '');
  if (!loaded || !areAllThere(loaded.sets)) return null;
  const { application, sets } = loaded;
  const link = forApplicant ? await context.links.linkFor('status', about) : null;
  const { horseName, insuranceStartDate } = sets['horse-data'];
  const { tariffType, selfParticipation, paymentFrequency } = sets['tariff-selection'];
  const props = {
    ...commonTo(context),
    applicationId: application.id,
    applicant: sets['contact-data'],
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
  const { prefilledFrom } = application;
  return { props, visitor: addressOf(sets['contact-data']), application, sets, prefilledFrom };
}

/** The applicant's copy, and the documents that were sent before; those in force if none were. */
async function applicationAndDocuments(
  context: Tools,
  { application, sets }: { application: ApplicationRecord; sets: AllSets },
): Promise<Attached> {
  const declared = await readDeclared(context.db.read, application.id);
  const ageSurchargePercent = await findAgeSurcharge(context.db.read, application);
  const { operator } = context;
  const content = await context.draw(
    { application, sets, operator, ageSurchargePercent, declared },
    { first: true },
  );
  const offered = await findLastOffer(context.db.read, application.id);
  const { attachments, documents } = await attachedSet(context, offered?.documents ?? null);
  return { attachments: [pdf(documentName(application.id), content), ...attachments], documents };
}

/** What was offered when the mail was queued; without a queued mail, what would be offered now. */
async function offeredApplication(context: Needs, reader: Reader, about: About | OutboxMail) {
  const loaded = await loadApplication(reader, null, about.applicationId ?? '');
  const contact = loaded?.sets['contact-data'];
  const queued = 'recipientEmail' in about ? about : null;
  const offered = queued && (await findOffer(reader, queued.id));
  const offer = offered ?? (loaded && offerOf(loaded.sets));
  if (!contact || !offer) return null;
  const props = {
    ...commonTo(context),
    // the name that was entered later belongs to another address
    applicant: queued && !isSameAddress(queued.recipientEmail, contact.email) ? null : contact,
    ...offer,
  };
  const documents = offered?.documents ?? null;
  return { props, visitor: addressOf(contact), documents, prefilledFrom: loaded?.application.prefilledFrom };
}

function offeredDocuments(context: Tools, { documents }: { documents: DocumentSet | null }) {
  return attachedSet(context, documents);
}

/** A set of documents; null: those in force. */
async function attachedSet({ documents }: Tools, set: DocumentSet | null) {
  const files = await documents.files(set ?? (await documents.currentSet()));
  return {
    attachments: files.map(({ kind, bytes }) => pdf(documentFileName(kind), bytes)),
    documents: files.map(({ sha256 }) => sha256),
  };
}

function pdf(filename: string, content: Attachment['content']): Attachment {
  return { filename, contentType: 'application/pdf', content };
}

async function callbackRequest(context: Needs, reader: Reader, { callbackRequestId }: About) {
  const callback = await findCallback(reader, callbackRequestId ?? '');
  if (!callback) return null;
  const { id, name, phone, email, preferredTime, source } = callback.request;
  const createdAt = isoOf(callback.request.createdAt);
  const request = { requestId: id, name, phone, email, preferredTime, source, createdAt };
  const props = { ...commonTo(context), ...request };
  return { props, visitor: email === null ? null : { name: isPlainName(name) ? name : '', address: email } };
}

async function recordedAdvice(context: Needs, reader: Reader, { adviceRecordId }: About) {
  const record = await findAdvice(reader, adviceRecordId ?? '');
  const loaded = record && (await loadApplication(reader, null, record.applicationId));
  const contact = loaded?.sets['contact-data'];
  if (!record || !contact) return null;
  const { applicationId, wishes, advice } = record;
  const props = { ...commonTo(context), applicationId, applicant: contact, wishes, advice };
  return { props, visitor: addressOf(contact) };
}
