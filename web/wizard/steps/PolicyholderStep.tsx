import { useAtomValue } from 'jotai';
import { yearsBefore } from '#domain/dates';
import { earliestBirth, minimumAge, prefillFromContact } from '#domain/steps/policyholder';
import { nameRow, pair, SetStep } from '../form/SetStep';
import { prefillAtom, useToday } from '../state';
import { useStoredSet } from '../stored';

const rows = [
  nameRow,
  { names: ['birthDate'], className: pair },
  {
    names: ['street', 'houseNumber'],
    className:
      'grid grid-cols-[minmax(0,1fr)_min(7rem,46%)] gap-x-4 gap-y-6 sm:grid-cols-[minmax(0,1fr)_9rem] sm:gap-x-6',
  },
  {
    names: ['zipCode', 'city'],
    className:
      'grid grid-cols-[min(7rem,46%)_minmax(0,1fr)] gap-x-4 gap-y-6 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6',
  },
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
