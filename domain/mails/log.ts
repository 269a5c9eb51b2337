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
  status: MailStatus;
  /** Attempts since the mail was queued, or since staff last sent it again. */
  attempts: number;
  errorMessage: string | null;
  bouncedAt: string | null;
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

/** By the enhanced status code of the failure report (RFC 3463). */
const bounces: [RegExp, string][] = [
  [/^5\.1\.[01346]$|^5\.7\.13$/, 'Dieses Postfach gibt es nicht.'],
  [/^5\.1\.(2|8|10)$|^5\.4\.4$/, 'Die Domain gibt es nicht, oder sie nimmt keine E-Mails an.'],
  [/^5\.2\.1$/, 'Dieses Postfach nimmt keine E-Mails mehr an.'],
  [/^[45]\.2\.2$/, 'Das Postfach ist voll.'],
  [/^5\.(2\.3|3\.4)$/, 'Die E-Mail war zu groß.'],
  [/^5\.7\./, 'Die E-Mail wurde als unerwünscht abgelehnt.'],
];

/** Why a mail came back, in one German sentence; for a code that has none, the code. */
export function bounceSentence(code: string | null): string {
  if (code === null) return 'Der Grund ist nicht bekannt.';
  return bounces.find(([pattern]) => pattern.test(code))?.[1] ?? `Der Mailserver meldet ${code}.`;
}
