import { useAtomValue } from 'jotai';
import type { SetRecord } from '#domain/application';
import { yearsBefore } from '#domain/dates';
import { minimumAge, type PolicyholderInfo, prefillFromContact } from '#domain/steps/policyholder';
import { TextField } from '../../ui/text-field';
import { Loading } from '../form/Loading';
import { StepFrame } from '../form/StepFrame';
import { useStepForm } from '../form/useStepForm';
import { useStoredSet } from '../form/useStoredSet';
import { todayAtom } from '../state';
import { NameFields, personLabels, ReachFields, reachLabels } from './PersonFields';

const labels = {
  ...personLabels,
  birthDate: 'Geburtsdatum',
  street: 'Straße',
  houseNumber: 'Hausnummer',
  zipCode: 'PLZ',
  city: 'Ort',
  ...reachLabels,
};

export function PolicyholderStep() {
  const stored = useStoredSet('policyholder-info');
  const contact = useStoredSet('contact-data');
  if (stored.isPending || contact.isPending) return <Loading />;
  const prefill = contact.record ? prefillFromContact(contact.record) : {};
  return <PolicyholderForm known={stored.record ?? prefill} />;
}

function PolicyholderForm({ known }: { known: Partial<SetRecord['policyholder-info'] | PolicyholderInfo> }) {
  const today = useAtomValue(todayAtom);
  const step = useStepForm({
    set: 'policyholder-info',
    step: 4,
    labels,
    values: Object.fromEntries(
      (Object.keys(labels) as (keyof typeof labels)[]).map((name) => [name, known[name] ?? '']),
    ),
    success: { title: 'Daten gespeichert' },
  });
  const { field } = step;
  return (
    <StepFrame
      form={step}
      step={4}
      intro="Wer schließt den Vertrag ab? Was wir schon von Ihnen wissen, haben wir übernommen."
    >
      <NameFields field={field} />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          {...field('birthDate')}
          type="date"
          min="1900-01-01"
          max={yearsBefore(today, minimumAge)}
          autoComplete="bday"
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-x-4 gap-y-6 sm:grid-cols-[minmax(0,1fr)_9rem] sm:gap-x-6">
        <TextField {...field('street')} autoComplete="address-line1" />
        <TextField {...field('houseNumber')} autoComplete="off" />
      </div>
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-6 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6">
        <TextField {...field('zipCode')} inputMode="numeric" autoComplete="postal-code" />
        <TextField {...field('city')} autoComplete="address-level2" />
      </div>
      <ReachFields field={field} />
    </StepFrame>
  );
}
