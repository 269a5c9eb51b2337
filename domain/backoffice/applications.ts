/** Applications in the staff API, and the bodies of its calls. Timestamps are ISO 8601 UTC, money EUR with cents. */
import { Array as ArrayType, Object as ObjectType, Refine, String as StringType } from 'typebox';
import type { Application, SetRecord } from '../application';
import { choice } from '../fields';
import { isUuid } from '../ids';
import type { EmailLog } from './mail-log';

/** A row of the list of applications. Name, e-mail and horse let staff find a caller who does not know the id. */
export type ApplicationRow = Application & {
  /** First and last name of the contact, or null before step 2. */
  contactName: string | null;
  email: string | null;
  horseName: string | null;
};

/** Everything about one application; null if missing. */
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
        /** The one of the mandate; today's while the application is open. */
        creditorName: string;
        creditorId: string;
      })
    | null;
  /** Newest first. */
  emailLogs: EmailLog[];
};

/** Whether an application was submitted. */
export const stateLabels = { completed: 'Abgeschlossen', incomplete: 'In Bearbeitung' } as const;

const reminderTypes = ['first', 'second'] as const;
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
