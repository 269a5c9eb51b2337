/** All kinds of mail: template, data and attachments. Also queues mails and writes queued ones. */
import { loadApplication } from '#db/applications/find';
import { findCallback } from '#db/callbacks';
import type { Database, Transaction } from '#db/client';
import { type About, isAtCap, type NewMail, type OutboxMail, queueMail } from '#db/mails/outbox';
import { type AllSets, type Application, areAllThere, missingSets } from '#domain/application';
import { type EmailType, emailTypes, type MailCause, mailKinds } from '#domain/mails';
import { creditorOf } from '#domain/operator';
import { instalmentCents } from '#domain/tariffs/premium';
import { documentName, href, pages } from '#domain/urls';
import { callbackConfirmation } from '#emails/callback-confirmation.tsx';
import { callbackNotification } from '#emails/callback-notification.tsx';
import { completion } from '#emails/completion.tsx';
import { internalCompletion } from '#emails/internal-completion.tsx';
import { firstReminder, secondReminder } from '#emails/reminder.tsx';
import { type Common, type Mail, type RenderedMail, renderMail } from '#emails/render.tsx';
import type { Context } from '../context';
import type { Attachment, MailAddress, MailContent } from './transport';

const kinds = {
  completion: kind(completion, completedApplication, attachedDocument),
  internal_completion: kind(internalCompletion, completedApplication),
  reminder_first: kind(firstReminder, openApplication),
  reminder_second: kind(secondReminder, openApplication),
  callback_confirmation: kind(callbackConfirmation, callbackRequest),
  callback_notification: kind(callbackNotification, callbackRequest),
} satisfies Record<EmailType, unknown>;

/**
 * Queues the mails that an event causes, in the transaction of the event; call `wakeMail` after the commit. A capped
 * mail is left out when its address has reached the limit (docs/product.md, "Mail cap").
 */
export async function queueMails(
  context: Context,
  tx: Transaction,
  cause: MailCause,
  about: About,
): Promise<void> {
  for (const emailType of emailTypes.filter((type) => mailKinds[type].cause === cause)) {
    const mail = await draftMail(context, tx, emailType, about);
    const capped = mailKinds[emailType].capped && context.config.rateLimit;
    if (mail && !(capped && (await isAtCap(tx, mail)))) await queueMail(tx, mail);
  }
}

/** A mail to be queued; null when it has no reason or no recipient. */
export async function draftMail(
  context: Needs & Pick<Context, 'now'>,
  tx: Transaction,
  emailType: EmailType,
  about: About,
): Promise<NewMail | null> {
  const draft = await kinds[emailType].draft(context, tx, about);
  if (!draft) return null;
  const staff = { name: '', address: context.operator.mail.internalTo };
  const to = mailKinds[emailType].to === 'staff' ? staff : draft.visitor;
  if (!to) return null;
  const recipient = { recipientName: to.name, recipientEmail: to.address };
  return { ...about, ...recipient, emailType, subject: draft.subject, now: context.now() };
}

/** Writes a queued mail from the current data, under its stored subject; null when there is no reason for it any more. */
export function renderQueuedMail(context: Tools, mail: OutboxMail): Promise<MailContent | null> {
  return kinds[mail.emailType].write(context, mail);
}

/** The example of a mail, as this operator sends it, with pictures and links from `publicUrl`. */
export function renderExample(emailType: EmailType, site: Common): RenderedMail {
  return kinds[emailType].example(site);
}

type Needs = Pick<Context, 'cipher' | 'operator' | 'publicUrl'>;
/** What writing a mail needs. */
type Tools = Needs & Pick<Context, 'db' | 'draw'>;
type Reader = Database['read'] | Transaction;
type Loaded<Props> = {
  props: Props;
  /** The recipient, unless the mail goes to the staff; null when no address is known. */
  visitor: MailAddress | null;
  unsubscribe?: string;
};

/** `load` returns null when there is no reason for the mail. */
function kind<Props extends Common, L extends Loaded<Props>>(
  template: Mail<Props>,
  load: (context: Needs, reader: Reader, about: About) => Promise<L | null>,
  attach?: (context: Tools, loaded: L) => Promise<Attachment[]>,
) {
  return {
    async draft(context: Needs, tx: Transaction, about: About) {
      const loaded = await load(context, tx, about);
      return loaded && { subject: template.subject(loaded.props), visitor: loaded.visitor };
    },
    async write(context: Tools, mail: OutboxMail): Promise<MailContent | null> {
      const loaded = await load(context, context.db.read, mail);
      if (!loaded) return null;
      const { props, unsubscribe } = loaded;
      const attachments = await attach?.(context, loaded);
      return { ...renderMail(template, props, mail.subject), attachments, unsubscribe };
    },
    example: (site: Common) => renderMail(template, { ...template.example, ...site }),
  };
}

/** The props that all mails have. */
function commonTo({ operator, publicUrl }: Needs): Common {
  return { operator, publicUrl: publicUrl() };
}

async function completedApplication(context: Needs, reader: Reader, { applicationId }: About) {
  const loaded = await loadApplication(reader, context.cipher, applicationId ?? '');
  if (!loaded || !areAllThere(loaded.sets)) return null;
  const { application, sets } = loaded;
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
  };
  return { props, visitor: addressOf(sets['contact-data']), application, sets };
}

async function attachedDocument(
  { draw, operator }: Tools,
  { application, sets }: { application: Application; sets: AllSets },
) {
  const content = await draw({ application, sets, operator });
  return [{ filename: documentName(application.id), contentType: 'application/pdf', content }];
}

/** Null also when the application was completed after its reminder was claimed (tests/server/jobs/reminders.test.ts). */
async function openApplication(context: Needs, reader: Reader, { applicationId }: About) {
  const loaded = await loadApplication(reader, context.cipher, applicationId ?? '');
  const contact = loaded?.sets['contact-data'];
  if (!loaded || !contact || loaded.application.completed) return null;
  const { application, sets } = loaded;
  const props = {
    ...commonTo(context),
    applicationId: application.id,
    applicant: contact,
    horseName: sets['horse-data']?.horseName ?? null,
    missing: missingSets(sets),
  };
  const unsubscribe = `${context.publicUrl()}${href(pages.stopReminders, { id: application.id })}`;
  return { props, visitor: addressOf(contact), unsubscribe };
}

async function callbackRequest(context: Needs, reader: Reader, { callbackRequestId }: About) {
  const callback = await findCallback(reader, callbackRequestId ?? '');
  if (!callback) return null;
  const { id, name, phone, email, preferredTime, source } = callback;
  const createdAt = new Date(callback.createdAt).toISOString();
  const request = { requestId: id, name, phone, email, preferredTime, source, createdAt };
  const props = { ...commonTo(context), ...request };
  return { props, visitor: email === null ? null : { name, address: email } };
}

function addressOf({ firstName, lastName, email }: AllSets['contact-data']): MailAddress {
  return { name: `${firstName} ${lastName}`, address: email };
}
