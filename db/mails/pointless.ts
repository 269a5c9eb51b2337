/** Mails whose reason is gone. */
import { type SQL, sql } from 'drizzle-orm';
import { type EmailType, emailTypes, mailKinds, reminderMails } from '#domain/mails/kinds';
import { applications, contactData } from '../schema/applications';
import { callbackRequests } from '../schema/desk';
import { offers } from '../schema/law';
import { outbox } from '../schema/mails';

/**
 * Condition: the mail is a reminder, and its application is completed, its reminders were stopped, or nobody consents to
 * it and staff did not send it; or it has documents, could not be sent so far, and its application is completed, whose
 * mail has the documents too; or it goes to a visitor whose application is to be erased; or it leads to an open
 * application that has another address by now; or it is about an offer whose person has stopped it or applied; or about
 * a callback whose person wants none any more. SQLite cannot compare Punycode, which 0.2.0 stored: who writes
 * such a mail does (`server/mail/links.ts`).
 */
export function isPointless(): SQL {
  return sql`((${outbox.emailType} in ${leadingMails} and exists (
    select 1 from ${applications} inner join ${contactData} on ${contactData.applicationId} = ${applications.id}
    where ${applications.id} = ${outbox.applicationId} and ${applications.completedAt} is null
    and lower(${contactData.email}) <> lower(${outbox.recipientEmail})
    and ${contactData.email} || ${outbox.recipientEmail} not like '%xn--%'))
    or (${outbox.emailType} in ${Object.values(reminderMails)} and exists (
    select 1 from ${applications} where ${applications.id} = ${outbox.applicationId}
    and (${applications.completedAt} is not null or ${applications.remindersStoppedAt} is not null
    or (${applications.reminderConsent} = 0 and ${outbox.byHand} = 0))))
    or (${outbox.emailType} = ${offerReminder} and (exists (
    select 1 from ${offers} where ${offers.id} = ${outbox.offerId} and ${offers.reminderConsent} = 0)
    or ${isCompletedFrom(outbox.offerId)}))
    or (${outbox.emailType} <> ${reply} and exists (select 1 from ${callbackRequests}
    where ${callbackRequests.id} = ${outbox.callbackRequestId} and ${callbackRequests.noCallsAt} is not null))
    or (${outbox.emailType} = ${documentsMail} and ${outbox.attemptedAt} is not null and exists (
    select 1 from ${applications} where ${applications.id} = ${outbox.applicationId}
    and ${applications.completedAt} is not null))
    or (${outbox.emailType} not in ${staffMails} and exists (
    select 1 from ${applications} where ${applications.id} = ${outbox.applicationId}
    and ${applications.restrictedAt} is not null)))`;
}

const staffMails = emailTypes.filter((type) => mailKinds[type].to === 'staff');

const documentsMail: EmailType = 'documents';
const reply: EmailType = 'case_reply';
const offerReminder: EmailType = 'offer_reminder';
const leadingMails: EmailType[] = [...Object.values(reminderMails), 'access_link', 'erasure_notice'];

/** Condition: an application that was begun from the offer with this id is completed. */
export function isCompletedFrom(offerId: typeof offers.id | typeof outbox.offerId): SQL {
  return sql`exists (select 1 from ${applications} where ${applications.prefilledFrom} = ${offerId}
    and ${applications.prefilledBy} = 'offer' and ${applications.completedAt} is not null)`;
}
