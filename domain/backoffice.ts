/** What the backoffice's API answers (spec 3 and 7, contract 2). Timestamps are ISO 8601 UTC, money EUR with cents. */
import { Array as ArrayType, Object as ObjectType, Refine, String as StringType } from 'typebox';
import type { Application, SetRecord } from './application';
import type { EmailType } from './email';
import { choice } from './fields';
import { isUuid } from './ids';

/** A row of the list of applications; beside the spec's fields what a caller knows instead of an id. */
export type ApplicationRow = Application & {
  /** First and last name of the contact, or null before step 2. */
  contactName: string | null;
  email: string | null;
  horseName: string | null;
};

/** One day of the chart: `day` is `YYYY-MM-DD` in Germany. */
export type DayCount = { day: string; started: number; completed: number };
/** How many of the last 30 days' applications reached a step (or, with step 7, were completed). */
export type FunnelStep = { step: number; reached: number };

export type Dashboard = {
  stats: {
    totalApplications: number;
    completedApplications: number;
    incompleteApplications: number;
    pendingCallbacks: number;
  };
  /** The 10 newest. */
  recentApplications: Application[];
  /** Pending, newest first, at most 10. */
  callbackRequests: Callback[];
  /** The last 30 days in order, today last; days without applications are there with zeros. */
  daily: DayCount[];
  /** The six steps and the completion, of the applications begun in these 30 days. */
  funnel: FunnelStep[];
};

/** A callback request as staff see it. */
export type Callback = {
  id: string;
  name: string;
  phone: string;
  email: string | null;
  preferredTime: string | null;
  message: string | null;
  source: string;
  processed: boolean;
  createdAt: string;
};

export type MailStatus = 'pending' | 'sent' | 'failed';

/** One mail of the log: the time and result of its last attempt. */
export type EmailLog = {
  id: string;
  emailType: EmailType;
  recipientEmail: string;
  subject: string;
  sentAt: string;
  successful: boolean;
  /** `pending`: it was tried, and will be again. */
  status: MailStatus;
  /** How often it was tried since it was queued, or since staff had it sent again. */
  attempts: number;
  errorMessage: string | null;
  applicationId: string | null;
};

export type EmailLogPage = {
  logs: EmailLog[];
  total: number;
  totalPages: number;
  /** Mails failed, on this page or another, that can be sent again. */
  resendable: boolean;
};

export const emailLogSortFields = ['sentAt', 'emailType', 'recipientEmail', 'subject', 'successful'] as const;
export type EmailLogSortField = (typeof emailLogSortFields)[number];
export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];
/** Rows on a page of the mail log (spec 9), and the most that may be asked for (contract 2). */
export const emailLogPageSize = 20;
export const largestEmailLogPage = 100;

/** Everything about one application; null for what is missing. */
export type ApplicationDetails = {
  application: Application;
  horseData: SetRecord['horse-data'] | null;
  contactData: SetRecord['contact-data'] | null;
  tariffSelection:
    | (Omit<SetRecord['tariff-selection'], 'tariffType'> & {
        tariff: SetRecord['tariff-selection']['tariffType'];
      })
    | null;
  policyholderInfo: (SetRecord['policyholder-info'] & { differentPolicyholder: boolean }) | null;
  sepaMandate:
    | (Omit<SetRecord['sepa-mandate'], 'mandateConsent' | 'ibanMasked' | 'mandateReference'> & {
        mandateAccepted: boolean;
        /** Null until the application is completed. */
        mandateReference: string | null;
      })
    | null;
  /** Newest first. */
  emailLogs: EmailLog[];
};

export const reminderTypes = ['first', 'second'] as const;
export type ReminderType = (typeof reminderTypes)[number];

/** Body of `resend-reminder`. */
export const reminderRequest = ObjectType({
  type: choice(reminderTypes, 'Bitte wählen Sie die erste oder die zweite Erinnerung'),
});

const listMessage = 'Bitte geben Sie die Anträge als Liste an';
const uuid = Refine(StringType(), isUuid, () => 'Eine Antragsnummer ist keine UUID');

/** Body of `bulk-delete`. */
export const bulkDelete = ObjectType({
  applicationIds: ArrayType(uuid, { errorMessage: listMessage }),
});
