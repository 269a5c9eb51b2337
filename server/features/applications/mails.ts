/** What the mails about an application have to be told. */
import { loadApplication, type Sets } from '#db/applications/find';
import type { OutboxMail } from '#db/mails/outbox';
import { type AllSets, type Application, missingSets } from '#domain/application';
import { periods } from '#domain/tariffs/premium';
import { documentName, pages } from '#domain/urls';
import type { CompletionProps } from '#emails/completion.tsx';
import type { ReminderProps } from '#emails/reminder-blocks.tsx';
import { renderMail } from '#emails/render';
import type { Context } from '../../context';
import { applicationPdf } from '../../documents/application-pdf';
import type { Attachment, MailContent } from '../../mail/transport';

/** Props of both completion mails; the internal one takes no notice of the mandate reference. */
export function completionProps(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  applicationId: string,
  sets: AllSets,
  mandateReference: string,
): CompletionProps {
  const horse = sets['horse-data'];
  const { salutation, firstName, lastName } = sets['contact-data'];
  const { tariffType, selfParticipation, paymentFrequency, monthlyPremium } = sets['tariff-selection'];
  return {
    publicUrl: publicUrl(),
    applicationId,
    applicant: { salutation, firstName, lastName },
    horseName: horse.horseName,
    insuranceStart: horse.insuranceStartDate,
    tariff: tariffType,
    deductible: selfParticipation,
    frequency: paymentFrequency,
    periodCents: Math.round(monthlyPremium * 100) * periods[paymentFrequency].months,
    mandateReference,
  };
}

/** Props of both reminders; null while nobody is known to remind. */
export function reminderProps(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  applicationId: string,
  sets: Sets,
): ReminderProps | null {
  const contact = sets['contact-data'];
  if (!contact) return null;
  const { salutation, firstName, lastName } = contact;
  return {
    publicUrl: publicUrl(),
    applicationId,
    applicant: { salutation, firstName, lastName },
    horseName: sets['horse-data']?.horseName ?? null,
    missing: missingSets(sets),
  };
}

/** Writes a queued mail about an application; null when what it is about is no longer so. */
export async function renderApplicationMail(
  context: Pick<Context, 'db' | 'cipher' | 'publicUrl'>,
  { applicationId, emailType }: OutboxMail,
): Promise<MailContent | null> {
  const loaded = applicationId ? await loadApplication(context.db.read, context.cipher, applicationId) : null;
  if (!loaded) return null;
  const { application, sets } = loaded;
  if (emailType === 'reminder_first' || emailType === 'reminder_second') {
    const props = application.completed ? null : reminderProps(context, application.id, sets);
    const unsubscribe = `${context.publicUrl()}${pages.stopReminders(application.id)}`;
    return props && { ...renderMail(emailType, props), unsubscribe };
  }
  if (emailType !== 'completion' && emailType !== 'internal_completion') return null;
  if (missingSets(sets).length > 0) return null;
  const all = sets as AllSets;
  const reference = all['sepa-mandate'].mandateReference ?? '';
  const mail = renderMail(emailType, completionProps(context, application.id, all, reference));
  if (emailType === 'internal_completion') return mail;
  return { ...mail, attachments: [await attachedDocument(application, all)] };
}

async function attachedDocument({ id, lastUpdated }: Application, sets: AllSets): Promise<Attachment> {
  // nothing changes any more once it is completed: the last update is the completion
  const content = await applicationPdf({ applicationId: id, sets, completedAt: lastUpdated });
  return { filename: documentName(id), contentType: 'application/pdf', content };
}
