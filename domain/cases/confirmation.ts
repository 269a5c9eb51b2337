/** What the policyholder sees of an application that somebody else made, by the link in a mail, and their answer. */
import { Boolean as BooleanType, Object as ObjectType } from 'typebox';
import type { DocumentKind } from '../document-kinds';
import { formNotices } from '../form-notices';
import type { PaymentFrequency, TariffType } from '../tariffs/catalogue';

/** `at` in ISO 8601 UTC; both null: no answer yet. */
export type ConfirmationAnswer = { confirmed: boolean | null; at: string | null };

/** `GET /api/confirmations/{token}`. Money in EUR. */
export type ConfirmationView = ConfirmationAnswer & {
  applicationId: string;
  contactName: string;
  policyholderName: string;
  horseName: string;
  tariff: TariffType;
  selfParticipation: number;
  paymentFrequency: PaymentFrequency;
  monthlyPremium: number;
  insuranceStartDate: string;
  iban: string;
  accountHolder: string;
  /** The wordings as they were declared (`paragraphsOf` in `domain/law/wordings.ts`). */
  declarations: { label: string; text: string }[];
  documents: { kind: DocumentKind; label: string; url: string }[];
};

export const newConfirmation = ObjectType({
  confirmed: BooleanType({ errorMessage: 'Bitte wählen Sie eine der beiden Antworten' }),
});

export const confirmationButtons = {
  confirm: 'Ich bestätige den Antrag',
  refuse: 'Das habe ich nicht beantragt',
};

export const confirmationNotices = {
  answered: 'Sie haben diese Frage schon anders beantwortet. Bitte rufen Sie uns an.',
  ...formNotices({ what: 'Ihre Antwort', it: 'sie', several: 'Antworten', instead: 'schreiben Sie uns' }),
};
