import { findLastDisclosure } from '#db/applications/deliveries';
import type { ApplicationRecord } from '#db/applications/find';
import type { Reader } from '#db/client';
import type { OutboxMail } from '#db/mails/outbox';
import { type OfferRecord, readOfferCopy } from '#db/offers';
import { readDeclared } from '#db/proofs';
import { findAgeSurcharge } from '#db/tariffs/catalogue';
import { nextTurn } from '#db/turn';
import { previewToken } from '#domain/access-links';
import type { AllSets } from '#domain/application';
import { type DocumentSet, documentFileName } from '#domain/document-kinds';
import type { EmailType } from '#domain/mails/kinds';
import { documentName, href, pages } from '#domain/urls';
import { accessLink, addressReplaced } from '#emails/access.tsx';
import {
  completion,
  documentsMail,
  internalCompletion,
  policyholderConfirmation,
} from '#emails/applications.tsx';
import { callbackConfirmation, callbackNotification } from '#emails/callbacks.tsx';
import { adviceRecord, caseMessages, caseReply } from '#emails/cases.tsx';
import { digest } from '#emails/digest.tsx';
import { offer, offerReminder } from '#emails/offers.tsx';
import { applicationInvitation } from '#emails/preparations.tsx';
import { erasureNotice, privacyLink } from '#emails/privacy.tsx';
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
import { withdrawalNotice, withdrawalNotification, withdrawalReceipt } from '#emails/withdrawals.tsx';
import type { Context } from '../context';
import { traceOf } from '../log';
import { commonTo, type Needs } from './common';
import * as load from './content';
import { noteBytes, shareOf } from './division';
import { type Attachment, encodedBytes, type MailContent } from './transport';

const kinds = {
  completion: kind(completion, load.completedApplication, applicationAndDocuments),
  policyholder_confirmation: kind(
    policyholderConfirmation,
    load.completedApplication,
    applicationAndDocuments,
  ),
  internal_completion: kind(internalCompletion, load.completedApplication),
  reminder_first: kind(firstReminder, load.openApplication),
  reminder_second: kind(secondReminder, load.openApplication),
  callback_confirmation: kind(callbackConfirmation, load.confirmedCallback),
  callback_notification: kind(callbackNotification, load.callbackRequest),
  documents: kind(documentsMail, load.disclosedApplication, disclosedDocuments),
  advice_record: kind(adviceRecord, load.recordedAdvice),
  withdrawal_receipt: kind(withdrawalReceipt, load.declaredWithdrawal),
  withdrawal_notification: kind(withdrawalNotification, load.declaredWithdrawal),
  withdrawal_notice: kind(withdrawalNotice, load.matchedApplication),
  case_inquiry: kind(caseMessages.inquiry, load.messageToApplicant),
  case_transmitted: kind(caseMessages.transmitted, load.messageToApplicant),
  case_issued: kind(caseMessages.issued, load.messageToApplicant),
  case_declined: kind(caseMessages.declined, load.messageToApplicant),
  case_reply: kind(caseReply, load.answeredQuestion),
  access_link: kind(accessLink, load.linkedApplication),
  privacy_link: kind(privacyLink, load.privacyRequest),
  security_alert: kind(securityAlert, load.raisedAlert),
  erasure_notice: kind(erasureNotice, load.partlyErased),
  address_replaced: kind(addressReplaced, load.replacedContact),
  application_invitation: kind(applicationInvitation, load.preparedApplication),
  offer: kind(offer, load.requestedOffer, offerAndDocuments),
  offer_reminder: kind(offerReminder, load.endingOffer),
  digest: kind(digest, load.dayAhead),
} satisfies Record<EmailType, unknown>;

/** The subject of a queued mail by the current data; null when there is no reason for it any more. Stores no link. */
export async function subjectOf(context: Omit<Needs, 'cipher' | 'links'>, reader: Reader, mail: OutboxMail) {
  const worded = await kinds[mail.emailType].word({ ...context, cipher: null, links: noLinks }, reader, mail);
  return worded?.subject ?? null;
}

/** Words a queued mail by the current data, by which it is written then; null as above. A subject that is stored stays. */
export async function wordQueuedMail(context: Tools, mail: OutboxMail) {
  const worded = await kinds[mail.emailType].word(context, context.db.read, mail);
  return worded && { ...worded, write: () => worded.write(context) };
}

