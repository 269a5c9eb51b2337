import { useAtomValue } from 'jotai';
import type { SetRecord } from '#domain/application';
import { yearsBefore } from '#domain/dates';
import { defaultInsuranceStart, genderLabels, oldestHorse } from '#domain/steps/horse';
import { CheckboxField } from '../../ui/checkbox-field';
import { optionsOf, SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { Loading } from '../form/Loading';
import { StepFrame } from '../form/StepFrame';
import { useStepForm } from '../form/useStepForm';
import { useStoredSet } from '../form/useStoredSet';
import { todayAtom } from '../state';
import { RequirementsPanel } from './RequirementsPanel';

const labels = {
  insuranceStartDate: 'Versicherungsbeginn',
  horseName: 'Name des Pferdes',
  birthDate: 'Geburtsdatum',
  gender: 'Geschlecht',
  chipNumber: 'Lebensnummer (falls vorhanden)',
  requirementsConsent: 'Voraussetzungen',
};

export function HorseStep() {
  const { isPending, record } = useStoredSet('horse-data');
  return isPending ? <Loading /> : <HorseForm record={record} />;
}

function HorseForm({ record }: { record: SetRecord['horse-data'] | null }) {
  const today = useAtomValue(todayAtom);
  const step = useStepForm({
    set: 'horse-data',
    step: 1,
    labels,
    values: {
      insuranceStartDate: record?.insuranceStartDate ?? defaultInsuranceStart(today),
      horseName: record?.horseName ?? '',
      birthDate: record?.birthDate ?? '',
      gender: record?.gender ?? '',
      chipNumber: record?.chipNumber ?? '',
      requirementsConsent: record?.requirementsConsent ?? false,
    },
    success: { title: 'Daten gespeichert' },
  });
  const { field } = step;
  return (
    <StepFrame
      form={step}
      step={1}
      intro="Erzählen Sie uns von Ihrem Pferd und sagen Sie uns, ab wann es versichert sein soll."
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          {...field('insuranceStartDate')}
          type="date"
          min={today}
          autoComplete="off"
          hint="Frühestens heute"
        />
        <TextField {...field('horseName')} autoComplete="off" className="sm:col-start-1" />
        <TextField
          {...field('birthDate')}
          type="date"
          min={yearsBefore(today, oldestHorse)}
          max={today}
          autoComplete="off"
          hint="Steht im Equidenpass"
        />
        <SelectField {...field('gender')} options={optionsOf(genderLabels)} placeholder="Bitte wählen" />
        <TextField
          {...field('chipNumber')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Lebens- oder Chipnummer aus dem Equidenpass"
        />
      </div>
      <RequirementsPanel />
      <CheckboxField
        {...field('requirementsConsent')}
        label="Ich bestätige, dass mein Pferd diese Voraussetzungen erfüllt, und stimme ihnen zu."
      />
    </StepFrame>
  );
}
