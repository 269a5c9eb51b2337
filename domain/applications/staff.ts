/** Applications in the staff API, and the bodies of its calls. Timestamps are ISO 8601 UTC, money EUR with cents. */
import { Object as ObjectType, type Static } from 'typebox';
import type { Application, SetRecord } from '../application';
import { applicationIds, type Case } from '../cases/staff';
import type { ConfirmationPolicy } from '../cases/statuses';
import { choice, lines } from '../fields';
import { clientId } from '../ids';
import type { EmailLog } from '../mails/log';
import type { PreparedBy } from '../preparations/preparations';
import { steps } from '../steps/all';
import type { Duplicate } from './duplicates';

/** A row of the list of applications. Name, e-mail and horse let staff find a caller who does not know the id. */
export type ApplicationRow = Application & {
  contactName: string | null;
  email: string | null;
  horseName: string | null;
  /** Completed without a waiver of advice, and not advised yet; left out otherwise, because the list is long. */
  adviceOwed?: true;
  /** Its person asked to erase it; left out otherwise. */
  restricted?: true;
  /** Left out for `defaultSource`. */
  source?: string;
};

const listNames: Record<number, string> = { 1: 'Pferdeangaben', 6: 'Zusammenfassung' };
export const listName = (step: number) => listNames[step] ?? steps[step - 1]?.label ?? '-';

export type ApplicationDetails = {
  application: Application;
  horseData: SetRecord['horse-data'] | null;
  contactData: SetRecord['contact-data'] | null;
  tariffSelection: (Omit<Selection, 'tariffType'> & { tariff: Selection['tariffType'] }) | null;
  policyholderInfo: (SetRecord['policyholder-info'] & { differentPolicyholder: boolean }) | null;
  sepaMandate:
    | (Omit<SetRecord['sepa-mandate'], 'mandateConsent' | 'ibanMasked' | 'mandateReference'> & {
        mandateAccepted: boolean;
        mandateReference: string | null;
        /** The one of the mandate; today's while the application is open. */
        creditorName: string;
        creditorId: string;
      })
    | null;
  emailLogs: EmailLog[];
  adviceWaiver: boolean;
  adviceOwed: boolean;
  restricted: boolean;
  source: string;
  adviceRecord: AdviceRecord | null;
  withdrawalStands: boolean;
  /** What staff do about it; null while the application is open. */
  case: Case | null;
  confirmationPolicy: ConfirmationPolicy;
  duplicates: Duplicate[];
  /** Null: the customer began it alone. */
  prepared: PreparedBy | null;
};

/** One case by itself. Lists name no duplicates. */
export type OpenedCase = Case & Pick<ApplicationDetails, 'duplicates'>;

type Selection = SetRecord['tariff-selection'];

export const stateLabels = { completed: 'Abgeschlossen', incomplete: 'In Bearbeitung' } as const;

const reminderTypes = ['first', 'second'] as const;
export type ReminderType = (typeof reminderTypes)[number];

export const reminderRequest = ObjectType({
  type: choice(reminderTypes, 'Bitte wählen Sie die erste oder die zweite Erinnerung'),
});

const longestAdvice = 2_000;

export const newAdvice = ObjectType({
  id: clientId,
  wishes: lines('Bitte halten Sie die Wünsche und Bedürfnisse fest', longestAdvice),
  advice: lines('Bitte halten Sie Beratung und Empfehlung fest', longestAdvice),
});
export type NewAdvice = Static<typeof newAdvice>;
export type AdviceRecord = NewAdvice & { applicationId: string; username: string; at: string };

export const bulkDelete = ObjectType({ applicationIds });
