/** What the facts of the operator file must be. `template.toml` explains them, `domain/operator/company.ts` has placeholders. */
import { Optional, type TSchema } from 'typebox';
import { isCreditorId } from '#domain/bank/creditor';
import { maximum } from '#domain/fields';
import type { Office, OfficeKey } from '#domain/operator/offices';
import { intermediaryStatuses, type OperatorFile } from '#domain/operator/operator';
import { states } from '#domain/operator/states';
import { day, email, line, list, oneOf, percent, phone, text, textOrNone, website } from './values';

type Section = 'brand' | 'company' | 'insurer' | 'creditor' | 'mail' | 'legal';
type Facts<Of extends Section> = Record<
  Exclude<keyof NonNullable<OperatorFile[Of]>, OfficeKey | 'permission'>,
  TSchema
>;

export const facts: { [Of in Section]: Facts<Of> } = {
  brand: {
    name: line(30),
    claim: line(40),
  },
  company: {
    name: line(),
    street: line(),
    zipCode: text('five digits in quotes', 5, (value) => /^\d{5}$/.test(value)),
    city: line(),
    state: oneOf(states),
    phone: phone(),
    email: email(),
    managingDirectors: textOrNone('the names of the managing directors'),
    registerCourt: textOrNone('a court such as Amtsgericht Leipzig'),
    registerNumber: textOrNone('a number such as HRB 12345'),
    vatId: textOrNone('a VAT id such as DE123456789', (value) =>
      /^[A-Z]{2} ?[A-Z\d][A-Z\d ]{1,14}$/.test(value),
    ),
    intermediaryNumber: text('a register number such as D-ABCD-12345-67', 40),
    serviceHours: line(),
    privacyEmail: email(),
    contentResponsible: line(),
  },
  insurer: {
    name: line(),
    street: line(),
    zipCode: text('a postal code in quotes', 10, (value) => /^[A-Z\d][A-Z\d -]{2,9}$/i.test(value)),
    city: line(),
    productLines: list(line(), 'a list of 1 to 20 texts', ({ length }) => length > 0 && length <= 20),
  },
  creditor: {
    name: line(70),
    id: text('a SEPA creditor id such as DE98ZZZ09999999999, without blanks', 35, isCreditorId),
  },
  mail: {
    from: email(),
    fromName: line(),
    internalTo: email(),
  },
  legal: {
    status: oneOf(intermediaryStatuses),
    wordingsConfirmed: day(),
    accessibilityDate: day(),
    testimonialsChecked: line(maximum.text),
    insuranceTaxPercent: percent(),
  },
};

export const officeFacts: Record<keyof Office, TSchema> = {
  name: line(maximum.street),
  street: line(),
  city: line(),
  phone: Optional(phone()),
  email: Optional(email()),
  website: Optional(website()),
};
