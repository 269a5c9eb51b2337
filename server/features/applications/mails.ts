/** What the mails about an application have to be told. */
import { loadApplication } from '../../../db/applications';
import type { OutboxMail } from '../../../db/outbox';
import { type AllSets, missingSets } from '../../../domain/application';
import { periods } from '../../../domain/premium';
import type { CompletionProps } from '../../../emails/completion';
import { type RenderedMail, renderMail } from '../../../emails/render';
import type { Context } from '../../context';

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

/** Writes a queued mail about an application; null when the application is gone. */
export async function renderApplicationMail(
  context: Pick<Context, 'db' | 'cipher' | 'publicUrl'>,
  mail: OutboxMail,
): Promise<RenderedMail | null> {
  if (mail.emailType !== 'completion' && mail.emailType !== 'internal_completion') return null;
  const loaded = mail.applicationId
    ? await loadApplication(context.db.read, context.cipher, mail.applicationId)
    : null;
  if (!loaded || missingSets(loaded.sets).length > 0) return null;
  const sets = loaded.sets as AllSets;
  const reference = sets['sepa-mandate'].mandateReference ?? '';
  return await renderMail(mail.emailType, completionProps(context, loaded.application.id, sets, reference));
}
