/** The longest texts that the fields of visitors allow, without a blank where a line could break. */
import type { SetInput } from '#domain/application';
import { johanna } from '#tests/support/people';

export const word = 'Wielandstallgemeinschaft'.repeat(21);
export const name = word.slice(0, 100);
export const phone = `+49${'8'.repeat(47)}`;
export const label = 'w'.repeat(60);
export const email = `${label}@${label}.${label}.${label}.example`;
const person = { salutation: 'mrs', firstName: name, lastName: name, email, phone } as const;
export const long: SetInput = {
  'horse-data': { ...johanna['horse-data'], horseName: name, chipNumber: '9'.repeat(100) },
  'contact-data': { ...person, dataProcessingConsent: true },
  'tariff-selection': johanna['tariff-selection'],
  'policyholder-info': {
    ...johanna['policyholder-info'],
    ...person,
    street: name,
    city: name,
  },
  'sepa-mandate': { ...johanna['sepa-mandate'], accountHolder: name, bankName: name },
};
