import { keysOf } from '../keys';
import type { EmailType } from './kinds';

/** `bounced`: it was sent, and a failure report said later that it did not arrive. */
export const mailStatusLabels = {
  sent: 'Erfolgreich',
  pending: 'Neuer Versuch folgt',
  failed: 'Fehlgeschlagen',
  bounced: 'Unzustellbar',
} as const;

export type MailStatus = keyof typeof mailStatusLabels;
export const mailStatuses = keysOf(mailStatusLabels);

/** One of several mails among which the documents of one are divided. */
export type MailPart = {
  of: string;
  number: number;
  total: number;
  files: string[];
  /** Names of documents that are too large for any mail, so that this one has links to them. */
  linked?: string[];
};

export type EmailLog = {
  id: string;
  emailType: EmailType;
  recipientEmail: string;
  subject: string;
  sentAt: string;
  successful: boolean;
  /** `pending`: an attempt failed and another one follows. */
  status: MailStatus;
  /** Attempts since the mail was queued, or since staff last sent it again. */
  attempts: number;
  errorMessage: string | null;
  bouncedAt: string | null;
  /** The enhanced status code (RFC 3463); `bounceSentence` says it in German. */
  bounceCode: string | null;
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
