/** Data set of step 5: the SEPA direct debit mandate (spec 3 and 5, "SEPA step"). */
import { Object as ObjectType, type Static, String as StringType } from 'typebox';
import { bicLength, isBic, normaliseBic } from '../bank/bic';
import { ibanLength, isIban, normaliseIban } from '../bank/iban';
import { consent, rule, text } from '../fields';
import type { PolicyholderInfo } from './policyholder';

export const ibanMessage = 'Bitte geben Sie eine gültige IBAN ein';
export const bicMessage = 'Bitte geben Sie eine gültige BIC ein';

const iban = rule(
  rule(
    StringType({ errorMessage: ibanMessage, normalise: normaliseIban }),
    (value) => value.length <= ibanLength.max,
    'IBAN ist zu lang',
  ),
  isIban,
  ibanMessage,
);

const bic = rule(
  rule(
    StringType({ errorMessage: bicMessage, normalise: normaliseBic }),
    (value) => value.length <= bicLength.max,
    'BIC ist zu lang',
  ),
  isBic,
  bicMessage,
);

/** Schema of the mandate; IBAN and BIC leave it without blanks, in capitals. */
export const sepaMandate = ObjectType({
  accountHolder: text('Bitte geben Sie den Kontoinhaber ein'),
  iban,
  bic,
  bankName: text('Bitte geben Sie den Namen Ihrer Bank ein'),
  mandateConsent: consent('Sie müssen dem SEPA-Mandat zustimmen'),
});

export type SepaMandate = Static<typeof sepaMandate>;

/** The account holder is the policyholder unless the visitor says otherwise (spec 4, "Prefill"). */
export function prefillFromPolicyholder(person: PolicyholderInfo): Partial<SepaMandate> {
  return { accountHolder: `${person.firstName} ${person.lastName}` };
}
