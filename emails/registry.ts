/** Every mail the product can write; a new one is a file of its own and two lines here. */
import type { ReactElement } from 'react';
import type { EmailType } from '#domain/mails';
import * as callbackConfirmation from './callback-confirmation';
import * as callbackNotification from './callback-notification';
import * as completion from './completion';
import * as internalCompletion from './internal-completion';
import type { ReminderProps } from './reminder-blocks';
import * as firstReminder from './reminder-first';
import * as secondReminder from './reminder-second';

/** What each kind of mail has to be told. */
export type MailProps = {
  completion: completion.CompletionProps;
  internal_completion: internalCompletion.InternalCompletionProps;
  reminder_first: ReminderProps;
  reminder_second: ReminderProps;
  callback_confirmation: callbackConfirmation.CallbackConfirmationProps;
  callback_notification: callbackNotification.CallbackNotificationProps;
};
export type MailKind = keyof MailProps & EmailType;

export type Mail<Props> = {
  component: (props: Props) => ReactElement;
  subject: (props: Props) => string;
  /** An example, for looking at the mail while it is made. */
  preview: Props;
};

export const mails: { [Kind in MailKind]: Mail<MailProps[Kind]> } = {
  completion: {
    component: completion.CompletionMail,
    subject: completion.subject,
    preview: completion.previewProps,
  },
  internal_completion: {
    component: internalCompletion.InternalCompletionMail,
    subject: internalCompletion.subject,
    preview: internalCompletion.previewProps,
  },
  reminder_first: {
    component: firstReminder.FirstReminderMail,
    subject: firstReminder.subject,
    preview: firstReminder.previewProps,
  },
  reminder_second: {
    component: secondReminder.SecondReminderMail,
    subject: secondReminder.subject,
    preview: secondReminder.previewProps,
  },
  callback_confirmation: {
    component: callbackConfirmation.CallbackConfirmationMail,
    subject: callbackConfirmation.subject,
    preview: callbackConfirmation.previewProps,
  },
  callback_notification: {
    component: callbackNotification.CallbackNotificationMail,
    subject: callbackNotification.subject,
    preview: callbackNotification.previewProps,
  },
};
