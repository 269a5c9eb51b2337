/** Data set of step 5: the SEPA direct debit mandate (docs/product.md, "Field rules"). */
import { Object as ObjectType, type Static, String as StringType } from 'typebox';
import { ibanLength, isBic, isIban, longestBic, normaliseNumber } from '../bank/numbers';
import type { Fields } from '../facts';
import { consent, rule, text } from '../fields';
import { consents } from '../law/wordings';
import type { PolicyholderInfo } from './policyholder';

const ibanMessage = 'Bitte geben Sie eine gültige IBAN ein';
const bicMessage = 'Bitte geben Sie eine gültige BIC ein';

/** Schema of the mandate. A checked IBAN or BIC has no blanks, and its letters are capitals. */
export function sepaMandate() {
  const iban = StringType({ errorMessage: ibanMessage, normalise: normaliseNumber });
  const shortIban = rule(iban, (value) => value.length <= ibanLength.max, 'IBAN ist zu lang');
  const bic = StringType({ errorMessage: bicMessage, normalise: normaliseNumber });
  const shortBic = rule(bic, (value) => value.length <= longestBic, 'BIC ist zu lang');
  return ObjectType({
    accountHolder: text('Bitte geben Sie den Kontoinhaber ein'),
    iban: rule(shortIban, isIban, ibanMessage),
    bic: rule(shortBic, isBic, bicMessage),
    bankName: text('Bitte geben Sie den Namen Ihrer Bank ein'),
    mandateConsent: consent('Sie müssen dem SEPA-Mandat zustimmen'),
  });
}

export type SepaMandate = Static<ReturnType<typeof sepaMandate>>;

export const mandateFields = {
  accountHolder: {
    label: 'Kontoinhaber',
    autoComplete: 'name',
    hint: 'Genau so, wie Ihre Bank Sie führt. Sonst können Erstattungen stocken.',
  },
  iban: {
    label: 'IBAN',
    kind: 'code',
    placeholder: 'DE00 0000 0000 0000 0000 00',
    hint: 'Mit oder ohne Leerzeichen',
  },
  bic: { label: 'BIC', kind: 'code' },
  bankName: { label: 'Name der Bank', readLabel: 'Bank' },
  mandateConsent: { label: 'SEPA-Mandat', sentence: consents.mandate },
} satisfies Fields<SepaMandate>;

export function prefillFromPolicyholder(person: PolicyholderInfo | null): Partial<SepaMandate> {
  return person ? { accountHolder: `${person.firstName} ${person.lastName}` } : {};
}
