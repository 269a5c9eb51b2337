import { useAtomValue } from 'jotai';
import { yearsBefore } from '#domain/dates';
import { earliestBirth, minimumAge, prefillFromContact } from '#domain/steps/sets';
import { nameRow, pair, SetStep } from '../form/StepFrame';
import { prefillAtom, useToday } from '../state';
import { useStoredSet } from '../stored';

/** Below one another where the text is large and the page narrow. */
const unequal = 'flex flex-wrap gap-x-4 gap-y-6 *:basis-[7rem] sm:gap-x-6 sm:*:basis-[9rem]';

const rows = [
  nameRow,
  { names: ['birthDate'], className: pair },
  { names: ['street', 'houseNumber'], className: `${unequal} *:first:grow` },
  { names: ['zipCode', 'city'], className: `${unequal} *:last:grow` },
];

export function PolicyholderStep() {
  const today = useToday();
  const contact = useStoredSet('contact-data');
  const given = useAtomValue(prefillAtom)?.policyholderInfo;
  // an own name is another person's, whom nothing of the contact belongs to
  const known = given?.lastName ? {} : prefillFromContact(contact.record);
  return (
    <SetStep
      set="policyholder-info"
      intro="Wer schließt den Vertrag ab? Was wir schon von Ihnen wissen, haben wir übernommen."
      prefill={contact.isPending ? null : { ...known, ...given }}
      rows={rows}
      special={{ birthDate: { min: earliestBirth, max: yearsBefore(today, minimumAge) } }}
    />
  );
}