export function renderExample(emailType: EmailType, site: Common): RenderedMail {
  return kinds[emailType].example(site);
}

type Tools = Needs & Pick<Context, 'db' | 'draw' | 'documents'>;
type Attached = Pick<MailContent, 'attachments' | 'documents'>;

const noLinks = { linkFor: async () => ({ token: previewToken, until: '' }) };

/** `read`: what the mail says and `attach` needs; null when there is no reason for the mail. */
function kind<Props, Loaded extends Props & { stopToken?: string }>(
  template: Mail<Props & Common>,
  read: (context: Needs, reader: Reader, mail: OutboxMail) => Promise<Loaded | null>,
  attach?: (context: Tools, loaded: Loaded) => Promise<Attached>,
) {
  return {
    async word(context: Needs, reader: Reader, mail: OutboxMail) {
      const loaded = await read(context, reader, mail);
      if (!loaded) return null;
      const site = commonTo(context);
      const subject = mail.subject ?? template.subject({ ...site, ...loaded });
      const write = async (tools: Tools): Promise<MailContent> => {
        const whole = (await attach?.(tools, loaded)) ?? {};
        const { attached, division } = shareOf(mail.part, whole, site.publicUrl);
        const half = renderHtml(template, { ...site, ...loaded, division }, subject);
        await nextTurn();
        const { stopToken: token } = loaded;
        const unsubscribe = token && `${site.publicUrl}${href(pages.stopReminders, { token })}`;
        return { ...withText(half), ...attached, unsubscribe };
      };
      return { subject, write };
    },
    example: (site: Common) => renderMail(template, { ...template.example, ...site }),
  };
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
    { later: true },
  );
  const offered = await findLastDisclosure(context.db.read, application.id);
  const { attachments, documents } = await attachedSet(context, offered?.documents ?? null);
  return { attachments: [pdf(documentName(application.id), content), ...attachments], documents };
}

function disclosedDocuments(context: Tools, { documents }: { documents: DocumentSet | null }) {
  return attachedSet(context, documents);
}

async function offerAndDocuments(context: Tools, { offer }: { offer: OfferRecord }): Promise<Attached> {
  const { name, drawing } = await readOfferCopy(context.db.read, offer);
  const content = await context.draw({ ...drawing, operator: context.operator }, { later: true });
  const { attachments, documents } = await attachedSet(context, offer.documents);
  return { attachments: [pdf(name, content), ...attachments], documents };
}

async function attachedSet({ documents }: Tools, set: DocumentSet | null) {
  const files = await documents.files(set ?? (await documents.currentSet()));
  return {
    attachments: files.map(({ kind, sha256, bytes }) => ({
      ...pdf(documentFileName(kind), bytes),
      document: { sha256, path: href(pages.documentFile, { kind, file: `${sha256}.pdf` }) },
    })),
    documents: files.map(({ sha256 }) => sha256),
  };
}

function pdf(filename: string, content: Attachment['content']): Attachment {
  return { filename, contentType: 'application/pdf', content };
}

/** Names the documents in force that no mail can take: applicants get links to them, and no proof says that they have them. */
export async function warnAboutLargeDocuments(context: Context): Promise<void> {
  const { documents, mailer, operator, log } = context;
  try {
    const files = await documents.inForce();
    const bare = { contentType: 'application/pdf', content: new Uint8Array() };
    const text = await mailer.measure({
      ...renderExample('documents', commonTo(context)),
      id: crypto.randomUUID(),
      to: { name: '', address: operator.mail.internalTo },
      attachments: files.map(({ entry }) => ({ ...bare, filename: documentFileName(entry.kind) })),
    });
    const limit = mailer.largest();
    const large = files
      .map(({ entry: { kind }, file }) => ({ kind, bytes: text + noteBytes + encodedBytes(file.size) }))
      .filter(({ bytes }) => bytes > limit)
      .map(({ kind, bytes }) => `${kind} (${bytes})`);
    if (large.length > 0) log('warn', 'documents_too_large', { documents: large.join(', '), limit });
  } catch (error) {
    log('warn', 'documents_not_measured', traceOf(error));
  }
}
