import { salutationLabels } from '#domain/people';
import { optionsOf, SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import type { StepForm } from '../form/useStepForm';

export const personLabels = { salutation: 'Anrede', firstName: 'Vorname', lastName: 'Nachname' };
export const reachLabels = { email: 'E-Mail', phone: 'Telefon' };

type Props = { field: StepForm['field'] };

/** Anrede, Vorname, Nachname: the contact person's and the policyholder's. */
export function NameFields({ field }: Props) {
  return (
    <div className="grid gap-6 sm:grid-cols-[minmax(0,10rem)_1fr_1fr]">
      <SelectField
        {...field('salutation')}
        options={optionsOf(salutationLabels)}
        placeholder="Bitte wählen"
        autoComplete="honorific-prefix"
      />
      <TextField {...field('firstName')} autoComplete="given-name" />
      <TextField {...field('lastName')} autoComplete="family-name" />
    </div>
  );
}

/** E-Mail and Telefon. */
export function ReachFields({ field }: Props) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <TextField
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field('phone')} type="tel" inputMode="tel" autoComplete="tel" />
    </div>
  );
}
