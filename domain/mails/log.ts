import { type EmailType, turnSentence } from './kinds';

export type MailStatus = 'pending' | 'sent' | 'failed';

export type EmailLog = {
  id: string;
  emailType: EmailType;
  recipientEmail: string;
  subject: string;
  sentAt: string;
  successful: boolean;
  /** `pending`: an attempt failed and another one follows, or the mail waits for its turn. */
  status: MailStatus;
  /** Attempts since the mail was queued, or since staff last sent it again. */
  attempts: number;
  errorMessage: string | null;
  applicationId: string | null;
};

export type EmailLogPage = {
  logs: EmailLog[];
  total: number;
  totalPages: number;
  resendable: boolean;
};

export const emailLogSortFields = ['sentAt', 'emailType', 'recipientEmail', 'subject', 'successful'] as const;
export type EmailLogSortField = (typeof emailLogSortFields)[number];

/** Begins the error of a mail that was transmitted, and of which the mail server did not say whether it takes it. */
export const uncertainDelivery = 'Zustellung ungewiss';

export function isUncertain({ errorMessage }: Pick<EmailLog, 'errorMessage'>): boolean {
  return errorMessage?.startsWith(uncertainDelivery) ?? false;
}

/** Whether it was not sent yet, because others to new mailboxes come first; `sentAt` is when it began to wait. */
export function waitsForTurn({ status, errorMessage }: Pick<EmailLog, 'status' | 'errorMessage'>): boolean {
  return status === 'pending' && errorMessage === turnSentence;
}
